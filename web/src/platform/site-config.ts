export interface SiteConfig {
  productName: string
  webUrl: string
  recorderUrl: string
  contactUrl: string
}

let loading: Promise<SiteConfig> | undefined

/** What the server tells every visitor: where the two applications are. */
export function loadSiteConfig(): Promise<SiteConfig> {
  loading ??= fetch('/api/config.json', { signal: AbortSignal.timeout(15_000) }).then(async (answer) => {
    if (!answer.ok) throw new Error('The configuration could not be read.')
    return (await answer.json()) as SiteConfig
  })
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

/** It is asked for anew. */
export function forgetSiteConfig(): void {
  loading = undefined
}
