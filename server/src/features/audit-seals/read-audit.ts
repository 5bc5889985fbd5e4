import type { Doors, Work } from '../../platform/database/index.ts'
import { countRows, listRows, listSeals, type RowsOfClinic } from './audit-seals.store.ts'
import type { AuditRow, Seal } from './seals.ts'

/** What a check reads: the seals in the order of their ids, the rows in the order of their positions. */
export interface AuditToCheck {
  seals(): AsyncIterable<Seal>
  /** The rows between two positions. */
  rows(after: number, upTo: number): AsyncIterable<AuditRow>
  /** How many rows each clinic has between two positions. */
  count(after: number, upTo: number | null): Promise<RowsOfClinic[]>
}

const rowsAtOnce = 5_000
const sealsAtOnce = 100

/** The audit in the database, in short transactions of some thousand rows. */
export function readAudit(doors: Pick<Doors, 'asSystem'>): AuditToCheck {
  const inDatabase = <T>(run: (work: Work) => Promise<T>) => doors.asSystem('check the audit', run)
  return {
    async *seals() {
      for (let afterId = Number.MIN_SAFE_INTEGER; ; ) {
        const seals = await inDatabase((work) => listSeals(work, afterId, sealsAtOnce))
        yield* seals
        if (seals.length < sealsAtOnce) return
        afterId = seals.at(-1)!.id
      }
    },
    async *rows(after, upTo) {
      for (let from: { after: number; afterId?: string } = { after }; ; ) {
        const rows = await inDatabase((work) => listRows(work, { ...from, upTo }, rowsAtOnce))
        yield* rows
        if (rows.length < rowsAtOnce) return
        from = { after: rows.at(-1)!.position, afterId: rows.at(-1)!.id }
      }
    },
    count: (after, upTo) => inDatabase((work) => countRows(work, after, upTo)),
  }
}
