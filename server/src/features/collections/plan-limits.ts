import type { ClinicWork } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { listAllowances } from '../plans/index.ts'
import { countOwn } from './collections.store.ts'
import type { CollectionKind } from './kind.ts'

/** The best of what several plans allow (Q081); null: no limit, as for somebody who works at no enabled facility. */
export const bestOf = (limits: readonly (number | null)[]): number | null =>
  limits.length === 0 || limits.includes(null) ? null : Math.max(...(limits as number[]))

/**
 * Refuses more items than the plan includes: own ones, aside or in use; received ones are not counted (Q079). What there is stays
 * after a downgrade, and what leaves their number as it is goes on.
 */
export async function refuseBeyondPlan(work: ClinicWork, kind: CollectionKind, added: number): Promise<void> {
  if (added <= 0) return
  const limit = bestOf((await listAllowances(work)).map((allowance) => allowance[kind.limit]))
  if (limit === null) return
  refuseUnless((await countOwn(work, kind)) + added <= limit, kind.limitReached, { limit })
}
