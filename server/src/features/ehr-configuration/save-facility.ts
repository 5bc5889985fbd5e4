import {
  ehrConfigurationRefusals as refusals,
  type Facility,
  facilityFieldNames,
  type FacilityInput,
} from '@dictara/contract/ehr-configuration'
import type { z } from 'zod'
import type { EhrKind, EhrKinds, EhrSettings } from '../../gateways/ehr/index.ts'
import { type ClinicWork, waitForTurn } from '../../platform/database/index.ts'
import { refuseUnless, refuseUnlessAsSeen } from '../../platform/refusal.ts'
import { isTimeZone } from '../../platform/time-zone.ts'
import {
  dropEhrSettings,
  dropVerifications,
  type FacilityColumns,
  findEhrOf,
  insertFacility,
  saveEhrSettings,
  updateFacility,
} from '../facilities/index.ts'
import { linkToFacility } from '../people/index.ts'
import { type FacilityRow, findFacilityRow, lockFacility, nameIsTaken } from './ehr-configuration.store.ts'
import { isSameSettings, settingsFrom } from './ehr-settings.ts'
import { type EhrParts, showFacility } from './show-facility.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'facility.added': { ehrType: string | null }
    'facility.configured': { ehrType: string | null; ehrChanged: boolean; changed: string[] }
  }
}

/** The kind of EHR of a type. @throws Refusal 422 for a type that this installation does not know */
export function kindOf(kinds: EhrKinds, ehrType: string): EhrKind {
  const kind = Object.hasOwn(kinds, ehrType) ? kinds[ehrType] : undefined
  refuseUnless(kind, refusals.ehrTypeUnknown)
  return kind
}

/** How many reviews a note of the facility can get: none without review, else 1 to 5 (FAC-25, FAC-26). */
function reviewsOf({ transcriptionFlow, reviewerCount }: FacilityInput['ehrConfiguration']): number {
  if (transcriptionFlow === 'TRANSCRIPTION_ONLY') return 0
  refuseUnless(reviewerCount > 0, refusals.reviewersMissing)
  return reviewerCount
}

/** Checks what was entered, and waits until nobody else of the clinic is naming a facility. */
async function checkWords(work: ClinicWork, { facilityName, timeZone }: FacilityInput, except: string | null) {
  refuseUnless(isTimeZone(timeZone), refusals.timeZoneUnknown)
  await waitForTurn(work, `facility names ${work.clinicId}`)
  refuseUnless(!(await nameIsTaken(work, facilityName, except)), refusals.nameTaken)
}

interface Connection {
  kind: EhrKind
  settings: EhrSettings
}

/**
 * The EHR that a facility is to be connected to; null for none.
 * @param before its connection until now: masked settings that were not entered anew are taken from there if the EHR type is the same
 */
function connectionOf(
  { kinds }: EhrParts,
  { ehrType, fields, allPatientsRequired }: FacilityInput['ehrConfiguration'],
  before: { ehrType: string; settings: EhrSettings } | null,
): Connection | null {
  if (ehrType === null) return null
  const kind = kindOf(kinds, ehrType)
  refuseUnless(allPatientsRequired !== undefined, refusals.allPatientsMissing)
  return { kind, settings: settingsFrom(kind.settings, fields, before?.ehrType === ehrType ? before.settings : null) }
}

const columnsOf = (
  { facilityName, timeZone, ehrConfiguration: ehr }: FacilityInput,
  connection: Connection | null,
): Omit<FacilityColumns, 'verificationAskedSince'> => ({
  name: facilityName,
  timeZone,
  ehrType: connection?.kind.ehrType ?? null,
  transcriptionFlow: ehr.transcriptionFlow,
  reviewerCount: reviewsOf(ehr),
  ...(ehr.allPatientsRequired !== undefined && { allPatientsRequired: ehr.allPatientsRequired }),
  rangeForDischargedPatients: ehr.rangeForDischargedPatients,
  hl7Integration: ehr.hl7Integration,
})

const asksVerification = (connection: Connection | null) =>
  connection?.kind.verification?.isAsked(connection.settings) ?? false

async function keep(work: ClinicWork, { secrets }: EhrParts, facilityId: string, connection: Connection | null) {
  if (connection) await saveEhrSettings(work, secrets, facilityId, connection.kind, connection.settings)
  else await dropEhrSettings(work, facilityId)
}

/**
 * Adds a facility with the usual work types, and links who adds it (FAC-47).
 * @param trialDays how long it is free (Q152)
 * @throws Refusal 422 for a name that the clinic has already, and for what an EHR asks for and was not entered
 */
export async function addFacility(
  work: ClinicWork,
  parts: EhrParts,
  input: FacilityInput,
  trialDays: number,
): Promise<z.input<typeof Facility>> {
  await checkWords(work, input, null)
  const connection = connectionOf(parts, input.ehrConfiguration, null)
  const { facilityName: name, timeZone } = input
  const facilityId = await insertFacility(work, { name, timeZone, isParent: false, trialDays })
  await updateFacility(work, facilityId, {
    ...columnsOf(input, connection),
    verificationAskedSince: asksVerification(connection) ? work.now : null,
  })
  await keep(work, parts, facilityId, connection)
  await linkToFacility(work, work.actor.userId, facilityId)
  await work.audit({
    event: 'facility.added',
    facilityId,
    detail: { ehrType: connection?.kind.ehrType ?? null },
  })
  return showFacility(work, parts, facilityId)
}

const columnNames = {
  name: facilityFieldNames.facilityName,
  timeZone: facilityFieldNames.timeZone,
  ehrType: facilityFieldNames.ehrType,
  transcriptionFlow: facilityFieldNames.transcriptionFlow,
  reviewerCount: facilityFieldNames.reviewerCount,
  allPatientsRequired: facilityFieldNames.allPatientsRequired,
  rangeForDischargedPatients: facilityFieldNames.rangeForDischargedPatients,
  hl7Integration: facilityFieldNames.hl7Integration,
} as const

/** The names of the changed fields. */
const changedColumns = (before: FacilityRow, after: ReturnType<typeof columnsOf>): string[] =>
  (Object.keys(columnNames) as (keyof typeof columnNames)[])
    .filter((column) => after[column] !== undefined && after[column] !== before[column])
    .map((column) => columnNames[column])

/** The names of what changed of a connection with the same kind of EHR; never a value. */
function changedSettings(
  after: Connection | null,
  before: { ehrType: string; settings: EhrSettings } | null,
): string[] {
  if (!after || after.kind.ehrType !== before?.ehrType) return []
  return after.kind.settings
    .filter(({ field }) => after.settings[field] !== before.settings[field])
    .map(({ fieldName }) => fieldName)
}

/** Since when people are asked to verify themselves: anew where the EHR is another one. */
const askedSince = (work: ClinicWork, before: FacilityRow, isAsked: boolean, isOther: boolean) => {
  if (!isAsked) return null
  return isOther ? work.now : (before.verificationAskedSince ?? work.now)
}

/**
 * Changes a facility and its EHR configuration (FAC-48). Who leaves the demo EHR does not get it back (Q085).
 * @throws Refusal 409 when somebody else has changed it since it was seen, and as `addFacility`
 */
export async function editFacility(
  work: ClinicWork,
  parts: EhrParts,
  input: FacilityInput & { id: string; version?: number | undefined },
): Promise<z.input<typeof Facility>> {
  const { id } = input
  await lockFacility(work, id)
  const before = (await findFacilityRow(work, id))!
  await refuseUnlessAsSeen(before.version, input, () => showFacility(work, parts, id))
  if (before.name !== input.facilityName || before.timeZone !== input.timeZone) await checkWords(work, input, id)
  const connectedBefore = await findEhrOf(work, parts.secrets, id)
  const connection = connectionOf(parts, input.ehrConfiguration, connectedBefore)
  const ehrType = connection?.kind.ehrType ?? null
  refuseUnless(ehrType !== 'demo' || before.demoResetAt === null, refusals.demoGone)
  const isOther =
    ehrType !== before.ehrType || !isSameSettings(connection?.settings ?? {}, connectedBefore?.settings ?? {})
  const columns = columnsOf(input, connection)
  await updateFacility(work, id, {
    ...columns,
    demoResetAt: before.ehrType === 'demo' && ehrType !== 'demo' ? work.now : before.demoResetAt,
    verificationAskedSince: askedSince(work, before, asksVerification(connection), isOther),
  })
  await keep(work, parts, id, connection)
  if (isOther) {
    await dropVerifications(work, id)
    if (connectedBefore) await parts.kinds[connectedBefore.ehrType]?.verification?.forget?.(work, { facilityId: id })
  }
  const changed = [...changedColumns(before, columns), ...changedSettings(connection, connectedBefore)]
  await work.audit({ event: 'facility.configured', facilityId: id, detail: { ehrType, ehrChanged: isOther, changed } })
  return showFacility(work, parts, id)
}
