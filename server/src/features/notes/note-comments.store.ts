import type { NoteComment, NotePlace } from '@dictara/contract/notes'
import type { z } from 'zod'
import type { ClinicWork, RowOf, Work } from '../../platform/database/index.ts'
import type { JobRecord } from '../jobs/index.ts'

export type NewComment = RowOf<'noteComments', 'id' | 'comment'> & { place: NotePlace }
export type NoteCommentOut = z.input<typeof NoteComment>

/** The comments on places in the note, oldest first. */
export async function listNoteComments(work: Work, jobId: string): Promise<NoteCommentOut[]> {
  const rows = await work.db
    .selectFrom('noteComments as c')
    .innerJoin('users as u', (join) => join.onRef('u.clinicId', '=', 'c.clinicId').onRef('u.id', '=', 'c.userId'))
    .selectAll('c')
    .select('u.fullName as userName')
    .where(({ and }) => and({ 'c.clinicId': work.clinicId, 'c.jobId': jobId }))
    .orderBy('c.createdAt')
    .orderBy('c.id')
    .execute()
  return rows.map(({ id, comment, userId, userName, userType, level, createdAt, ...place }) => {
    const { sectionId, start, quote, before, after, second } = place
    return {
      id,
      comment,
      userId,
      userName,
      userType,
      level,
      createdDate: createdAt,
      place: { sectionId, start, quote, before, after, second },
    }
  })
}

export async function insertNoteComment(work: ClinicWork, job: JobRecord, { id, comment, place }: NewComment) {
  const { userId, userType } = work.actor
  await work.db
    .insertInto('noteComments')
    .values({
      clinicId: work.clinicId,
      jobId: job.id,
      id,
      userId,
      userType,
      level: job.level,
      comment,
      ...place,
      createdAt: work.now,
    })
    .execute()
}

export async function deleteNoteComment(work: Work, jobId: string, id: string) {
  await work.db
    .deleteFrom('noteComments')
    .where(({ and }) => and({ clinicId: work.clinicId, jobId, id }))
    .execute()
}

/** Deletes the comments that a person has added to a note since `since`. */
export async function dropCommentsSince(work: Work, jobId: string, userId: string, since: Date) {
  await work.db
    .deleteFrom('noteComments')
    .where(({ and }) => and({ clinicId: work.clinicId, jobId, userId }))
    .where('createdAt', '>=', since)
    .execute()
}
