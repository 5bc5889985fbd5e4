import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { FastifyReply } from 'fastify'
import type { Actor } from '../../platform/actor.ts'
import type { ClinicWork, Doors } from '../../platform/database/index.ts'
import type { SendFile } from '../../platform/http/serve.ts'
import type { Part } from './walk.store.ts'

const rowsAtOnce = 1000

/** A list as an export reads it. */
export interface Exported<Row> {
  /** Name of the file, without its ending. */
  name: string
  /** The ids of a part of the list, in its order. */
  find: (work: ClinicWork, part: Part) => Promise<{ ids: string[] }>
  read: (work: ClinicWork, ids: readonly string[]) => Promise<Row[]>
  idOf: (row: Row) => string
  /** Titles of the columns, and what each holds. */
  columns: Record<string, (row: Row) => unknown>
}

const asText = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value)

/** The rows of a list, a thousand at a time, each thousand in a transaction of its own. Rows that are added meanwhile may be missing. */
async function* rowsOf<Row>(doors: Doors, actor: Actor, { find, read, idOf }: Exported<Row>) {
  let after: string | undefined
  for (;;) {
    const rows = await doors.inClinic(actor, async (work) => {
      const { ids } = await find(work, { after, size: rowsAtOnce })
      return ids.length > 0 ? read(work, ids) : []
    })
    yield* rows
    if (rows.length < rowsAtOnce) return
    after = idOf(rows.at(-1)!)
  }
}

/**
 * Streams a whole list as a CSV file (RFC 4180, UTF-8 with a byte-order mark, as spreadsheets expect it). Cells that a spreadsheet
 * would take for a formula begin with an apostrophe.
 */
function sendCsv<Row>(reply: FastifyReply, doors: Doors, actor: Actor, list: Exported<Row>): FastifyReply {
  const { name, columns } = list
  const lines = stringify({
    header: true,
    columns: Object.keys(columns),
    bom: true,
    escape_formulas: true,
    record_delimiter: '\r\n',
  })
  const rows = Readable.from(rowsOf(doors, actor, list)).map((row: Row) =>
    Object.values(columns).map((cellOf) => asText(cellOf(row))),
  )
  rows.on('error', (error) => lines.destroy(error))
  lines.on('close', () => rows.destroy())
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .send(rows.pipe(lines))
}

/** What sends a whole list as a CSV file. */
export const csvOf =
  <Row>({ reply, doors, actor }: { reply: FastifyReply; doors: Doors; actor: Actor }, list: Exported<Row>): SendFile =>
  () =>
    sendCsv(reply, doors, actor, list)
