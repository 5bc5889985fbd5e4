import { importBytes, importRefusals } from '@dictara/contract/imports'
import { CsvError, parse } from 'csv-parse/sync'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'

/** What a file of a kind holds. */
export interface CsvColumns<C extends string> {
  names: readonly C[]
  /** How they are called elsewhere, letters only. */
  otherNames: Readonly<Record<string, C>>
  needed: readonly C[]
  mostRows: number
}

export interface CsvLine<C extends string = string> {
  /** Of the file, 1-based; of a row of several lines the last. */
  line: number
  cells: Partial<Record<C, string>>
  /** It has more cells than the first line names. */
  isTooLong: boolean
}

export interface Csv<C extends string> {
  encoding: string
  /** Columns that nobody knows. */
  unread: string[]
  lines: CsvLine<C>[]
}

const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '')
/** So many columns that nobody knows are told. */
const unreadMost = 50

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

function columnsOf<C extends string>(head: readonly string[], { names, otherNames, needed }: CsvColumns<C>) {
  const known = new Map([...names.map((name) => [lettersOf(name), name] as const), ...Object.entries<C>(otherNames)])
  const found = head.map((name) => known.get(lettersOf(name)))
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

function recordsOf(text: string, mostRows: number): { record: string[]; line: number }[] {
  const said = separatorLine.exec(text)
  try {
    const records = parse(said ? text.slice(said[0].length) : text, {
      delimiter: said?.[1] ?? delimiterOf(text),
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: mostRows + 2,
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
export function readCsv<C extends string>(bytes: Buffer, columns: CsvColumns<C>): Csv<C> {
  refuseUnless(bytes.length <= importBytes, importRefusals.tooLarge)
  const { encoding, text } = textOf(bytes)
  const [head, ...records] = recordsOf(text, columns.mostRows)
  refuseUnless(head, importRefusals.empty)
  const found = columnsOf(head.record, columns)
  refuseUnless(records.length > 0, importRefusals.empty)
  refuseUnless(records.length <= columns.mostRows, importRefusals.tooManyRows, {
    most: columns.mostRows.toLocaleString('en'),
  })
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
      ) as Partial<Record<C, string>>,
      isTooLong: record.slice(found.length).some((cell) => cell.trim() !== ''),
    })),
  }
}
