import { sql } from 'kysely'
import type { Work } from '../../platform/database/index.ts'
import { triesInARow } from './back-off.ts'

/** A note that waits for its turn. */
export interface WaitingNote {
  jobId: string
  noteVersion: number
  /** How often it was tried before. */
  attempts: number
  /** How often nothing was answered; a run that died is none of these. */
  silences: number
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

/** The waiting notes of a facility, unordered. */
const waiting = (work: Work, facilityId: string) =>
  work.db
    .selectFrom('filings as f')
    .innerJoin('jobs as j', (join) => join.onRef('j.clinicId', '=', 'f.clinicId').onRef('j.id', '=', 'f.jobId'))
    .where(({ and }) => and({ 'f.clinicId': work.clinicId, 'f.facilityId': facilityId, 'f.state': 'WAITING' }))
    .where(({ and }) => and({ 'j.status': 'WRITING', 'j.isEnabled': true }))

const columns = ['f.jobId', 'f.noteVersion', 'f.attempts', 'f.silences'] as const

/**
 * The note whose turn it is; undefined when none waits. They go in the order of approval. While the EHR is silent, the first notes of
 * all patients take turns after two tries each, so that one that is never answered can't be taken for an EHR that is away.
 */
export async function findNext(work: Work, facilityId: string, isSilent: boolean): Promise<WaitingNote | undefined> {
  const all = waiting(work, facilityId).select(columns)
  if (!isSilent) return all.orderBy('f.queuedAt').orderBy('j.number').limit(1).executeTakeFirst()
  const firsts = all
    .distinctOn('j.patientId')
    .select(['f.queuedAt', 'j.number'])
    .orderBy('j.patientId')
    .orderBy('f.queuedAt')
    .orderBy('j.number')
  const [next] = await work.db
    .selectFrom(firsts.as('one'))
    .select(['one.jobId', 'one.noteVersion', 'one.attempts', 'one.silences'])
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
    .select(columns)
    .where('f.queuedAt', '<=', before)
    .orderBy('f.queuedAt')
    .orderBy('j.number')
    .limit(most)
    .execute()

const delivery = (work: Work, { jobId, noteVersion }: Pick<WaitingNote, 'jobId' | 'noteVersion'>) =>
  work.db.updateTable('filings').where(({ and }) => and({ clinicId: work.clinicId, jobId, noteVersion }))

/** Versions of a job’s note before `version` that the EHR may have, because a try was not answered, and whose note each was. */
export const listUnanswered = (work: Work, jobId: string, version: number) =>
  work.db
    .selectFrom('filings')
    .select(['noteVersion', sql<string>`unanswered_patient_id`.as('patientId')])
    .where(({ and }) => and({ clinicId: work.clinicId, jobId, filedAt: null }))
    .where('noteVersion', '<', version)
    .where('unansweredPatientId', 'is not', null)
    .orderBy('noteVersion')
    .execute()

/** Notes that a waiting note is sent now, as version `toVersion` of the note. */
export const markTried = (work: Work, note: WaitingNote, toVersion: number, ehrType: string | null) =>
  delivery(work, note)
    .set(({ eb }) => ({
      noteVersion: toVersion,
      ehrType,
      attempts: eb('attempts', '+', 1),
      lastTriedAt: work.now,
    }))
    .execute()

/** Notes that the EHR took it, and under which name; the time of the first answer stays. */
export const markFiled = (work: Work, note: Pick<WaitingNote, 'jobId' | 'noteVersion'>, reference: string | null) =>
  delivery(work, note)
    .set(({ fn, val }) => ({
      state: 'FILED' as const,
      filedAt: fn.coalesce('filedAt', val(work.now)),
      reference: fn.coalesce(val(reference), 'reference'),
      lastError: null,
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
    .set(({ eb, selectFrom }) => ({
      lastError,
      silences: eb('silences', '+', 1),
      unansweredPatientId: selectFrom('jobs')
        .select('patientId')
        .where(({ and }) => and({ clinicId: work.clinicId, id: note.jobId })),
    }))
    .execute()

/** Notes why the note leaves the queue without being filed. */
export const markFailed = (work: Work, note: Unfiled, lastError: string) =>
  unfiled(work, note).set({ lastError, state: 'FAILED' }).execute()
