import type { Selectable } from 'kysely'
import type { ClinicWork, Tables } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { countOwn, listPlans } from './collections.store.ts'
import type { CollectionKind } from './kind.ts'

type Plan = Selectable<Tables['facilities']>['plan']

/** How many items of its own an author's collection may have by the plan of a facility; null: as many as they like (Q079, Q080). */
export const planLimits: Record<Plan, Record<CollectionKind['limit'], number | null>> = {
  TRIAL: { phrases: null, templates: null },
  STANDARD: { phrases: null, templates: null },
  STANDARD_ANNUAL: { phrases: null, templates: null },
  ESSENTIALS: { phrases: 4, templates: null },
  CANCELLED: { phrases: null, templates: null },
}

/** The best of several plans (Q081); who works at no enabled facility is held by none. */
export function limitOf(plans: readonly Plan[], of: CollectionKind['limit']): number | null {
  const limits = plans.map((plan) => planLimits[plan][of])
  return limits.length === 0 || limits.includes(null) ? null : Math.max(...(limits as number[]))
}

/**
 * Refuses more items than the plan includes: own ones, aside or in use; received ones are not counted (Q079). What there is stays
 * after a downgrade, and what leaves their number as it is goes on.
 */
export async function refuseBeyondPlan(work: ClinicWork, kind: CollectionKind, added: number): Promise<void> {
  if (added <= 0) return
  const limit = limitOf(await listPlans(work), kind.limit)
  if (limit === null) return
  refuseUnless((await countOwn(work, kind)) + added <= limit, kind.limitReached, { limit })
}
