import type { PlanCode } from '@dictara/contract/plans'
import { type Insertable, type Selectable, sql } from 'kysely'
import { type RowOf, rowsOf, type Tables, type Work } from '../../platform/database/index.ts'

export type Subscription = Selectable<Tables['subscriptions']>
export type PaidPlan = Subscription['plan']
export const isPaidPlan = (plan: PlanCode): plan is PaidPlan => plan !== 'TRIAL' && plan !== 'UNLIMITED'

/** The facility as the gateway knows it; null: it has no card yet. */
export async function findCustomer(work: Work, facilityId: string): Promise<string | null> {
  const found = await work.db
    .selectFrom('paymentCustomers')
    .select('customerProfileId')
    .where(({ and }) => and({ clinicId: work.clinicId, facilityId }))
    .executeTakeFirst()
  return found?.customerProfileId ?? null
}

/** Keeps who the facility is at the gateway, instead of whom an account that was used before knew. */
export const saveCustomer = (work: Work, facilityId: string, customerProfileId: string) =>
  work.db
    .insertInto('paymentCustomers')
    .values({ clinicId: work.clinicId, facilityId, customerProfileId })
    .onConflict((known) => known.columns(['clinicId', 'facilityId']).doUpdateSet({ customerProfileId }))
    .execute()

const ofFacility = (work: Work, facilityId: string) =>
  work.db
    .selectFrom('subscriptions')
    .selectAll()
    .where(({ and }) => and({ clinicId: work.clinicId, facilityId }))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')

/** All subscriptions of a facility, the newest first. */
export const listSubscriptions = (work: Work, facilityId: string): Promise<Subscription[]> =>
  ofFacility(work, facilityId).execute()

/** The same, held until the transaction ends. */
export const lockSubscriptions = (work: Work, facilityId: string): Promise<Subscription[]> =>
  ofFacility(work, facilityId).forUpdate().execute()

/** @returns whether it is the facility’s only running one; another one is left alone. */
export async function insertSubscription(
  work: Work,
  subscription: Omit<Insertable<Tables['subscriptions']>, 'clinicId' | 'status' | 'createdAt'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await work.db
    .insertInto('subscriptions')
    .values({ ...subscription, clinicId: work.clinicId, status: 'PENDING', createdAt: work.now })
    .onConflict((live) =>
      live.columns(['clinicId', 'facilityId']).where(sql<boolean>`status in ('PENDING', 'ACTIVE')`).doNothing(),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Cancels a subscription that runs. @returns it, or undefined if it does not run any more */
export const cancelLive = (work: Work, facilityId: string, id: string): Promise<Subscription | undefined> =>
  work.db
    .updateTable('subscriptions')
    .set({ status: 'CANCELLED', cancelledAt: work.now })
    .where(({ and }) => and({ clinicId: work.clinicId, facilityId, id }))
    .where('status', 'in', ['PENDING', 'ACTIVE'])
    .returningAll()
    .executeTakeFirst()

export const updateSubscription = (work: Work, id: string, columns: Partial<Subscription>) =>
  work.db
    .updateTable('subscriptions')
    .set(columns)
    .where(({ and }) => and({ clinicId: work.clinicId, id }))
    .execute()

/**
 * Lets one run compare a facility with the gateway at a time; a run that was killed holds it until its time is over.
 * @returns the customer at the gateway, or undefined where another run is at it or there is none
 */
export async function takeCustomer(work: Work, facilityId: string, runId: string, seconds: number) {
  const taken = await work.db
    .updateTable('paymentCustomers')
    .set({ runId, runUntil: sql`${work.now}::timestamptz + ${seconds} * interval '1 second'` })
    .where(({ and }) => and({ clinicId: work.clinicId, facilityId }))
    .where(({ or, eb }) => or([eb('runId', 'is', null), eb('runId', '=', runId), eb('runUntil', '<=', work.now)]))
    .returning('customerProfileId')
    .executeTakeFirst()
  return taken?.customerProfileId
}

export const leaveCustomer = (work: Work, facilityId: string, runId: string, isSettled: boolean) =>
  work.db
    .updateTable('paymentCustomers')
    .set({ runId: null, runUntil: null, ...(isSettled && { settledAt: work.now }) })
    .where(({ and }) => and({ clinicId: work.clinicId, facilityId, runId }))
    .execute()

export type FacilityAt = RowOf<'paymentCustomers', 'clinicId' | 'facilityId'>

/** Of all clinics: who has something to compare with the gateway. What ended is looked at once a day, since it can be given back. */
export const listToSettle = (work: Work): Promise<FacilityAt[]> =>
  work.db
    .selectFrom('paymentCustomers as c')
    .select(['c.clinicId', 'c.facilityId'])
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('subscriptions as s')
            .select('s.id')
            .whereRef('s.clinicId', '=', 'c.clinicId')
            .whereRef('s.facilityId', '=', 'c.facilityId')
            .where(sql<boolean>`(s.status in ('PENDING', 'ACTIVE') or s.stopped_at is null)`),
        ),
        eb('c.settledAt', 'is', null),
        eb('c.settledAt', '<', new Date(work.now.getTime() - 86_400_000)),
      ]),
    )
    .execute()

/** Of all clinics: the facilities that these customers and subscriptions of the gateway are. Unknown ones are left out. */
export async function findFacilities(
  work: Work,
  at: { customers: readonly string[]; subscriptions: readonly string[] },
): Promise<FacilityAt[]> {
  return rowsOf(
    work,
    sql`select clinic_id, facility_id from payment_customers where customer_profile_id = any(${[...at.customers]}::text[])
    union
    select clinic_id, facility_id from subscriptions where gateway_id = any(${[...at.subscriptions]}::text[])`,
  )
}

export const findFacilityOfPayment = (work: Work, transId: string): Promise<FacilityAt[]> =>
  work.db.selectFrom('payments').select(['clinicId', 'facilityId']).where('transId', '=', transId).execute()
