import { sql } from 'kysely'
import { asJson, type ClinicWork } from '../../platform/database/index.ts'

declare module '../../platform/database/columns.ts' {
  interface JsonColumns {
    'userPreferences.chosen': Record<string, unknown>
  }
}

/** The person's stored choices. */
export async function findChosen(work: ClinicWork): Promise<Record<string, unknown>> {
  const { userId } = work.actor
  const kept = await work.db
    .selectFrom('userPreferences')
    .select('chosen')
    .where(({ and }) => and({ clinicId: work.clinicId, userId }))
    .executeTakeFirst()
  return kept?.chosen ?? {}
}

/** Adds to what is kept, also of an older or newer version, and beside what another device chooses at this moment. */
export async function keepChosen(work: ClinicWork, change: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { userId } = work.actor
  const { chosen } = await work.db
    .insertInto('userPreferences')
    .values({ clinicId: work.clinicId, userId, chosen: asJson(change) })
    .onConflict((known) =>
      known.columns(['clinicId', 'userId']).doUpdateSet({ chosen: sql`user_preferences.chosen || excluded.chosen` }),
    )
    .returning('chosen')
    .executeTakeFirstOrThrow()
  return chosen
}
