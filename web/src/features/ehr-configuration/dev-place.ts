import type { SiteConfig } from '../../platform/site-config.ts'

/**
 * Where a verification that came back with the state DEV to the staging host is exchanged instead: the configured development
 * installation, and nowhere else (FAC-58, Q090). Undefined on every other host.
 */
export function devPlaceOf(
  { webUrl, emrDevUrl }: Pick<SiteConfig, 'webUrl' | 'emrDevUrl'>,
  host: string,
  path: string,
  query: URLSearchParams,
): string | undefined {
  if (query.get('state') !== 'DEV' || !emrDevUrl || host !== new URL(webUrl).host) return undefined
  return new URL(`${path}?${query}`, emrDevUrl).toString()
}
