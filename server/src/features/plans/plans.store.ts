import { planOf } from '@dictara/contract/plans'
import { sql } from 'kysely'
import { seesWholeClinic } from '../../platform/actor.ts'
import { anyOf, asJson, type ClinicWork, valueOf, type Work } from '../../platform/database/index.ts'
import type { LimitsByPlan } from '../../platform/plan-limits.ts'
import { dayIn } from '../facilities/index.ts'
import { type Allowance, allowanceOf, type HeldPlan } from './allowance.ts'
import { addDays, periodStart } from './periods.ts'

declare module '../../platform/database/columns.ts' {
  interface JsonColumns {
    'paymentSetting.limits': LimitsByPlan
  }
}

interface Held extends HeldPlan {
  id: string
  timeZone: string
  today: string
  limits: LimitsByPlan
}

/** The plans of the clinic's facilities, with what the operator limits of them. */
const heldPlans = (work: Work) =>
  work.db
    .selectFrom(['facilities as f', 'paymentSetting as s'])
    .select(['f.id', 'f.plan', 'f.planEndDate', 'f.timeZone', 's.limits'])
    .select(dayIn(work.now, sql.ref('f.timeZone')).as('today'))
    .where('f.clinicId', '=', work.clinicId)

/** The first day of a facility's current period; null: it began with the facility. */
async function findPeriodStart(work: Work, { id, plan, planEndDate, today }: Held): Promise<string | null> {
  const { interval } = planOf(plan)
  if (interval === 0) return null
  const subscription = await work.db
    .selectFrom('subscriptions')
    .select('startsOn')
    .where('clinicId', '=', work.clinicId)
    .where('facilityId', '=', id)
    .where('plan', '=', plan as 'STANDARD')
    .where('startsOn', '<=', today)
    .orderBy('startsOn', 'desc')
    .limit(1)
    .executeTakeFirst()
  const anchor = subscription?.startsOn ?? (planEndDate ? addDays(planEndDate, 1) : `${today.slice(0, 7)}-01`)
  return periodStart(anchor, interval, today)
}

/** Seconds dictated at a facility in its current period; deleted jobs count too. */
async function countSeconds(work: Work, held: Held): Promise<number> {
  const from = await findPeriodStart(work, held)
  const isInPeriod = from ? sql`submitted_at >= ${from}::date::timestamp at time zone ${held.timeZone}` : sql`true`
  return valueOf(
    work,
    sql<number>`(select coalesce(sum(audio_ms), 0)::float8 / 1000 from jobs
      where clinic_id = ${work.clinicId} and facility_id = ${held.id} and ${isInPeriod})`,
  )
}

/** What a facility of the clinic may do now. */
export async function findAllowance(work: Work, facilityId: string): Promise<Allowance> {
  const held: Held = await heldPlans(work).where('f.id', '=', facilityId).executeTakeFirstOrThrow()
  const isCounted = held.limits[held.plan]?.seconds !== undefined
  return allowanceOf(held, { seconds: isCounted ? await countSeconds(work, held) : 0 }, held.today, held.limits)
}

/** Seconds that a facility has dictated in its current period, and what the operator limits of each plan. */
export async function findDictated(work: Work, facilityId: string): Promise<{ seconds: number; limits: LimitsByPlan }> {
  const held: Held = await heldPlans(work).where('f.id', '=', facilityId).executeTakeFirstOrThrow()
  return { seconds: await countSeconds(work, held), limits: held.limits }
}

const unused = { seconds: 0 }

/** What the plans of the enabled facilities at which the actor works allow one author; expired ones count where there is no other. */
export async function listAllowances(work: ClinicWork): Promise<Pick<Allowance, 'phrases' | 'templates'>[]> {
  const { actor } = work
  const held: Held[] = await heldPlans(work)
    .where('f.isEnabled', '=', true)
    .$if(!seesWholeClinic(actor), (all) => all.where('f.id', '=', anyOf(actor.facilityIds)))
    .execute()
  const allowances = held.map((one) => allowanceOf(one, unused, one.today, one.limits))
  const running = allowances.filter(({ hasExpired }) => !hasExpired)
  return running.length > 0 ? running : allowances
}

/** The facilities of the clinic whose plan has not expired. */
export async function listRunning(work: Work): Promise<string[]> {
  const held: Held[] = await heldPlans(work).execute()
  return held.filter((one) => !allowanceOf(one, unused, one.today, one.limits).hasExpired).map(({ id }) => id)
}

/** Keeps what the settings say; copies of the server that start at once wait for each other here. */
export async function savePaymentSetting(
  work: Work,
  { limits, ...which }: { isOn: boolean; onlyDemo: boolean; limits: LimitsByPlan },
): Promise<void> {
  await work.db
    .updateTable('paymentSetting')
    .set({ ...which, limits: asJson(limits) })
    .execute()
}
