import type { SiteConfig } from '../../platform/site-config.ts'

/**
 * The address at which to exchange a verification that returned to the staging host with the state DEV: the configured
 * development installation and no other (FAC-58, Q090). Undefined on every other host.
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
