import { ehrConfigurationRefusals as refusals } from '@dictara/contract/ehr-configuration'
import { EhrFailed } from '../../gateways/ehr/index.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Doors } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findEhrOf } from '../facilities/index.ts'
import { settingsFrom } from './ehr-settings.ts'
import { guardAccess } from './guard-access.ts'
import { kindOf } from './save-facility.ts'
import type { EhrParts } from './show-facility.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'facility.ehr-tested': { works: boolean }
  }
}

/**
 * Asks an EHR whether a connection with these values works, and saves nothing. Masks stand for what the facility has.
 * @throws Refusal 422 with what is wrong, in words for people
 */
export async function testEhr(
  { doors, kinds, secrets }: EhrParts & { doors: Doors },
  actor: Actor,
  of: { id?: string | undefined; ehrType: string; fields: Readonly<Record<string, string>> },
): Promise<void> {
  const { id, ehrType } = of
  const kind = kindOf(kinds, ehrType)
  const before = await doors.inClinic(actor, async (work) => {
    await guardAccess(work)
    return id === undefined ? null : findEhrOf(work, secrets, id)
  })
  const settings = settingsFrom(kind.settings, of.fields, before?.ehrType === ehrType ? before.settings : null)
  const reason = await kind
    // One that is not there yet has an id of its own.
    .connect({ clinicId: actor.clinicId!, facilityId: id ?? newId(), settings })
    .test(new AbortController().signal)
    .then(() => null)
    .catch((error: unknown) => {
      if (error instanceof EhrFailed) return error.message
      throw error
    })
  await doors.inClinic(actor, (work) =>
    work.audit({ event: 'facility.ehr-tested', facilityId: id ?? null, detail: { works: reason === null } }),
  )
  if (reason !== null) throw new Refusal(refusals.testFailed, { reason })
}
