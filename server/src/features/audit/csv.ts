import type { FastifyReply } from 'fastify'
import type { Actor } from '../../platform/actor.ts'
import type { ClinicWork, Doors } from '../../platform/database/index.ts'
import { type CsvFile, sendCsv } from '../../platform/http/csv.ts'
import type { SendFile } from '../../platform/http/serve.ts'
import type { Part } from './walk.store.ts'

const rowsAtOnce = 1000

/** A list as an export reads it. */
export interface Exported<Row> extends CsvFile<Row> {
  /** The ids of a part of the list, in its order. */
  find: (work: ClinicWork, part: Part) => Promise<{ ids: string[] }>
  read: (work: ClinicWork, ids: readonly string[]) => Promise<Row[]>
  idOf: (row: Row) => string
}

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

/** What sends a whole list as a CSV file. */
export const csvOf =
  <Row>({ reply, doors, actor }: { reply: FastifyReply; doors: Doors; actor: Actor }, list: Exported<Row>): SendFile =>
  () =>
    sendCsv(reply, list, rowsOf(doors, actor, list))
