import { join } from 'node:path'
import { keepSandbox, openPayments, type PaymentGateway } from '../gateways/payments/index.ts'
import type { Platform } from '../platform/feature.ts'
import { paymentsMode } from '../platform/payments-mode.ts'

export interface Payments {
  /** Undefined: facilities pay nothing. */
  gateway: PaymentGateway | undefined
  /** The origin to which browsers send cards. */
  cardsGoTo: string | undefined
  stop(): Promise<void>
}

/** Opens the payment gateway of the configuration, and starts the sandbox where play money is paid. */
export async function startPayments(
  parts: Pick<Platform, 'config' | 'secrets' | 'log' | 'addresses'>,
): Promise<Payments> {
  const { config, secrets, log, addresses } = parts
  const sandbox =
    paymentsMode(config) === 'sandbox'
      ? await keepSandbox({
          folder: join(config.dataFolder, 'payment-sandbox'),
          port: config.DICTARA_PAYMENT_SANDBOX_PORT,
          secrets,
          log,
          noticesUrl: `${addresses.web}/api/payment-gateway/notices`,
        })
      : undefined
  const found = sandbox ? { ...config, DICTARA_PAYMENT_SANDBOX_PORT: sandbox.port } : config
  const gateway = openPayments({ config: found, secrets })
  return {
    gateway,
    cardsGoTo: gateway && new URL(gateway.cardTokens().url).origin,
    stop: async () => sandbox?.stop(),
  }
}
