import { type ImportColumn, importColumns, importLimits, importRefusals } from '@dictara/contract/people-import'
import { CsvError, parse } from 'csv-parse/sync'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'

export interface CsvLine {
  /** Of the file, 1-based; of a row of several lines the last. */
  line: number
  cells: Partial<Record<ImportColumn, string>>
  /** It has more cells than the first line names. */
  isTooLong: boolean
}

export interface Csv {
  encoding: string
  /** Columns that nobody knows. */
  unread: string[]
  lines: CsvLine[]
}

/** How the columns are called elsewhere, letters only. */
const otherNames: Record<string, ImportColumn> = {
  given: 'First Name',
  givenname: 'First Name',
  forename: 'First Name',
  surname: 'Last Name',
  familyname: 'Last Name',
  mail: 'Email',
  emailaddress: 'Email',
  worksas: 'Role',
  type: 'Role',
  kind: 'Role',
  phone: 'Phone Number',
  telephone: 'Phone Number',
  mobile: 'Phone Number',
  npinumber: 'NPI',
  dob: 'Date of Birth',
  birthdate: 'Date of Birth',
  birthday: 'Date of Birth',
  facility: 'Facilities',
}
const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '')
const columns = new Map<string, ImportColumn>([
  ...importColumns.map((column) => [lettersOf(column), column] as const),
  ...Object.entries(otherNames),
])
/** So many columns that nobody knows are told. */
const unreadMost = 50
const needed: readonly ImportColumn[] = ['First Name', 'Last Name', 'Email', 'Role', 'Phone Number']

/** Bytes that Windows-1252 has no letter for. */
const unknownIn1252 = /[\u0081\u008d\u008f\u0090\u009d]/
const startsWith = (bytes: Buffer, ...begin: number[]) => begin.every((byte, place) => bytes[place] === byte)

/** The text of a file: by its mark, as UTF-8, or as what Excel of Western Europe and America writes. */
function textOf(bytes: Buffer): { encoding: string; text: string } {
  // An .xlsx is a zip file, an .xls an OLE one.
  const isWorkbook = startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)
  refuseUnless(!isWorkbook, importRefusals.workbook)
  const as = (label: string, encoding: string) => {
    const text = new TextDecoder(label).decode(bytes)
    refuseUnless(!text.includes('\0'), importRefusals.notText)
    return { encoding, text }
  }
  if (startsWith(bytes, 0xff, 0xfe)) return as('utf-16le', 'UTF-16')
  if (startsWith(bytes, 0xfe, 0xff)) return as('utf-16be', 'UTF-16')
  if (isUtf8(bytes)) return as('utf-8', 'UTF-8')
  const read = as('windows-1252', 'Windows-1252')
  refuseUnless(!unknownIn1252.test(read.text), importRefusals.notText)
  return read
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** What stands between cells: what the first line has most of. */
function delimiterOf(text: string): string {
  const first = /^[^\n\r]*/.exec(text.trimStart())![0]
  const count = (mark: string) => first.split(mark).length
  return [';', '\t'].reduce((most, mark) => (count(mark) > count(most) ? mark : most), ',')
}

/** A cell as it is meant: spaces around it go, and so does what keeps Excel from taking digits for a number. */
const cellOf = (raw: string) =>
  raw
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .trim()

function columnsOf(head: readonly string[]) {
  const found = head.map((name) => columns.get(lettersOf(name)))
  for (const [place, column] of found.entries())
    refuseUnless(column === undefined || found.indexOf(column) === place, importRefusals.columnTwice, {
      column: column ?? '',
    })
  const missing = needed.filter((column) => !found.includes(column))
  refuseUnless(missing.length === 0, importRefusals.columnMissing, { columns: missing.join(', ') })
  return found
}

/** Excel tells other programs in a line of its own what stands between cells. */
const separatorLine = /^sep=(.)\r?\n/i

function recordsOf(text: string): { record: string[]; line: number }[] {
  const said = separatorLine.exec(text)
  try {
    const records = parse(said ? text.slice(said[0].length) : text, {
      delimiter: said?.[1] ?? delimiterOf(text),
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: importLimits.rows + 2,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return records.map(({ record, info }) => ({ record, line: info.lines + (said ? 1 : 0) }))
  } catch (error) {
    if (error instanceof CsvError) throw new Refusal(importRefusals.broken, { line: Number(error['lines'] ?? 1) })
    throw error
  }
}

/**
 * Reads a CSV file with a first line of column names: commas, semicolons or tabs, with or without a byte order mark.
 * @throws Refusal for what cannot be read, in words
 */
export function readCsv(bytes: Buffer): Csv {
  refuseUnless(bytes.length <= importLimits.bytes, importRefusals.tooLarge)
  const { encoding, text } = textOf(bytes)
  const [head, ...records] = recordsOf(text)
  refuseUnless(head, importRefusals.empty)
  const found = columnsOf(head.record)
  refuseUnless(records.length > 0, importRefusals.empty)
  refuseUnless(records.length <= importLimits.rows, importRefusals.tooManyRows)
  return {
    encoding,
    unread: head.record
      .filter((name, place) => !found[place] && name.trim() !== '')
      .slice(0, unreadMost)
      .map((name) => name.trim().slice(0, 100)),
    lines: records.map(({ record, line }) => ({
      line,
      cells: Object.fromEntries(
        found.flatMap((column, place) => (column ? [[column, cellOf(record[place] ?? '')]] : [])),
      ),
      isTooLong: record.slice(found.length).some((cell) => cell.trim() !== ''),
    })),
  }
}
