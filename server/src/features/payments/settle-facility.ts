import { GatewayAway, GatewayRefusal } from '../../gateways/payments/index.ts'
import type { Work } from '../../platform/database/index.ts'
import type { TaskRun } from '../../platform/tasks/index.ts'
import { listAllPayments } from './payments.store.ts'
import type { PaymentParts, SettlePayload } from './parts.ts'
import { readLedger } from './read-ledger.ts'
import type { ToDo } from './decide.ts'
import { settle } from './settle.ts'
import {
  findCustomer,
  leaveCustomer,
  listSubscriptions,
  type Subscription,
  takeCustomer,
  updateSubscription,
} from './subscriptions.store.ts'
import { planOf } from '@dictara/contract/plans'
import { endInWords } from './words-of-payments.ts'

/** How long a run may take; one that was killed holds the facility for as long. */
export const settleSeconds = 300
const mostRounds = 4

/** Another run is at it. */
export class ComparedByAnother extends Error {
  override message = 'another run compares this facility with the payment gateway'
}

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
  if (!(await inSystem((work) => takeCustomer(work, facilityId, run.id, settleSeconds)))) throw new ComparedByAnother()
  let isSettled = false
  try {
    for (let round = 0; round < mostRounds && !isSettled; round += 1) {
      run.signal.throwIfAborted()
      const known = await inSystem(async (work) => ({
        subscriptions: await listSubscriptions(work, facilityId),
        payments: await listAllPayments(work, facilityId),
      }))
      const ledger = await readLedger(parts, customer, known, transIds, clock.now())
      const toDo = await inSystem((work) => settle(work, facilityId, ledger, gateway.timeZone))
      isSettled = !(await act(parts, toDo, {
        save: (subscription, columns) => inSystem((work) => saveOutcome(work, subscription, columns)),
        isStillWanted: (decided) => inSystem((work) => isUnchanged(work, decided)),
      }))
    }
  } finally {
    await inSystem((work) => leaveCustomer(work, facilityId, run.id, isSettled))
  }
}

type ToBegin = Pick<
  Subscription,
  'refId' | 'plan' | 'customerProfileId' | 'paymentProfileId' | 'amountCents' | 'currency' | 'months' | 'startsOn'
>

const duplicateSubscription = 'E00012'

/** Begins a subscription at the gateway. One that the gateway has already is looked for, as after an answer that was lost. */
export const beginAtGateway = ({ gateway }: Pick<PaymentParts, 'gateway'>, subscription: ToBegin) =>
  gateway
    .createSubscription({
      refId: subscription.refId,
      name: planOf(subscription.plan).title,
      customerId: subscription.customerProfileId,
      cardId: subscription.paymentProfileId,
      amountCents: subscription.amountCents,
      currency: subscription.currency,
      months: subscription.months,
      startsOn: subscription.startsOn,
    })
    .catch((error: unknown) => {
      if (!(error instanceof GatewayRefusal) || error.code !== duplicateSubscription) throw error
      throw new GatewayAway('The payment gateway has a subscription that it doesn’t show yet.')
    })

/** Keeps what became of a subscription at the gateway, and tells of one that the gateway doesn’t take while nobody waits. */
async function saveOutcome(work: Work, { id, facilityId, plan }: Subscription, columns: Partial<Subscription>) {
  await updateSubscription(work, id, columns)
  if (columns.status === 'FAILED')
    await work.record('payment.told', { ...endInWords({ id, plan, status: 'FAILED', paidThrough: null }), facilityId })
}

/** Whether nobody cancelled a subscription since it was decided what to ask for, and no other run asks for it. */
async function isUnchanged(work: Work, { id, facilityId, status, triedAt }: Subscription): Promise<boolean> {
  const now = (await listSubscriptions(work, facilityId)).find((one) => one.id === id)
  return now?.status === status && now.triedAt?.getTime() === triedAt?.getTime()
}

/** What is read and kept of subscriptions while the gateway is asked. */
export interface Books {
  /** Keeps what became of a subscription. */
  save: (subscription: Subscription, columns: Partial<Subscription>) => Promise<void>
  /** Whether what was decided for a subscription still holds. */
  isStillWanted: (decided: Subscription) => Promise<boolean>
}

/**
 * Does at the gateway what was decided.
 * @returns whether that changes what the gateway says
 */
export async function act(
  { gateway, log, clock }: Pick<PaymentParts, 'gateway' | 'log' | 'clock'>,
  toDo: ToDo,
  { save, isStillWanted }: Books,
) {
  let isDone = false
  const refused =
    (what: string, { facilityId }: Subscription) =>
    (error: unknown) => {
      if (!(error instanceof GatewayRefusal)) throw error
      log.warn({ code: error.code, facilityId }, `the payment gateway refused to ${what}`)
      return undefined
    }
  for (const subscription of toDo.stop) {
    const stopping = gateway.cancelSubscription(subscription.gatewayId!).then(() => true)
    if (await stopping.catch(refused('stop a subscription', subscription)))
      await save(subscription, { stoppedAt: clock.now() })
  }
  for (const subscription of toDo.begin) {
    if (!(await isStillWanted(subscription))) continue
    const gatewayId = await beginAtGateway({ gateway }, subscription).catch(
      refused('begin a subscription', subscription),
    )
    await save(subscription, gatewayId ? { gatewayId } : { status: 'FAILED', stoppedAt: clock.now() })
    isDone = true
  }
  for (const { subscription, invoiceNumber } of toDo.charge) {
    if (!(await isStillWanted(subscription))) continue
    const { customerProfileId: customerId, paymentProfileId: cardId, amountCents, currency } = subscription
    const charging = gateway.charge({ customerId, cardId, amountCents, currency, invoiceNumber })
    if (await charging.catch(refused('charge for a renewal', subscription))) isDone = true
  }
  return isDone
}
