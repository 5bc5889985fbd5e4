import { GatewayRefusal } from '../../gateways/payments/index.ts'
import type { Work } from '../../platform/database/index.ts'
import type { TaskRun } from '../../platform/tasks/index.ts'
import { listAllPayments } from './payments.store.ts'
import type { PaymentParts, SettlePayload } from './parts.ts'
import { readLedger } from './read-ledger.ts'
import { settle, type ToDo } from './settle.ts'
import {
  findCustomer,
  leaveCustomer,
  listSubscriptions,
  type Subscription,
  takeCustomer,
  updateSubscription,
} from './subscriptions.store.ts'
import { planOf } from '@dictara/contract/plans'
import { tellOfEnd } from './tell-of-payments.ts'

/** How long a run may take; one that was killed holds the facility for as long. */
export const settleSeconds = 300
const mostRounds = 4

/**
 * Compares a facility with the payment gateway, and goes on until there is nothing to be done. May be cut off and run again at any
 * point. No transaction is open while the gateway is asked.
 */
export async function settleFacility(
  parts: Omit<PaymentParts, 'settling'>,
  { clinicId, facilityId, transIds = [] }: SettlePayload,
  run: Pick<TaskRun, 'id' | 'signal'>,
): Promise<void> {
  const { gateway, clock } = parts
  const inSystem = <T>(step: (work: Work) => Promise<T>) => parts.doors.asSystem('task settle payments', step, clinicId)
  const customer = await inSystem((work) => findCustomer(work, facilityId))
  if (customer === null) return
  if (!(await inSystem((work) => takeCustomer(work, facilityId, run.id, settleSeconds))))
    throw new Error('another run compares this facility with the payment gateway')
  let isSettled = false
  try {
    for (let round = 0; round < mostRounds && !isSettled; round += 1) {
      run.signal.throwIfAborted()
      const known = await inSystem(async (work) => ({
        subscriptions: await listSubscriptions(work, facilityId),
        payments: await listAllPayments(work, facilityId),
      }))
      const ledger = await readLedger(gateway, customer, known, transIds, clock.now())
      const toDo = await inSystem((work) => settle(work, facilityId, ledger, gateway.timeZone))
      isSettled = !(await act(parts, inSystem, toDo))
    }
  } finally {
    await inSystem((work) => leaveCustomer(work, facilityId, run.id, isSettled))
  }
}

type ToBegin = Pick<
  Subscription,
  'refId' | 'plan' | 'customerProfileId' | 'paymentProfileId' | 'amountCents' | 'currency' | 'months' | 'startsOn'
>

/** Begins a subscription at the gateway. */
export const beginAtGateway = ({ gateway }: Pick<PaymentParts, 'gateway'>, subscription: ToBegin) =>
  gateway.createSubscription({
    refId: subscription.refId,
    name: planOf(subscription.plan).title,
    customerId: subscription.customerProfileId,
    cardId: subscription.paymentProfileId,
    amountCents: subscription.amountCents,
    currency: subscription.currency,
    months: subscription.months,
    startsOn: subscription.startsOn,
  })

type InSystem = <T>(step: (work: Work) => Promise<T>) => Promise<T>

/** @returns whether anything was done that changes what the gateway says */
async function act({ gateway, log }: Pick<PaymentParts, 'gateway' | 'log'>, inSystem: InSystem, toDo: ToDo) {
  let isDone = false
  for (const subscription of toDo.stop) {
    try {
      await gateway.cancelSubscription(subscription.gatewayId!)
    } catch (error) {
      if (!(error instanceof GatewayRefusal)) throw error
      log.warn({ code: error.code, facilityId: subscription.facilityId }, 'the gateway refused to stop a subscription')
      continue
    }
    await inSystem((work) => updateSubscription(work, subscription.id, { stoppedAt: work.now }))
  }
  for (const subscription of toDo.create) {
    try {
      const gatewayId = await beginAtGateway({ gateway }, subscription)
      await inSystem((work) => updateSubscription(work, subscription.id, { gatewayId }))
      isDone = true
    } catch (error) {
      if (!(error instanceof GatewayRefusal)) throw error
      await inSystem((work) => failAtOnce(work, subscription))
    }
  }
  for (const { subscription, invoiceNumber } of toDo.charge) {
    const { customerProfileId, paymentProfileId, amountCents, currency } = subscription
    try {
      await gateway.charge({
        customerId: customerProfileId,
        cardId: paymentProfileId,
        amountCents,
        currency,
        invoiceNumber,
      })
      isDone = true
    } catch (error) {
      if (!(error instanceof GatewayRefusal)) throw error
      log.warn({ code: error.code, facilityId: subscription.facilityId }, 'the gateway refused to charge a renewal')
    }
  }
  return isDone
}

/** The gateway doesn’t take a subscription that was begun while nobody waited. */
async function failAtOnce(work: Work, { id, facilityId, plan }: Subscription) {
  await updateSubscription(work, id, { status: 'FAILED', stoppedAt: work.now })
  await tellOfEnd(work, facilityId, { id, plan, standing: { status: 'FAILED' } })
}
