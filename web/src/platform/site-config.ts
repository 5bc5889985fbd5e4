export interface SiteConfig {
  productName: string
  webUrl: string
  recorderUrl: string
  contactUrl: string
  /** The people of the demo can be tried without a password (Q212). */
  hasDemo: boolean
  /** No mail server is set up: mails are kept for the people who run a clinic. */
  keepsMails: boolean
  /** Facilities pay for a plan, so there is Billing. */
  hasPayments: boolean
  /** Only of a staging installation: where verifications at an EHR with the state DEV belong (Q090). */
  emrDevUrl?: string | null
}

let loading: Promise<SiteConfig> | undefined
let known: SiteConfig | undefined

/** The configuration if it was loaded before. */
export const knownSiteConfig = (): SiteConfig | undefined => known

/** Loads what the server tells every visitor: the addresses of the two applications. */
export function loadSiteConfig(): Promise<SiteConfig> {
  if (loading) return loading
  const asked = fetch('/api/config.json', { signal: AbortSignal.timeout(15_000) }).then((answer) => {
    if (!answer.ok) throw new Error('The configuration could not be read.')
    return answer.json() as Promise<SiteConfig>
  })
  loading = asked
  asked.then(
    // An answer to a call from before `forgetSiteConfig` does not count.
    (config) => {
      if (loading === asked) known = config
    },
    () => {
      if (loading === asked) loading = undefined
    },
  )
  return asked
}

/** Makes the next call fetch the configuration again. */
export function forgetSiteConfig(): void {
  loading = undefined
  known = undefined
}
