import { sharedRefusals } from '@dictara/contract'
import type { ClinicWork } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { updateOwn } from '../people/index.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'profile.changed': { fields: string[] }
  }
}

/**
 * Changes what the actor told or set of themselves.
 * @param seen the version that was seen; 409 when another tab, or an admin, has changed the person since
 */
export async function saveOwn(
  work: ClinicWork,
  changed: Parameters<typeof updateOwn>[1],
  seen: number | undefined,
): Promise<void> {
  refuseUnless(await updateOwn(work, changed, seen), sharedRefusals.changedMeanwhile)
  await work.audit({ event: 'profile.changed', detail: { fields: Object.keys(changed) } })
}
