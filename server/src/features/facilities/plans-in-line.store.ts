import { sql } from 'kysely'
import type { Work } from '../../platform/database/index.ts'
import { dayIn } from './facilities.store.ts'

/** Facilities `f` of the demo, and those that ever had a subscription. */
const takesPart = sql<boolean>`(
  exists (select from clinics c where c.clinic_id = f.clinic_id and c.demo)
  or exists (select from subscriptions s where s.clinic_id = f.clinic_id and s.facility_id = f.id))`

/** Gives facilities the unlimited plan, which doesn’t end: all of them, or those that take no part in play money. */
export async function makeUnlimited(work: Work, which: 'all' | 'others'): Promise<void> {
  await sql`update facilities f set plan = 'UNLIMITED', plan_end_date = null, plan_renews = false
    where f.plan <> 'UNLIMITED' and ${which === 'all' ? sql`true` : sql`not ${takesPart}`}`.execute(work.db)
}

/**
 * Ends the unlimited plan: who has paid has their plan again, whose subscription runs as well (the gateway is asked soon whether it was
 * paid meanwhile), and all others begin a trial.
 */
export async function endUnlimited(work: Work, which: 'all' | 'taking-part', trialDays: number): Promise<void> {
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
      where f.plan = 'UNLIMITED' and ${which === 'all' ? sql`true` : takesPart}) p
    where u.clinic_id = p.clinic_id and u.id = p.id`.execute(work.db)
}
