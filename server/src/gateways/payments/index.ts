import type { Config } from '../../platform/config.ts'
import { paymentsMode } from '../../platform/payments-mode.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { GatewayAccount } from './ask-gateway.ts'
import { authorizeNet } from './authorize-net.ts'
import type { PaymentGateway } from './port.ts'
import { sandboxKeys } from './sandbox/keys.ts'

export * from './port.ts'
export { keepSandbox, type KeptSandbox } from './keep-sandbox.ts'

/** Where the gateway is, and who we are there; undefined: nobody pays. */
function accountOf(config: Config, secrets: Secrets): GatewayAccount | undefined {
  const mode = paymentsMode(config)
  if (mode === 'off') return undefined
  if (mode === 'sandbox')
    return { url: `http://127.0.0.1:${config.DICTARA_PAYMENT_SANDBOX_PORT}`, ...sandboxKeys(secrets) }
  return {
    url: config.DICTARA_AUTHORIZE_NET_URL,
    // The configuration is not accepted without them.
    login: config.DICTARA_AUTHORIZE_NET_LOGIN!,
    transactionKey: config.DICTARA_AUTHORIZE_NET_TRANSACTION_KEY!,
    clientKey: config.DICTARA_AUTHORIZE_NET_CLIENT_KEY!,
    signatureKey: config.DICTARA_AUTHORIZE_NET_SIGNATURE_KEY,
  }
}

/** The payment gateway of this installation; undefined: facilities pay nothing. */
export function openPayments({ config, secrets }: { config: Config; secrets: Secrets }): PaymentGateway | undefined {
  const account = accountOf(config, secrets)
  return account && authorizeNet(account)
}
