import { paymentCalls, paymentRefusals } from '@dictara/contract/payments'
import type { Readable } from 'node:stream'
import type { PaymentGateway } from '../../gateways/payments/index.ts'
import type { Feature, Platform } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import { defineTask } from '../../platform/tasks/index.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { addCard, listCards, removeCard } from './cards.ts'
import { choosePlan } from './choose-plan.ts'
import { handleNotices, settleAll } from './handle-notices.ts'
import type { PaymentParts, SettlePayload } from './parts.ts'
import { listPayments } from './payments.store.ts'
import { receiveNotice } from './receive-notice.ts'
import { settleFacility, settleSeconds } from './settle-facility.ts'
import { showBill } from './show-bill.ts'
import { showPlan } from './show-plan.ts'
import { tellOfTrials } from './tell-of-trials.ts'

export type { PaymentTold } from './words-of-payments.ts'

const header = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)

/** What facilities pay for: cards, subscriptions, payments. `gateway`: undefined where nobody pays (DICTARA_PAYMENTS). */
export function paymentsFeature(platform: Platform, gateway: PaymentGateway | undefined): Feature {
  const { doors, clock, log } = platform
  const settling = defineTask<SettlePayload>({
    name: 'settle-payments',
    about: 'Compares the payments of one facility with the payment gateway.',
    attempts: 12,
    retryDelaySeconds: 10,
    timeLimitSeconds: settleSeconds,
    parallel: 2,
    run: async (payload, run) => {
      if (gateway) await settleFacility({ doors, clock, log, gateway }, payload, run)
    },
  })
  /** @throws Refusal where nobody pays */
  const on = (): PaymentParts => {
    if (!gateway) throw new Refusal(paymentRefusals.off)
    return { doors, clock, log, gateway, settling }
  }
  const handling = defineTask<object>({
    name: 'payment-notices',
    about: 'Looks at what the payment gateway told.',
    attempts: 12,
    retryDelaySeconds: 10,
    timeLimitSeconds: settleSeconds,
    parallel: 1,
    run: async (_nothing, { signal }) => {
      if (gateway) await handleNotices(on(), signal)
    },
  })
  const reconciling = defineTask<object>({
    name: 'settle-all-payments',
    about: 'Has every facility that pays compared with the payment gateway, and tells of trials that end soon.',
    attempts: 1,
    retryDelaySeconds: 60,
    timeLimitSeconds: settleSeconds,
    parallel: 1,
    everySeconds: 3600,
    run: async (_nothing, { signal }) => {
      if (!gateway) return
      await settleAll(on())
      await tellOfTrials(doors)
      await handleNotices(on(), signal)
    },
  })
  return {
    name: 'payments',
    tasks: [settling, handling, reconciling],
    calls: serve(paymentCalls, {
      getCustomerProfile: async ({ actor, params }) => {
        const parts = on()
        const paymentProfiles = await listCards(parts, actor, params.facilityId)
        return { result: [{ paymentProfiles, cardTokens: parts.gateway.cardTokens() }] }
      },
      addPaymentProfile: async ({ actor, params, query, body }) => ({
        result: [await addCard(on(), actor, params.facilityId, { token: body.opaqueData, fullName: query.fullName })],
        message: 'Card saved',
      }),
      async removePaymentProfile({ actor, params, query }) {
        await removeCard(on(), actor, params.facilityId, query.customerPaymentProfileId)
        return { message: 'Card removed' }
      },
      async getPlans({ work, params }) {
        on()
        return { result: [await showPlan(work, params.facilityId)] }
      },
      async choosePlan({ actor, params: { facilityId }, query }) {
        await choosePlan(on(), actor, { facilityId, planId: query.planId, cardId: query.paymentProfileId })
        return { result: [await doors.inClinic(actor, (work) => showPlan(work, facilityId))] }
      },
      async cancelSubscription({ actor, params: { facilityId }, query }) {
        await cancelSubscription(on(), actor, { facilityId, subscriptionId: query.subscriptionId })
        return {
          result: [await doors.inClinic(actor, (work) => showPlan(work, facilityId))],
          message: 'Subscription cancelled succesfully',
        }
      },
      async listPayments({ work, params, query: { transactionId, ...query } }) {
        on()
        return listPayments(work, { ...query, facilityId: params.facilityId, search: transactionId })
      },
      async getBill({ work, params }) {
        on()
        return { result: [await showBill(work, params.facilityId, params.id)] }
      },
      async receiveNotice({ request }) {
        const signature = header(request.headers['x-anet-signature'])
        await receiveNotice(on(), handling, request.body as Readable | undefined, signature)
        return {}
      },
    }),
  }
}
