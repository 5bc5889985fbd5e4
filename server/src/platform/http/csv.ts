import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { FastifyReply } from 'fastify'

/** A CSV file of rows. */
export interface CsvFile<Row> {
  /** Name of the file, without its ending. */
  name: string
  /** Titles of the columns, and what each holds. */
  columns: Record<string, (row: Row) => unknown>
}

const asText = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value)

/**
 * Streams rows as a CSV file (RFC 4180, UTF-8 with a byte-order mark, as spreadsheets expect it). Cells that a spreadsheet would take
 * for a formula begin with an apostrophe.
 */
export function sendCsv<Row>(
  reply: FastifyReply,
  { name, columns }: CsvFile<Row>,
  given: Iterable<Row> | AsyncIterable<Row>,
): FastifyReply {
  const lines = stringify({
    header: true,
    columns: Object.keys(columns),
    bom: true,
    escape_formulas: true,
    record_delimiter: '\r\n',
  })
  const rows = Readable.from(given).map((row: Row) => Object.values(columns).map((cellOf) => asText(cellOf(row))))
  rows.on('error', (error) => lines.destroy(error))
  lines.on('close', () => rows.destroy())
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .send(rows.pipe(lines))
}
