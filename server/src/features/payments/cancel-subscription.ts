import { paymentRefusals } from '@dictara/contract/payments'
import { GatewayAway, GatewayRefusal } from '../../gateways/payments/index.ts'
import type { Actor } from '../../platform/actor.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { endRenewal } from '../facilities/index.ts'
import type { PaymentParts } from './parts.ts'
import { cancelLive, updateSubscription } from './subscriptions.store.ts'

/**
 * Ends the renewal of a subscription; what is paid for stays (Q157). It holds at once; where the gateway doesn’t answer it is told
 * later.
 */
export async function cancelSubscription(
  { doors, gateway, settling }: PaymentParts,
  actor: Actor,
  { facilityId, subscriptionId }: { facilityId: string; subscriptionId: string },
): Promise<void> {
  const { gatewayId } = await doors.inClinic(actor, async (work) => {
    const cancelled = await cancelLive(work, facilityId, subscriptionId)
    refuseUnless(cancelled, paymentRefusals.subscriptionGone)
    await endRenewal(work, facilityId, cancelled.paidThrough)
    await work.audit({ event: 'payment.subscriptionCancelled', facilityId, detail: { subscriptionId } })
    await work.enqueue(settling, { clinicId: actor.clinicId!, facilityId }, { key: facilityId })
    return cancelled
  })
  if (gatewayId === null) return
  try {
    await gateway.cancelSubscription(gatewayId)
  } catch (error) {
    if (error instanceof GatewayAway || error instanceof GatewayRefusal) return
    throw error
  }
  await doors.inClinic(actor, (work) => updateSubscription(work, subscriptionId, { stoppedAt: work.now }))
}
