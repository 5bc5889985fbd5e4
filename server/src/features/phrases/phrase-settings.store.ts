import type { Work } from '../../platform/database/index.ts'

/** Whether a key said as a sentence of its own stands for its phrase; by itself it does not. */
export async function keyAloneOf(work: Work): Promise<boolean> {
  const kept = await work.db
    .selectFrom('phraseSettings')
    .select('keyAlone')
    .where('clinicId', '=', work.clinicId)
    .executeTakeFirst()
  return kept?.keyAlone ?? false
}

export async function setKeyAlone(work: Work, keyAlone: boolean): Promise<void> {
  await work.db
    .insertInto('phraseSettings')
    .values({ clinicId: work.clinicId, keyAlone })
    .onConflict((known) => known.column('clinicId').doUpdateSet({ keyAlone }))
    .execute()
}
