import { sql } from 'kysely'
import type { Work } from '../../platform/database/index.ts'
import { dayIn } from './facilities.store.ts'

/** Without payments every facility of every clinic has the unlimited plan, which doesn’t end. */
export async function makeUnlimited(work: Work): Promise<void> {
  await work.db
    .updateTable('facilities')
    .set({ plan: 'UNLIMITED', planEndDate: null, planRenews: false })
    .where('plan', '!=', 'UNLIMITED')
    .execute()
}

/**
 * With payments nothing is unlimited: who has paid has their plan again, whose subscription runs as well (the gateway is asked soon
 * whether it was paid meanwhile), and all others begin a trial.
 */
export async function endUnlimited(work: Work, trialDays: number): Promise<void> {
  const today = dayIn(work.now, sql.ref('f.time_zone'))
  await sql`
    update facilities u set plan = p.plan, plan_end_date = p.ends, plan_renews = p.renews
    from (
      select f.clinic_id, f.id, coalesce(s.plan, 'TRIAL') as plan, coalesce(s.status = 'ACTIVE', false) as renews,
        case when s.plan is null then ${today} + ${trialDays}::integer else greatest(s.paid_through, ${today}) end as ends
      from facilities f left join lateral (
        select s.plan, s.status, s.paid_through from subscriptions s
        where s.clinic_id = f.clinic_id and s.facility_id = f.id and (s.status = 'ACTIVE' or s.paid_through >= ${today})
        order by s.status = 'ACTIVE' desc, s.paid_through desc nulls last limit 1) s on true
      where f.plan = 'UNLIMITED') p
    where u.clinic_id = p.clinic_id and u.id = p.id`.execute(work.db)
}
