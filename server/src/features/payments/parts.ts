import { paymentRefusals } from '@dictara/contract/payments'
import { GatewayAway, GatewayRefusal, type PaymentGateway } from '../../gateways/payments/index.ts'
import type { Platform } from '../../platform/feature.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Task } from '../../platform/tasks/index.ts'

/** The facility that is compared with the gateway. */
export interface SettlePayload {
  clinicId: string
  facilityId: string
  /** Transactions that the gateway told us to look at. */
  transIds?: readonly string[]
}

/** What the use cases of payments work with. */
export interface PaymentParts extends Pick<Platform, 'doors' | 'clock' | 'log'> {
  gateway: PaymentGateway
  settling: Task<SettlePayload>
}

/** Asks the gateway for a person who waits, and tells them in words why it did not answer. */
export async function askForPerson<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof GatewayAway) throw new Refusal(paymentRefusals.gatewayAway)
    if (error instanceof GatewayRefusal) throw new Refusal(paymentRefusals.gatewayRefused, { reason: error.message })
    throw error
  }
}
