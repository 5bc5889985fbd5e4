import type { PaymentStatus, PaymentTransaction } from '@dictara/contract/payments'
import { planOf } from '@dictara/contract/plans'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { GatewayPayment } from '../../gateways/payments/index.ts'
import {
  type ClinicWork,
  page,
  type PageOf,
  type PageQuery,
  type Tables,
  type Work,
} from '../../platform/database/index.ts'
import { findHeldPlan } from './held-plan.store.ts'
import { listSubscriptions } from './subscriptions.store.ts'
import { meaningOf } from './transaction-status.ts'

export type Payment = Selectable<Tables['payments']>

const ofFacility = (work: Work, facilityId: string) =>
  work.db.selectFrom('payments').where(({ and }) => and({ clinicId: work.clinicId, facilityId }))

export const listAllPayments = (work: Work, facilityId: string): Promise<Payment[]> =>
  ofFacility(work, facilityId).selectAll().orderBy('submittedAt').orderBy('transId').execute()

export const findPayment = (work: Work, facilityId: string, transId: string) =>
  ofFacility(work, facilityId).selectAll().where('transId', '=', transId).executeTakeFirst()

/** Keeps what the gateway says of a payment now. */
export async function savePayment(
  work: Work,
  facilityId: string,
  { subscriptionId, number }: Pick<Payment, 'subscriptionId' | 'number'>,
  payment: GatewayPayment,
): Promise<void> {
  const told = {
    gatewayStatus: payment.status,
    status: meaningOf(payment.status).shown,
    amountCents: payment.amountCents,
    readAt: work.now,
  }
  await work.db
    .insertInto('payments')
    .values({
      subscriptionId,
      number,
      ...told,
      clinicId: work.clinicId,
      facilityId,
      transId: payment.transId,
      submittedAt: payment.submittedAt,
      cardType: payment.cardType,
      cardNumber: payment.cardNumber,
      currency: payment.currency,
      invoiceNumber: payment.invoiceNumber,
      refundOf: payment.refundOf ?? null,
    })
    .onConflict((known) => known.columns(['clinicId', 'transId']).doUpdateSet(told))
    .execute()
}

export interface PaymentsQuery extends PageQuery<'submitTimeLocal' | 'settleAmount'> {
  facilityId: string
  filterKey?: PaymentStatus | undefined
}

/** A page of the payments of a facility. What they paid for is read beside it: joined to them, a bad plan would walk all payments. */
export async function listPayments(
  work: ClinicWork,
  { facilityId, filterKey, ...query }: PaymentsQuery,
): Promise<PageOf<z.input<typeof PaymentTransaction>>> {
  const all = ofFacility(work, facilityId)
  const [{ result, size }, subscriptions, { timeZone }] = await Promise.all([
    page(work, query, {
      from: filterKey ? all.where('status', '=', filterKey) : all,
      columns: (from) =>
        from.select([
          'transId',
          'submittedAt',
          'status',
          'cardType',
          'cardNumber',
          'amountCents',
          'currency',
          'subscriptionId',
        ]),
      search: ['transId'],
      sort: { submitTimeLocal: 'submittedAt', settleAmount: 'amountCents' },
      tie: 'transId',
    }),
    listSubscriptions(work, facilityId),
    findHeldPlan(work, facilityId).then((held) => held!),
  ])
  const titles = new Map(subscriptions.map(({ id, plan }) => [id, planOf(plan).title]))
  return {
    size,
    result: result.map(({ submittedAt, status, amountCents, currency, subscriptionId, ...row }) => ({
      ...row,
      submitTimeLocal: submittedAt,
      timeZone,
      uiStatus: status,
      settleAmount: amountCents / 100,
      currencyCode: currency,
      planTitle: titles.get(subscriptionId)!,
    })),
  }
}
