import { sql } from 'kysely'
import type { Work } from '../../platform/database/index.ts'
import { triesInARow } from './back-off.ts'

/** A note that waits for its turn: to be written, or, when its job was deleted, to be struck out where it may be. */
export interface WaitingNote {
  jobId: string
  noteVersion: number
  /** How often it was tried before. */
  attempts: number
  /** How often nothing was answered; a run that died is none of these. */
  silences: number
  ehrType: string | null
  /** Whose note it was at an earlier try that the EHR did not refuse, so that it may have it. */
  unansweredPatientId: string | null
  isDeleted: boolean
}

/** Puts a version of a job's note at the end of its facility's queue; has no effect while it waits there. */
export const queueNote = (work: Work, jobId: string, facilityId: string, noteVersion: number) =>
  work.db
    .insertInto('filings')
    .columns(['clinicId', 'jobId', 'noteVersion', 'facilityId', 'ehrType', 'queuedAt'])
    .expression(({ selectFrom, val }) =>
      selectFrom('facilities')
        .select(['clinicId', val(jobId).as('jobId'), val(noteVersion).as('noteVersion'), 'id', 'ehrType'])
        .select(val(work.now).as('queuedAt'))
        .where(({ and }) => and({ clinicId: work.clinicId, id: facilityId })),
    )
    .onConflict((known) =>
      known
        .columns(['clinicId', 'jobId', 'noteVersion'])
        .doUpdateSet(({ ref }) => ({
          facilityId: ref('excluded.facilityId'),
          ehrType: ref('excluded.ehrType'),
          queuedAt: ref('excluded.queuedAt'),
          state: 'WAITING' as const,
          attempts: 0,
          silences: 0,
          lastError: null,
        }))
        .where('filings.state', '<>', 'WAITING'),
    )
    .execute()

/** The waiting notes of a facility, unordered. Of a deleted job only what is to be struck out waits (`queueTakeBacks`). */
const waiting = (work: Work, facilityId: string) =>
  work.db
    .selectFrom('filings as f')
    .innerJoin('jobs as j', (join) => join.onRef('j.clinicId', '=', 'f.clinicId').onRef('j.id', '=', 'f.jobId'))
    .where(({ and }) => and({ 'f.clinicId': work.clinicId, 'f.facilityId': facilityId, 'f.state': 'WAITING' }))
    .where(sql<boolean>`case when j.is_enabled then j.status = 'WRITING' else f.unanswered_patient_id is not null end`)
    .select(['f.jobId', 'f.noteVersion', 'f.attempts', 'f.silences', 'f.ehrType', 'f.unansweredPatientId'])
    .select(sql<boolean>`not j.is_enabled`.as('isDeleted'))

/**
 * The note whose turn it is; undefined when none waits. They go in the order of approval. While the EHR is silent, the first notes of
 * all patients take turns after two tries each, so that one that is never answered can't be taken for an EHR that is away.
 */
export async function findNext(work: Work, facilityId: string, isSilent: boolean): Promise<WaitingNote | undefined> {
  const all = waiting(work, facilityId)
  if (!isSilent) return all.orderBy('f.queuedAt').orderBy('j.number').limit(1).executeTakeFirst()
  const firsts = all
    .distinctOn('j.patientId')
    .select(['f.queuedAt', 'j.number'])
    .orderBy('j.patientId')
    .orderBy('f.queuedAt')
    .orderBy('j.number')
  const [next] = await work.db
    .selectFrom(firsts.as('one'))
    .select(['one.jobId', 'one.noteVersion', 'one.attempts', 'one.silences', 'one.ehrType', 'one.unansweredPatientId'])
    .select('one.isDeleted')
    .orderBy(({ fn, lit }) => fn<number>('greatest', ['one.silences', lit(triesInARow - 1)]))
    .orderBy('one.queuedAt')
    .orderBy('one.number')
    .limit(1)
    .execute()
  return next
}

/** The notes that have waited since `before` or longer, the first `most`. */
export const listWaitingSince = (work: Work, facilityId: string, before: Date, most: number) =>
  waiting(work, facilityId)
    .where('f.queuedAt', '<=', before)
    .orderBy('f.queuedAt')
    .orderBy('j.number')
    .limit(most)
    .execute()

const delivery = (work: Work, { jobId, noteVersion }: Pick<WaitingNote, 'jobId' | 'noteVersion'>) =>
  work.db.updateTable('filings').where(({ and }) => and({ clinicId: work.clinicId, jobId, noteVersion }))

/** Versions of a job’s note before `version` that the EHR of this kind may have, and whose note each was. */
export const listUnanswered = (work: Work, jobId: string, version: number, ehrType: string) =>
  work.db
    .selectFrom('filings')
    .select(['noteVersion', sql<string>`unanswered_patient_id`.as('patientId')])
    .where(({ and }) => and({ clinicId: work.clinicId, jobId, ehrType }))
    .where('noteVersion', '<', version)
    .where('unansweredPatientId', 'is not', null)
    .orderBy('noteVersion')
    .execute()

/** The patient of a job now. */
const patientOf = (work: Work, jobId: string) =>
  work.db
    .selectFrom('jobs')
    .select('patientId')
    .where(({ and }) => and({ clinicId: work.clinicId, id: jobId }))

/**
 * Notes that a waiting note is sent now, as version `toVersion` of the note. From here on the EHR may have it, whatever becomes of this
 * server.
 */
export const markTried = (work: Work, note: WaitingNote, toVersion: number, ehrType: string | null) =>
  delivery(work, note)
    .set(({ eb }) => ({
      noteVersion: toVersion,
      ehrType,
      attempts: eb('attempts', '+', 1),
      lastTriedAt: work.now,
      unansweredPatientId: ehrType === null ? null : patientOf(work, note.jobId),
    }))
    .execute()

/** Notes that a note of a deleted job is struck out now. */
export const markTakingBack = (work: Work, note: WaitingNote) =>
  delivery(work, note)
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), lastTriedAt: work.now }))
    .execute()

/** Has what the EHR may have of a deleted job struck out there. @returns whether there is anything */
export async function queueTakeBacks(work: Work, jobId: string): Promise<boolean> {
  const { numUpdatedRows } = await work.db
    .updateTable('filings')
    .set({ state: 'WAITING', queuedAt: work.now, attempts: 0, silences: 0, lastError: null })
    .where(({ and }) => and({ clinicId: work.clinicId, jobId }))
    .where('unansweredPatientId', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Notes that the versions of a job’s note before `version` are in the EHR no more. */
export const markTakenBack = (work: Work, jobId: string, version: number) =>
  work.db
    .updateTable('filings')
    .set({ unansweredPatientId: null, strikeStatus: 'STRUCK' })
    .where(({ and }) => and({ clinicId: work.clinicId, jobId }))
    .where('noteVersion', '<', version)
    .where('unansweredPatientId', 'is not', null)
    .execute()

/** Gives the notes that the EHR may have under a merged patient to the patient who remains. */
export async function giveUnanswered(work: Work, { from, into }: { from: string; into: string }): Promise<void> {
  await work.db
    .updateTable('filings')
    .set({ unansweredPatientId: into })
    .where(({ and }) => and({ clinicId: work.clinicId, unansweredPatientId: from }))
    .execute()
}

/** Notes that the EHR took it, and under which name; the time of the first answer stays. Its job can only be struck out from now on. */
export const markFiled = (work: Work, note: Pick<WaitingNote, 'jobId' | 'noteVersion'>, reference: string | null) =>
  delivery(work, note)
    .set(({ fn, val }) => ({
      state: 'FILED' as const,
      filedAt: fn.coalesce('filedAt', val(work.now)),
      reference: fn.coalesce(val(reference), 'reference'),
      lastError: null,
      unansweredPatientId: null,
    }))
    .execute()

/** For the demo: the EHR has taken what waits of a job, without being asked. */
export const noteAsDelivered = (work: Work, jobId: string) =>
  work.db
    .updateTable('filings')
    .set({ state: 'FILED', filedAt: work.now, lastTriedAt: work.now, attempts: 1 })
    .where(({ and }) => and({ clinicId: work.clinicId, jobId, state: 'WAITING' }))
    .execute()

type Unfiled = Pick<WaitingNote, 'jobId' | 'noteVersion'>
const unfiled = (work: Work, note: Unfiled) => delivery(work, note).where(sql<boolean>`filed_at is null`)

/** Notes that the last try was not answered. */
export const markSilent = (work: Work, note: Unfiled, lastError: string) =>
  unfiled(work, note)
    .set(({ eb }) => ({ lastError, silences: eb('silences', '+', 1) }))
    .execute()

/** Notes that the EHR refused the last try. It may still have what an earlier try sent. */
export const markRefused = (
  work: Work,
  { unansweredPatientId, ...note }: Unfiled & Pick<WaitingNote, 'unansweredPatientId'>,
) => unfiled(work, note).set({ unansweredPatientId }).execute()

/** Notes whether a note of a deleted job was struck out where it may have been. */
export const markTakeBack = (work: Work, note: Unfiled, isDone: boolean, lastError: string | null) =>
  delivery(work, note)
    .set({
      state: 'FAILED',
      lastError,
      strikeStatus: isDone ? 'STRUCK' : 'FAILED',
      ...(isDone && { unansweredPatientId: null }),
    })
    .execute()

/** Notes why the note leaves the queue without being filed. */
export const markFailed = (work: Work, note: Unfiled, lastError: string) =>
  unfiled(work, note).set({ lastError, state: 'FAILED' }).execute()
