import { isDeepStrictEqual } from 'node:util'
import { chunkBytes, dictationRefusals, type NewDictation, openDictationsMost } from '@dictara/contract/dictations'
import type * as z from 'zod/mini'
import { isAuthor, reachesFacility } from '../../platform/actor.ts'
import type { ClinicWork, Work } from '../../platform/database/index.ts'
import { notFound, refuseUnless } from '../../platform/refusal.ts'
import { dayAt, findFacility, listWorkTypes } from '../facilities/index.ts'
import { findSurvivor, isPatientOf } from '../patients/index.ts'
import { findAllowance } from '../plans/index.ts'
import { mayUseTemplate } from '../templates/index.ts'
import {
  countOpen,
  type Dictation,
  findDictationForChange,
  insertDictation,
  listRanges,
  type Says,
  updateSays,
} from './dictations.store.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'dictation.begun': null
    'dictation.patientChanged': { fromPatientId: string; fromFacilityId: string }
  }
}

type Details = z.output<typeof NewDictation>

/**
 * Checks the details of a dictation, when it begins and again when it becomes a job (T1). Does not check the patient: one who has
 * moved to another facility since must not prevent sending.
 * @returns the day of the recording in the facility's zone: the date of encounter when none is given (Q189)
 */
export async function checkDetails(
  work: ClinicWork,
  details: Pick<Details, 'facilityId' | 'templateId' | 'workType' | 'dateOfEncounter'>,
  recordedAt: Date = work.now,
): Promise<{ recordedOn: string }> {
  const { actor } = work
  refuseUnless(isAuthor(actor), dictationRefusals.notAuthor)
  const facility = reachesFacility(actor, details.facilityId) ? await findFacility(work, details.facilityId) : undefined
  refuseUnless(facility?.isEnabled, dictationRefusals.facilityUnknown)
  const { hasExpired, secondsLeft } = await findAllowance(work, facility.id)
  refuseUnless(!hasExpired, dictationRefusals.planExpired)
  refuseUnless(secondsLeft !== 0, dictationRefusals.planUsedUp)
  refuseUnless(
    !details.templateId || (await mayUseTemplate(work, actor.userId, details.templateId)),
    dictationRefusals.templateUnknown,
  )
  refuseUnless(
    !details.workType || (await listWorkTypes(work, details.facilityId)).includes(details.workType),
    dictationRefusals.workTypeUnknown,
  )
  refuseUnless(
    !details.dateOfEncounter || details.dateOfEncounter <= facility.today,
    dictationRefusals.encounterDateInFuture,
  )
  return { recordedOn: await dayAt(work, details.facilityId, recordedAt) }
}

const checkPatient = async (work: ClinicWork, { facilityId, patientId }: Pick<Details, 'facilityId' | 'patientId'>) =>
  refuseUnless(await isPatientOf(work, facilityId, patientId), dictationRefusals.patientUnknown)

/** The details of a recording, with defaults. */
const saysOf = ({ facilityId, patientId, ...details }: Details): Says => ({
  facilityId,
  patientId,
  templateId: details.templateId ?? null,
  workType: details.workType ?? null,
  dateOfEncounter: details.dateOfEncounter ?? null,
  priority: details.priority ?? 'ROUTINE',
  cuts: details.cuts ?? null,
  markers: details.markers ?? null,
  version: details.version ?? 0,
})

/** Applies changed details. The newest version counts, in whatever order versions arrive. */
async function changeDictation(work: ClinicWork, known: Dictation, details: Details): Promise<Says> {
  refuseUnless(!known.submittedAt, dictationRefusals.submitted)
  const next = saysOf(details)
  if (next.version < known.version) return known
  const templateId = next.templateId === known.templateId ? null : next.templateId
  if (!isDeepStrictEqual(aboutOf(known), aboutOf(next))) await checkDetails(work, { ...details, templateId })
  const isForAnother = known.patientId !== next.patientId || known.facilityId !== next.facilityId
  if (isForAnother) await checkPatient(work, next)
  await updateSays(work, known.id, next)
  if (isForAnother)
    await work.audit({
      event: 'dictation.patientChanged',
      facilityId: next.facilityId,
      patientId: next.patientId,
      detail: { fromPatientId: known.patientId, fromFacilityId: known.facilityId },
    })
  return next
}

const aboutOf = ({ facilityId, patientId, templateId, workType, dateOfEncounter }: Says) => [
  facilityId,
  patientId,
  templateId,
  workType,
  dateOfEncounter,
]

/** The recording time by the server's clock: the browser's may be wrong, and no recording is made in the future. */
function spokenAt(work: Work, { recordedAtMs, sentAtMs }: Pick<Details, 'recordedAtMs' | 'sentAtMs'>): Date | null {
  if (recordedAtMs === null || recordedAtMs === undefined) return null
  const nowMs = work.now.getTime()
  return new Date(nowMs - Math.max(0, (sentAtMs ?? nowMs) - recordedAtMs))
}

/**
 * Begins a dictation, or changes the details of one that has begun. The client chooses its id, which never changes (T1).
 * @throws Refusal 413 over the limit, 409 when it was submitted before.
 */
export async function beginDictation(work: ClinicWork, given: Details, limitBytes: number) {
  const { actor } = work
  const { dictationId } = given
  // A device that was offline may still know a patient who was merged.
  const details = { ...given, patientId: await findSurvivor(work, given.patientId) }
  refuseUnless((details.sizeBytes ?? 0) <= limitBytes, dictationRefusals.overLimit, {
    limit: Math.floor(limitBytes / 1_048_576),
  })
  let known = await findDictationForChange(work, dictationId)
  if (known && known.authorId !== actor.userId) throw notFound()
  if (!known) {
    await checkDetails(work, details)
    await checkPatient(work, details)
    refuseUnless((await countOpen(work, actor.userId)) < openDictationsMost, dictationRefusals.tooManyOpen, {
      most: openDictationsMost,
    })
    const isNew = await insertDictation(work, {
      ...saysOf(details),
      id: dictationId,
      authorId: actor.userId,
      mimeType: details.mimeType,
      fileName: details.fileName ?? null,
      sizeBytes: details.sizeBytes ?? null,
      recordedAt: spokenAt(work, details),
      computer: details.computer ?? null,
    })
    if (isNew)
      await work.audit({ event: 'dictation.begun', facilityId: details.facilityId, patientId: details.patientId })
    // Begun twice at once: the other call inserted it. Treat it as one that was known before.
    else known = await findDictationForChange(work, dictationId)
    if (!isNew && known?.authorId !== actor.userId) throw notFound()
  }
  const { version, cuts } = known ? await changeDictation(work, known, details) : saysOf(details)
  const takes = (await listRanges(work, [dictationId])).get(dictationId) ?? []
  return { dictationId, version, cuts, chunkBytes, limitBytes, takes }
}
