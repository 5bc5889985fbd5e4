import type { JobFilter } from '@dictara/contract/job-lists'
import type { Selectable } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { asJson, type Tables, type Work } from '../../platform/database/index.ts'

declare module '../../platform/database/columns.ts' {
  interface JsonColumns {
    'savedJobFilters.entries': JobFilter
  }
}

export type FilterPage = Selectable<Tables['savedJobFilters']>['page']

export async function findFilter(work: Work, { userId }: Actor, page: FilterPage): Promise<JobFilter | undefined> {
  const saved = await work.db
    .selectFrom('savedJobFilters')
    .select('entries')
    .where(({ and }) => and({ clinicId: work.clinicId, userId, page }))
    .executeTakeFirst()
  return saved?.entries
}

export async function saveFilter(work: Work, { userId }: Actor, page: FilterPage, filter: JobFilter) {
  const entries = asJson(filter)
  await work.db
    .insertInto('savedJobFilters')
    .values({ clinicId: work.clinicId, userId, page, entries })
    .onConflict((known) => known.columns(['clinicId', 'userId', 'page']).doUpdateSet({ entries }))
    .execute()
}
