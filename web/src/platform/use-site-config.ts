import { useEffect, useState } from 'react'
import { knownSiteConfig, loadSiteConfig, type SiteConfig } from './site-config.ts'

/** How long a page waits before it asks again for what it could not fetch. */
const againMs = 5_000

/** What the server tells every visitor; undefined until it has arrived. */
export function useSiteConfig(): SiteConfig | undefined {
  const [config, setConfig] = useState(knownSiteConfig)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    const load = () =>
      void loadSiteConfig().then(setConfig, () => {
        if (!isGone) timer = setTimeout(load, againMs)
      })
    load()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [])
  return config
}
