import type { JobFilter } from '@dictara/contract/job-lists'
import type { Selectable } from 'kysely'
import { asJson, type ClinicWork, type Tables } from '../../platform/database/index.ts'

declare module '../../platform/database/columns.ts' {
  interface JsonColumns {
    'savedJobFilters.entries': JobFilter
  }
}

export type FilterPage = Selectable<Tables['savedJobFilters']>['page']

export async function findFilter(work: ClinicWork, page: FilterPage): Promise<JobFilter | undefined> {
  const { userId } = work.actor
  const saved = await work.db
    .selectFrom('savedJobFilters')
    .select('entries')
    .where(({ and }) => and({ clinicId: work.clinicId, userId, page }))
    .executeTakeFirst()
  return saved?.entries
}

export async function saveFilter(work: ClinicWork, page: FilterPage, filter: JobFilter) {
  const { userId } = work.actor
  const entries = asJson(filter)
  await work.db
    .insertInto('savedJobFilters')
    .values({ clinicId: work.clinicId, userId, page, entries })
    .onConflict((known) => known.columns(['clinicId', 'userId', 'page']).doUpdateSet({ entries }))
    .execute()
}
