import { useEffect, useState } from 'react'
import { knownSiteConfig, loadSiteConfig, type SiteConfig } from './site-config.ts'

/** What the server tells every visitor; undefined until it has arrived or if it cannot be fetched. */
export function useSiteConfig(): SiteConfig | undefined {
  const [config, setConfig] = useState(knownSiteConfig)
  useEffect(() => {
    loadSiteConfig().then(setConfig, () => {})
  }, [])
  return config
}
