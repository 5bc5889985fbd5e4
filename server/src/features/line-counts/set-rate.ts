import { sharedRefusals } from '@dictara/contract'
import type { ClinicWork } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { replaceRate } from './line-counts.store.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'lines.exported': null
    /** In hundredths of a cent a line; without `userId` what everybody is paid. */
    'pay-rate.set': { userId?: string; from: number | null; to: number | null }
  }
}

interface Change {
  seen: number | null
  rate: number | null
}

/**
 * Sets what a line is paid to a person, or to everybody without a rate of their own (`userId` null).
 * @throws Refusal 409 when somebody else changed it meanwhile
 */
export async function setRate(
  work: ClinicWork,
  userId: string | null,
  { seen, rate }: Change,
): Promise<Change['rate']> {
  refuseUnless(await replaceRate(work, userId, { seen, rate }), sharedRefusals.changedMeanwhile)
  await work.audit({ event: 'pay-rate.set', detail: { ...(userId && { userId }), from: seen, to: rate } })
  return rate
}
