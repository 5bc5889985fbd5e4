import { sql } from 'kysely'
import type { Work } from '../../platform/database/index.ts'

/** A note that waits for its turn. */
export interface WaitingNote {
  jobId: string
  noteVersion: number
  /** How often it was tried before. */
  attempts: number
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

/** The note whose turn it is, in the order of approval; undefined when none waits. */
export const findNext = (work: Work, facilityId: string): Promise<WaitingNote | undefined> =>
  waiting(work, facilityId)
    .select(['f.jobId', 'f.noteVersion', 'f.attempts'])
    .orderBy('f.queuedAt')
    .orderBy('j.number')
    .limit(1)
    .executeTakeFirst()

/** The notes that have waited since `before` or longer, the first `most`. */
export const listWaitingSince = (work: Work, facilityId: string, before: Date, most: number) =>
  waiting(work, facilityId)
    .select(['f.jobId', 'f.noteVersion', 'f.attempts'])
    .where('f.queuedAt', '<=', before)
    .orderBy('f.queuedAt')
    .orderBy('j.number')
    .limit(most)
    .execute()

const delivery = (work: Work, { jobId, noteVersion }: Pick<WaitingNote, 'jobId' | 'noteVersion'>) =>
  work.db.updateTable('filings').where(({ and }) => and({ clinicId: work.clinicId, jobId, noteVersion }))

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

/** Notes why the last try did not succeed. `isFinal`: it leaves the queue. */
export const markNotFiled = (
  work: Work,
  note: Pick<WaitingNote, 'jobId' | 'noteVersion'>,
  lastError: string,
  isFinal: boolean,
) =>
  delivery(work, note)
    .set({ lastError, ...(isFinal && { state: 'FAILED' as const }) })
    .where(sql<boolean>`filed_at is null`)
    .execute()
