import type { Secrets } from '../../../platform/secrets.ts'

/** How the sandbox and who uses it know each other. */
export interface SandboxKeys {
  login: string
  transactionKey: string
  clientKey: string
  signatureKey: string
}

/** The keys of an installation's own sandbox, which nobody has to configure. */
export function sandboxKeys(secrets: Pick<Secrets, 'derive'>): SandboxKeys {
  const keyFor = (use: string) => secrets.derive(`payment sandbox ${use}`).toString('hex')
  return {
    login: 'dictara-sandbox',
    transactionKey: keyFor('transactions'),
    clientKey: keyFor('browsers'),
    signatureKey: keyFor('notices').toUpperCase(),
  }
}
