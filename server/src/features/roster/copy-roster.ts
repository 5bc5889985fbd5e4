import { rosterRefusals } from '@dictara/contract/roster'
import type { ClinicWork } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { listRunning } from '../plans/index.ts'
import { copyEntries, listPlaces } from './roster.store.ts'
import { whoseRoster } from './whose-roster.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'roster.copied': { providerId: string; fromDay: string; day: string; rosterIds: string[] }
  }
}

/** Copies one day of a roster to another that has not passed. Patients who are already on that day stay once. */
export async function copyRoster(
  work: ClinicWork,
  { fromDay, toDay, providerId }: { fromDay: string; toDay: string; providerId?: string | null | undefined },
) {
  const provider = await whoseRoster(work, providerId)
  const places = await listPlaces(work)
  refuseUnless(
    places.some(({ today }) => toDay >= today),
    rosterRefusals.dayPast,
  )
  const { ids, total: found } = await copyEntries(work, {
    providerId: provider.id,
    fromDay,
    toDay,
    paidIds: await listRunning(work),
  })
  refuseUnless(ids.length > 0, rosterRefusals.nobodyToCopy)
  await work.audit({
    event: 'roster.copied',
    detail: { providerId: provider.id, fromDay, day: toDay, rosterIds: ids },
  })
  return { added: ids.length, alreadyThere: found - ids.length }
}
