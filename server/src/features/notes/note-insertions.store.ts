import type { Insertable } from 'kysely'
import { newId } from '../../platform/ids.ts'
import type { Tables, Work } from '../../platform/database/index.ts'

/** Text that a phrase, or the default text of a heading (no phrase), put into a note: how many letters, without formats. */
export interface NoteInsertion extends Pick<Insertable<Tables['noteInsertions']>, 'letters' | 'undone'> {
  /** Made by who inserts, so that it is kept once when it is told twice; of the conversion none. */
  id?: string
  phraseId: string | null
}

/** Keeps what was put into a note, by the actor or, without one, by the conversion. Told again, it is only undone or not. */
export async function keepInsertions(work: Work, jobId: string, insertions: readonly NoteInsertion[]): Promise<void> {
  if (insertions.length === 0) return
  const userId = work.actor?.userId ?? null
  await work.db
    .insertInto('noteInsertions')
    .values(
      insertions.map(({ id = newId(work.now.getTime()), phraseId, letters, undone = false }) => ({
        clinicId: work.clinicId,
        jobId,
        id,
        phraseId,
        userId,
        letters,
        undone,
        at: work.now,
      })),
    )
    .onConflict((known) =>
      known.columns(['clinicId', 'jobId', 'id']).doUpdateSet(({ ref }) => ({ undone: ref('excluded.undone') })),
    )
    .execute()
}

/** What the conversion put into a note that it has just written; of a note that it wrote before nothing is left. */
export async function keepConvertedInsertions(
  work: Work,
  jobId: string,
  insertions: readonly NoteInsertion[],
): Promise<void> {
  await work.db
    .deleteFrom('noteInsertions')
    .where(({ and }) => and({ clinicId: work.clinicId, jobId }))
    .where('userId', 'is', null)
    .execute()
  await keepInsertions(work, jobId, insertions)
}
