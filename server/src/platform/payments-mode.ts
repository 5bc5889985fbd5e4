export const paymentModes = ['off', 'sandbox', 'authorize-net'] as const
/** How facilities pay for their plans. */
export type PaymentsMode = (typeof paymentModes)[number]

interface DemoSettings {
  DICTARA_PUBLIC_URL?: string | undefined
  DICTARA_DEMO?: 'yes' | 'no' | undefined
}
const names = [
  'DICTARA_AUTHORIZE_NET_LOGIN',
  'DICTARA_AUTHORIZE_NET_TRANSACTION_KEY',
  'DICTARA_AUTHORIZE_NET_CLIENT_KEY',
] as const
type PaymentSettings = DemoSettings & { DICTARA_PAYMENTS?: PaymentsMode | undefined } & {
  [name in (typeof names)[number]]?: string | undefined
}

/** Whether the demo’s people may be tried without a password at all (Q212). */
export const isDemoOpen = ({ DICTARA_PUBLIC_URL: publicUrl, DICTARA_DEMO: wanted }: DemoSettings) =>
  !publicUrl && wanted !== 'no'

export const paymentsMode = (settings: PaymentSettings): PaymentsMode =>
  settings.DICTARA_PAYMENTS ??
  (settings.DICTARA_AUTHORIZE_NET_LOGIN ? 'authorize-net' : isDemoOpen(settings) ? 'sandbox' : 'off')

/** What is wrong with the settings of payments, in words for operators. */
export function paymentProblems(settings: PaymentSettings): string[] {
  const mode = paymentsMode(settings)
  if (mode === 'sandbox' && settings.DICTARA_PUBLIC_URL)
    return ['DICTARA_PAYMENTS=sandbox takes play money only, and can’t be combined with DICTARA_PUBLIC_URL']
  if (mode !== 'authorize-net') return []
  return names.flatMap((name) => (settings[name] ? [] : [`${name} is needed for payments through Authorize.Net`]))
}
