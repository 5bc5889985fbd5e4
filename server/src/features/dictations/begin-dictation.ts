import { chunkBytes, dictationRefusals, type NewDictation } from '@dictara/contract/dictations'
import type * as z from 'zod/mini'
import { type Actor, isAuthor, reachesFacility } from '../../platform/actor.ts'
import type { Work } from '../../platform/database/index.ts'
import { notFound, refuseUnless } from '../../platform/refusal.ts'
import { dayAt, findFacility, listWorkTypes } from '../facilities/index.ts'
import { isPatientOf } from '../patients/index.ts'
import { mayUseTemplate } from '../templates/index.ts'
import { type Dictation, findDictation, insertDictation, listRanges, updateCorrections } from './dictations.store.ts'

type Details = z.output<typeof NewDictation>

/**
 * What a dictation says of itself has to hold when it begins, and again when it becomes a job (T1).
 * @returns the day of the recording in the facility's zone: the date of encounter when none is given (Q189)
 */
export async function checkDetails(
  work: Work,
  actor: Actor,
  details: Pick<Details, 'facilityId' | 'patientId' | 'templateId' | 'workType' | 'dateOfEncounter'>,
  recordedAt: Date = work.now,
): Promise<{ recordedOn: string }> {
  refuseUnless(isAuthor(actor), dictationRefusals.notAuthor)
  const facility = reachesFacility(actor, details.facilityId) ? await findFacility(work, details.facilityId) : undefined
  refuseUnless(facility?.isEnabled, dictationRefusals.facilityUnknown)
  refuseUnless(!facility.planEndDate || facility.planEndDate >= facility.today, dictationRefusals.planExpired)
  refuseUnless(await isPatientOf(work, details.facilityId, details.patientId), dictationRefusals.patientUnknown)
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

const isSame = (known: Dictation, details: Details) =>
  known.facilityId === details.facilityId && known.patientId === details.patientId

/** What may still be corrected until it is submitted: the newest word counts. */
const corrections = ({ templateId, workType, dateOfEncounter }: Partial<Details>) => ({
  templateId: templateId ?? null,
  workType: workType ?? null,
  dateOfEncounter: dateOfEncounter ?? null,
})

/**
 * Begins a dictation; the client's id is the idempotency key (T1, api.md Dictation intake).
 * @throws Refusal 413 over the limit, 409 when the id was begun with other details.
 */
export async function beginDictation(work: Work, actor: Actor, details: Details, limitBytes: number) {
  refuseUnless((details.sizeBytes ?? 0) <= limitBytes, dictationRefusals.overLimit, {
    limit: Math.floor(limitBytes / 1_048_576),
  })
  let known = await findDictation(work, details.dictationId)
  if (known && known.authorId !== actor.userId) throw notFound()
  if (!known) {
    await checkDetails(work, actor, details)
    const isNew = await insertDictation(work, {
      id: details.dictationId,
      authorId: actor.userId,
      facilityId: details.facilityId,
      patientId: details.patientId,
      templateId: details.templateId ?? null,
      workType: details.workType ?? null,
      dateOfEncounter: details.dateOfEncounter ?? null,
      mimeType: details.mimeType,
      fileName: details.fileName ?? null,
      sizeBytes: details.sizeBytes ?? null,
    })
    if (isNew)
      await work.audit({ event: 'dictation.begun', facilityId: details.facilityId, patientId: details.patientId })
    // Begun twice at once: the other call made it, and the same holds for it as for one that was known before.
    else known = await findDictation(work, details.dictationId)
    if (!isNew && known?.authorId !== actor.userId) throw notFound()
  }
  if (known) {
    refuseUnless(isSame(known, details), dictationRefusals.otherDictation)
    const now = corrections(details)
    if (!known.submittedAt && JSON.stringify(corrections(known)) !== JSON.stringify(now)) {
      await checkDetails(work, actor, details)
      await updateCorrections(work, known.id, now)
    }
  }
  const takes = (await listRanges(work, [details.dictationId])).get(details.dictationId) ?? []
  return { dictationId: details.dictationId, chunkBytes, limitBytes, takes }
}
