import type { Icd10Code } from '@dictara/contract/icd10'
import { bareWords, dotted, plainWords } from './words.ts'

/** A code as it is kept: `words` and `bareWords` are what it is found by. */
export interface ListedCode extends Icd10Code {
  words: string
  bareWords: string
}

/** A file that can't be loaded; the message says why, and in which line. */
export class BadCodeList extends Error {}

const wanted = 'icd10cm-order-2026.txt or icd10cm-codes-2026.txt'
const starts: [bytes: string, is: string][] = [
  ['PK', `is a .zip file. Unpack it, and load ${wanted} from it.`],
  ['\u001f\u008b', `is a compressed file. Unpack it, and load ${wanted} from it.`],
  ['%PDF', `is a PDF. Load ${wanted}.`],
  ['\u00ff\u00fe', 'is in UTF-16. Save it as UTF-8, or load it as it was downloaded.'],
  ['\u00fe\u00ff', 'is in UTF-16. Save it as UTF-8, or load it as it was downloaded.'],
  ['<', `is XML or a web page. Load ${wanted}.`],
]
const mark = Buffer.from('\u{FEFF}')
const newline = 0x0a
/** Longer than any line of the lists, in bytes. */
const longestLine = 1000

/** The lines with their numbers, without their ends; the mark at the beginning of the file is left out. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<[number: number, bytes: Buffer]> {
  let rest: Buffer = Buffer.alloc(0)
  let number = 0
  function take(line: Buffer): [number, Buffer] {
    number += 1
    const text = number === 1 && line.subarray(0, mark.length).equals(mark) ? line.subarray(mark.length) : line
    const start = text.subarray(0, 4).toString('latin1')
    const other = number === 1 ? starts.find(([bytes]) => start.startsWith(bytes)) : undefined
    if (other) throw new BadCodeList(`It ${other[1]}`)
    if (line.length > longestLine)
      throw new BadCodeList(`Line ${number} is too long for a list of codes. Load ${wanted}.`)
    return [number, text.at(-1) === 0x0d ? text.subarray(0, -1) : text]
  }
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk])
    let from = 0
    for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline, from)) {
      yield take(rest.subarray(from, end))
      from = end + 1
    }
    rest = rest.subarray(from)
    // What has no line ends is not gathered up to its end.
    if (rest.length > longestLine) take(rest)
  }
  if (rest.length > 0) yield take(rest)
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** Some older lists have a few letters of Windows-1252. */
const windows = new TextDecoder('windows-1252')
function decoded(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return windows.decode(bytes)
  }
}

interface Told {
  code: string
  billable: boolean
  description: string
  short: string
}

const codePattern = /^[A-Z]\d[A-Z\d]{1,5}$/

/** `icd10cm-codes`: the code, blanks, and its description. All codes are billable. */
function readOfCodes(line: string): Told | undefined {
  const [, code = '', description = ''] = /^(\S+)[ \t]+(\S.*)$/.exec(line.trimEnd()) ?? []
  return codePattern.test(code) ? { code, billable: true, description, short: '' } : undefined
}

/**
 * `icd10cm-order`, by columns counted from 1: order number 1 to 5, code 7 to 13, 0 for a category or 1 for a billable code at 15, short description 17 to
 * 76, description from 78.
 */
function readOfOrder(line: string): Told | undefined {
  const [code, flag] = [line.slice(6, 13).trimEnd(), line[14]]
  const blanks = [line[5], line[13], line[15]].join('')
  const [short, description] = [line.slice(16, 76).trim(), line.slice(76).trim()]
  const isOne =
    /^\d{5}$/.test(line.slice(0, 5)) &&
    codePattern.test(code) &&
    (flag === '0' || flag === '1') &&
    blanks === '   ' &&
    short !== '' &&
    description !== ''
  return isOne ? { code, billable: flag === '1', description, short } : undefined
}

const kinds = [
  { name: 'icd10cm-order', read: readOfOrder },
  { name: 'icd10cm-codes', read: readOfCodes },
]

const shownMost = 60
const quoted = (line: string) => `“${line.length > shownMost ? `${line.slice(0, shownMost)}…` : line}”`

function listed({ code, billable, description, short }: Told): ListedCode {
  const words = [...new Set(plainWords(`${description} ${short}`).split(' '))].join(' ')
  return { code: dotted(code), billable, description, words, bareWords: bareWords(description) }
}

/**
 * Reads the official files of ICD-10-CM: `icd10cm-order-2026.txt`, which has categories too, or `icd10cm-codes-2026.txt`. The first line
 * tells which it is. Holds one line of the file at a time, and the codes that it has read.
 * @throws BadCodeList for a line that doesn’t belong in the list, a code that occurs twice, and a file of another kind
 */
export async function* readCodeList(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ListedCode> {
  const lineOf = new Map<string, number>()
  let kind: (typeof kinds)[number] | undefined
  for await (const [number, bytes] of linesOf(chunks)) {
    const line = decoded(bytes)
    // oxlint-disable-next-line no-control-regex -- what no text has
    if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(line))
      throw new BadCodeList(`Line ${number} isn’t text: the file is damaged, or of another kind. Load ${wanted}.`)
    if (line.trim() === '') continue
    kind ??= kinds.find(({ read }) => read(line))
    if (!kind)
      throw new BadCodeList(
        `Line ${number} doesn’t belong in a list of ICD-10-CM codes: ${quoted(line)}. Load ${wanted}.`,
      )
    const told = kind.read(line)
    if (!told) throw new BadCodeList(`Line ${number} doesn’t belong in an ${kind.name} file: ${quoted(line)}.`)
    const before = lineOf.get(told.code)
    if (before !== undefined)
      throw new BadCodeList(`Line ${number} repeats the code ${dotted(told.code)} of line ${before}.`)
    lineOf.set(told.code, number)
    yield listed(told)
  }
  if (lineOf.size === 0) throw new BadCodeList(`It is empty. Load ${wanted}.`)
}
