import { sql } from 'kysely'
import type { Work } from '../../platform/database/index.ts'
import { dayIn } from '../facilities/index.ts'

/** Of all clinics: the enabled facilities whose trial ends within so many days, and that have not chosen a plan. */
export const listEndingTrials = (work: Work, days: number) =>
  work.db
    .selectFrom('facilities as f')
    .select(['f.clinicId', 'f.id as facilityId', sql<string>`f.plan_end_date`.as('endsOn')])
    .select(sql<number>`f.plan_end_date - ${dayIn(work.now, sql.ref('f.timeZone'))}`.as('daysLeft'))
    .where('f.plan', '=', 'TRIAL')
    .where('f.isEnabled', '=', true)
    .where(sql<boolean>`f.plan_end_date - ${dayIn(work.now, sql.ref('f.timeZone'))} between 0 and ${days}`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('subscriptions as s')
            .select('s.id')
            .whereRef('s.clinicId', '=', 'f.clinicId')
            .whereRef('s.facilityId', '=', 'f.id')
            .where('s.status', 'in', ['PENDING', 'ACTIVE']),
        ),
      ),
    )
    .execute()
