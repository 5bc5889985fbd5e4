import { canDelimit } from './delimiters.ts'
import { type Problem, type ProblemCode, problemOf } from './problems.ts'

/** MSH-18 (HL7 table 0211) and what senders write instead, in capitals without spaces and hyphens → the name for TextDecoder. */
const names: Record<string, string> = {
  ASCII: 'ascii',
  USASCII: 'ascii',
  ISOIR6: 'ascii',
  '7BIT': 'ascii',
  UNICODE: 'utf-8',
  UNICODEUTF8: 'utf-8',
  UTF8: 'utf-8',
  ISOIR192: 'utf-8',
  UNICODEUTF16: 'utf-16',
  'UNICODE/UTF16': 'utf-16',
  'UNICODE/UTF8': 'utf-8',
  UTF16: 'utf-16',
  UTF16LE: 'utf-16',
  UTF16BE: 'utf-16',
  ISOIR14: 'iso-2022-jp',
  ISOIR87: 'iso-2022-jp',
  ISOIR159: 'iso-2022-jp',
  ISO2022JP: 'iso-2022-jp',
  GB180302000: 'gb18030',
  GB18030: 'gb18030',
  GB2312: 'gb18030',
  GBK: 'gb18030',
  KSX1001: 'euc-kr',
  EUCKR: 'euc-kr',
  BIG5: 'big5',
  SHIFTJIS: 'shift_jis',
  SJIS: 'shift_jis',
  EUCJP: 'euc-jp',
  ISOIR100: 'windows-1252',
  LATIN1: 'windows-1252',
  ANSI: 'windows-1252',
}

/** The name for TextDecoder of a name in MSH-18: `ascii` and `utf-16` stand for themselves; undefined if it is unknown. */
export function charsetOf(declared: string): string | undefined {
  const name = declared.toUpperCase().replaceAll(/[\s_-]/g, '')
  if (names[name]) return names[name]
  const windows = /^(?:WINDOWS|CP|WIN)(125[0-8])$/.exec(name)
  if (windows) return `windows-${windows[1]}`
  const part = /^(?:ISO)?8859(?:\/)?(1[0-6]|[1-9])$/.exec(name)?.[1]
  if (part === undefined || part === '12') return undefined
  // As browsers do: 8859/1 with the characters that Windows has besides.
  return part === '1' ? 'windows-1252' : `iso-8859-${part}`
}

export interface ReadText {
  text: string
  /** As TextDecoder names it; `binary` if this is no text. */
  charset: string
  problems: Problem[]
}

const magic: [kind: string, bytes: number[]][] = [
  ['PDF', [0x25, 0x50, 0x44, 0x46]],
  ['ZIP', [0x50, 0x4b, 0x03, 0x04]],
  ['RTF', [0x7b, 0x5c, 0x72, 0x74, 0x66]],
  ['GZIP', [0x1f, 0x8b]],
  ['Office', [0xd0, 0xcf, 0x11, 0xe0]],
  ['PNG', [0x89, 0x50, 0x4e, 0x47]],
  ['JPEG', [0xff, 0xd8, 0xff]],
  ['GIF', [0x47, 0x49, 0x46, 0x38]],
  ['TIFF', [0x49, 0x49, 0x2a, 0x00]],
]

const looked = 4096

/**
 * Whether bytes are no text at all: a known kind of file, or zeros among them, unless a message begins there. Give it the start
 * of a file.
 */
export function isBinary(bytes: Uint8Array): boolean {
  if (wideCharset(bytes)) return false
  if (magic.some(([, signature]) => signature.every((byte, at) => bytes[at] === byte))) return true
  const head = bytes.subarray(0, looked)
  let end = head.length
  while (end > 0 && head[end - 1] === 0) end -= 1
  const first = head.findIndex((byte) => byte > 32)
  const zero = head.subarray(0, end).indexOf(0)
  return (zero >= 0 || (end === 0 && head.length > 0)) && !headerAt(head, first)
}

/** UTF-16, by its mark or by the zeros of its first characters; undefined if it is not. */
export function wideCharset(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first = 1, second = 1, third = 1, fourth = 1] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le'
  return first === 0 && second !== 0 && third === 0 && fourth !== 0 ? 'utf-16be' : undefined
}

/** Whether MSH and a delimiter stand at a place of the bytes. */
export const headerAt = (bytes: Uint8Array, at: number) =>
  at >= 0 && bytes[at] === 77 && bytes[at + 1] === 83 && bytes[at + 2] === 72 && canDelimit(bytes[at + 3] ?? 0)

/** The names in MSH-18, empty ones left out; none if there is no MSH. */
function declaredIn(bytes: Uint8Array): string[] {
  let at = bytes.indexOf(77)
  while (at >= 0 && !headerAt(bytes, at)) at = bytes.indexOf(77, at + 1)
  if (at < 0) return []
  const ends = [bytes.indexOf(13, at), bytes.indexOf(10, at)].filter((end) => end >= 0)
  const line = bytes.subarray(at, Math.min(...ends, at + 100_000, bytes.length))
  const header = new TextDecoder('windows-1252').decode(line)
  const fields = header.split(header.charAt(3))
  return (fields[17] ?? '').split(fields[1]?.charAt(1) || '~').filter((name) => name.trim() !== '' && name !== '""')
}

/** The text, or undefined if the bytes are not wholly of this set. */
function decodeStrictly(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const decodeLoosely = (bytes: Uint8Array, charset: string): string => new TextDecoder(charset).decode(bytes)

/** UTF-8 if it is, else Windows-1252, in which every byte is a character. */
function decodeEither(bytes: Uint8Array): { text: string; charset: string } {
  const text = decodeStrictly(bytes, 'utf-8')
  return text === undefined
    ? { text: decodeLoosely(bytes, 'windows-1252'), charset: 'windows-1252' }
    : { text, charset: 'utf-8' }
}

const hasHighBytes = (bytes: Uint8Array) => bytes.some((byte) => byte > 127)
/** Escape sequences that switch to Japanese characters: ESC $. */
const hasJapaneseSwitch = (bytes: Uint8Array) => {
  for (let at = bytes.indexOf(0x1b); at >= 0; at = bytes.indexOf(0x1b, at + 1)) if (bytes[at + 1] === 0x24) return true
  return false
}

/** The set that a message names: the first that is not empty, or Japanese if that is named too and switched to. */
function namedSet(declared: string[], bytes: Uint8Array): string | undefined {
  const sets = declared.map(charsetOf)
  return sets.includes('iso-2022-jp') && hasJapaneseSwitch(bytes) ? 'iso-2022-jp' : sets[0]
}

/**
 * The text of a message by its bytes. A byte order mark wins, then what MSH-18 names, if the bytes can be that. `charset` tells
 * what they were read as; a problem, if that is not what the message names. Keep the bytes: they alone are what was received.
 * With `known`, MSH-18 is not looked at.
 */
export function readText(bytes: Uint8Array, { known }: { known?: string | undefined } = {}): ReadText {
  const wide = wideCharset(bytes)
  if (wide) return withLosses(decodeLoosely(bytes, wide), wide, [])
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return withLosses(decodeLoosely(bytes, 'utf-8'), 'utf-8', [])
  if (isBinary(bytes)) return { text: '', charset: 'binary', problems: [problemOf('not-text')] }
  if (known !== undefined) return withLosses(decodeLoosely(bytes, known), known, [])
  const declared = declaredIn(bytes)
  if (declared.length === 0) return readUndeclared(bytes)
  return readDeclared(bytes, namedSet(declared, bytes))
}

function readUndeclared(bytes: Uint8Array): ReadText {
  if (hasJapaneseSwitch(bytes)) return flagged(decodeLoosely(bytes, 'iso-2022-jp'), 'iso-2022-jp', 'charset-undeclared')
  const { text, charset } = decodeEither(bytes)
  return charset === 'utf-8' ? { text, charset, problems: [] } : flagged(text, charset, 'charset-undeclared')
}

function readDeclared(bytes: Uint8Array, set: string | undefined): ReadText {
  if (set === undefined || set === 'ascii' || set === 'utf-16') {
    const { text, charset } = decodeEither(bytes)
    const isRight = set === 'ascii' && !hasHighBytes(bytes)
    return isRight
      ? { text, charset, problems: [] }
      : flagged(text, charset, set === undefined ? 'charset-unknown' : 'charset-wrong')
  }
  // Hardly any Western text happens to be UTF-8 with characters beyond ASCII: who sends one is wrong about the set.
  if (/^windows-1252$|^iso-8859-15$/.test(set) && hasHighBytes(bytes)) {
    const text = decodeStrictly(bytes, 'utf-8')
    if (text !== undefined) return flagged(text, 'utf-8', 'charset-wrong')
  }
  const text = decodeStrictly(bytes, set)
  if (text !== undefined) return { text, charset: set, problems: [] }
  if (set === 'utf-8') return flagged(decodeLoosely(bytes, 'windows-1252'), 'windows-1252', 'charset-wrong')
  const other = decodeStrictly(bytes, 'utf-8')
  if (other !== undefined) return flagged(other, 'utf-8', 'charset-wrong')
  return withLosses(decodeLoosely(bytes, set), set, [])
}

const flagged = (text: string, charset: string, code: ProblemCode): ReadText =>
  withLosses(text, charset, [problemOf(code, { segment: 'MSH', field: 18 })])

const withLosses = (text: string, charset: string, problems: Problem[]): ReadText => ({
  text,
  charset,
  problems: text.includes('\uFFFD') ? [...problems, problemOf('characters-lost')] : problems,
})
