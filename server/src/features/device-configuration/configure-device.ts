import { sharedRefusals } from '@dictara/contract'
import { deviceConfigurationRefusals as refusals, type EhrField } from '@dictara/contract/device-configuration'
import { type EhrKind, type OfferedField, usualFields } from '../../gateways/ehr/index.ts'
import type { ClinicWork, Work } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { listWorkTypes } from '../facilities/index.ts'
import { findConfiguration, getConnection, saveConfiguration } from './device-configuration.store.ts'
import { type Exposed, exposedOf, onlyExposed, withExposed } from './exposed-fields.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'facility.ehr-fields-set': { workType: string; fields: number }
  }
}

/** The EHR catalogues of this installation, by `ehrType`. */
export type KindsWithFields = Readonly<Record<string, Pick<EhrKind, 'fields'>>>

/** The fields of an EHR, which of them a work type exposes, and the version of that choice. */
export interface FieldsOfWorkType {
  fields: EhrField[]
  version: number
}

/** @throws Refusal 422 for a disabled facility, or a work type that it does not use. */
async function offeredAt(work: ClinicWork, kinds: KindsWithFields, facilityId: string, workType: string | undefined) {
  const { isEnabled, ehrType } = await getConnection(work, facilityId)
  refuseUnless(isEnabled, refusals.facilityDisabled)
  if (workType !== undefined)
    refuseUnless((await listWorkTypes(work, facilityId)).includes(workType), refusals.workTypeUnknown)
  return ehrType === null ? [] : (kinds[ehrType]?.fields ?? [])
}

async function asSaved(work: ClinicWork, offered: readonly OfferedField[], facilityId: string, workType: string) {
  const { exposed, version } = await findConfiguration(work, facilityId, workType)
  return { fields: withExposed(offered, exposed), version }
}

/** The fields of a facility's EHR (none without an EHR), and which of them a work type exposes (SETT-20). */
export async function showFields(
  work: ClinicWork,
  kinds: KindsWithFields,
  facilityId: string,
  workType: string | undefined,
): Promise<FieldsOfWorkType> {
  const offered = await offeredAt(work, kinds, facilityId, workType)
  if (workType === undefined) return { fields: withExposed(offered, []), version: 0 }
  return asSaved(work, offered, facilityId, workType)
}

/**
 * The fields that the inference panel shows for a job (Q063): those that its facility exposes for its work type. If nothing was
 * saved for the work type, all fields of the EHR; without an EHR or a work type, a standard set.
 */
export async function listExposedFields(
  work: Work,
  kinds: KindsWithFields,
  { facilityId, workType }: { facilityId: string; workType: string | null },
): Promise<readonly OfferedField[]> {
  const { ehrType } = await getConnection(work, facilityId)
  if (ehrType === null || workType === null) return usualFields
  const offered = kinds[ehrType]?.fields ?? usualFields
  const { exposed, version } = await findConfiguration(work, facilityId, workType)
  return version === 0 ? offered : onlyExposed(offered, exposed)
}

const countOf = (exposed: readonly Exposed[]): number =>
  exposed.reduce((sum, { values }) => sum + (values.length > 0 ? countOf(values) : 1), 0)

/**
 * Replaces the choice of fields that a facility exposes for a work type.
 * @throws Refusal 409 when somebody else has changed it since it was seen, 422 as `exposedOf` says
 */
export async function saveFields(
  work: ClinicWork,
  kinds: KindsWithFields,
  of: { facilityId: string; workType: string },
  sent: { fields: readonly EhrField[]; version: number },
): Promise<FieldsOfWorkType> {
  const { facilityId, workType } = of
  const offered = await offeredAt(work, kinds, facilityId, workType)
  const exposed = exposedOf(offered, sent.fields)
  const isFirst = await saveConfiguration(work, of, { exposed, version: sent.version })
  refuseUnless(isFirst, sharedRefusals.changedMeanwhile)
  await work.audit({
    event: 'facility.ehr-fields-set',
    facilityId,
    detail: { workType, fields: countOf(exposed) },
  })
  return asSaved(work, offered, facilityId, workType)
}
