import type { EhrBehaviour, FiledNote } from '@dictara/contract/filing'
import { sql } from 'kysely'
import type { z } from 'zod'
import { page, type PageOf, type Work } from '../../platform/database/index.ts'
import type { EhrNote, EhrNoteKey } from './port.ts'

/** How the demo EHR of a facility answers; it accepts until it is told otherwise. */
export async function findBehaviour(work: Work, facilityId: string): Promise<EhrBehaviour> {
  const settings = await work.db
    .selectFrom('demoEhrSettings')
    .select('behaviour')
    .where(({ and }) => and({ clinicId: work.clinicId, facilityId }))
    .executeTakeFirst()
  return settings?.behaviour ?? 'accept'
}

export async function saveBehaviour(work: Work, facilityId: string, behaviour: EhrBehaviour) {
  await work.db
    .insertInto('demoEhrSettings')
    .values({ clinicId: work.clinicId, facilityId, behaviour })
    .onConflict((known) => known.columns(['clinicId', 'facilityId']).doUpdateSet({ behaviour }))
    .execute()
}

/** Takes a note in; one that is there already is counted as delivered again and stays as it is. */
export async function receiveNote(work: Work, note: EhrNote) {
  await work.db
    .insertInto('demoEhrNotes')
    .values({
      clinicId: note.clinicId,
      facilityId: note.facilityId,
      jobId: note.jobId,
      noteVersion: note.noteVersion,
      jobNumber: note.jobNumber,
      patientName: note.patientName,
      medicalRecordNumber: note.medicalRecordNumber,
      author: note.author,
      workType: note.workType,
      dateOfEncounter: note.dateOfEncounter,
      text: note.text,
      receivedAt: work.now,
    })
    .onConflict((known) =>
      known
        .columns(['clinicId', 'jobId', 'noteVersion'])
        .doUpdateSet(({ eb }) => ({ deliveries: eb('demoEhrNotes.deliveries', '+', 1) })),
    )
    .execute()
}

/** @returns false when the note never arrived. */
export async function strikeReceived(work: Work, { facilityId, jobId, noteVersion }: EhrNoteKey): Promise<boolean> {
  const { numUpdatedRows } = await work.db
    .updateTable('demoEhrNotes')
    .set(({ fn, val }) => ({ struckAt: fn.coalesce('struckAt', val(work.now)) }))
    .where(({ and }) => and({ clinicId: work.clinicId, facilityId, jobId, noteVersion }))
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** A page of what the demo EHR of a facility received, newest first. */
export const listReceivedNotes = (
  work: Work,
  facilityId: string,
  paging: { page: number; size: number },
): Promise<PageOf<z.input<typeof FiledNote>>> =>
  page(
    work,
    { ...paging, sortOrder: 'descend' },
    {
      from: work.db.selectFrom('demoEhrNotes').where(({ and }) => and({ clinicId: work.clinicId, facilityId })),
      columns: (notes) =>
        notes
          .select(['id', 'jobId', 'jobNumber', 'noteVersion', 'patientName', 'medicalRecordNumber', 'author'])
          .select(['workType', 'dateOfEncounter', 'text', 'receivedAt', 'deliveries'])
          .select(sql<boolean>`struck_at is not null`.as('struckOut')),
      sort: { received: 'receivedAt' },
      tie: 'id',
    },
  )
