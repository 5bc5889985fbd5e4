import { newId } from '../../platform/ids.ts'
import type { RowOf, Work } from '../../platform/database/index.ts'

/** Text that a phrase, or a heading's default text (`phraseId` null), put into a note. `letters`: its length without formats. */
export interface NoteInsertion extends RowOf<'noteInsertions', 'letters' | 'phraseId'> {
  /** Made by the editor, so that an insertion reported twice is stored once. Absent for the conversion's insertions. */
  id?: string
  undone?: boolean
}

/** Stores insertions by the actor or, without one, by the conversion. For a known id only `undone` is updated. */
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

/** Stores the conversion's insertions into the note it has just written, in place of those of an earlier conversion. */
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
