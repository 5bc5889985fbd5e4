import type { DemoPerson } from '@dictara/contract/demo-sign-in'
import { sql } from 'kysely'
import { type Gate, rowsOf } from '../../platform/database/index.ts'

/** Nobody's address: the end of every email of the demo. */
export const demoDomain = '@demo.dictara.example'

/** Whom one may look around the demo as, in the order in which they were made. */
export async function listDemoPeople(gate: Gate): Promise<DemoPerson[]> {
  return rowsOf(gate, sql`select * from gate.list_demo_people(${demoDomain})`)
}
