import { noteRefusals } from '@dictara/contract/notes'
import type { ClinicWork } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { announceJob, getWorkableJob, says } from '../jobs/index.ts'
import {
  deleteNoteComment,
  insertNoteComment,
  listNoteComments,
  type NewComment,
  type NoteCommentOut,
} from './note-comments.store.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'note.commented': { commentId: string }
    'note.commentTakenOut': { commentId: string }
  }
}

const commentsMost = 200

/** Adds a comment of the job's holder to a place in the note, outside its text (docs/decisions/0011). Sending it again changes nothing. */
export async function commentOn(work: ClinicWork, jobId: string, sent: NewComment): Promise<NoteCommentOut> {
  const comment = sent.comment.trim()
  refuseUnless(says(comment), noteRefusals.commentMissing)
  const job = await getWorkableJob(work, jobId)
  const before = await listNoteComments(work, jobId)
  const known = before.find(({ id }) => id === sent.id)
  if (known) {
    refuseUnless(known.userId === work.actor.userId, noteRefusals.othersComment)
    return known
  }
  refuseUnless(before.length < commentsMost, noteRefusals.tooManyComments)
  await insertNoteComment(work, job, { ...sent, comment })
  await work.audit({ event: 'note.commented', jobId, facilityId: job.facilityId, detail: { commentId: sent.id } })
  await announceJob(work, jobId)
  return (await listNoteComments(work, jobId)).find(({ id }) => id === sent.id)!
}

/** Removes one of the actor's own comments while they hold the job. */
export async function takeCommentOut(work: ClinicWork, jobId: string, id: string): Promise<void> {
  const job = await getWorkableJob(work, jobId)
  const known = (await listNoteComments(work, jobId)).find((one) => one.id === id)
  if (!known) return
  refuseUnless(known.userId === work.actor.userId, noteRefusals.othersComment)
  await deleteNoteComment(work, jobId, id)
  await work.audit({ event: 'note.commentTakenOut', jobId, facilityId: job.facilityId, detail: { commentId: id } })
  await announceJob(work, jobId)
}
