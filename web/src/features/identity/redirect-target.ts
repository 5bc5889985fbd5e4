/**
 * The allowed targets of /cross-Auth (Q165): a path of this origin, or exactly this origin or the recorder's.
 * @returns the address to go to, or null for anything else.
 */
export function redirectTarget(encoded: string, origins: { web: string; recorder: string }): string | null {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0)),
    )
  } catch {
    return null
  }
  // oxlint-disable-next-line no-control-regex -- control characters are how such addresses are smuggled
  if (text === '' || /[\u0000-\u0020\u007f\\]/.test(text)) return null
  const isPath = /^\/(?!\/)/.test(text)
  if (!isPath && !URL.canParse(text)) return null
  const url = new URL(text, isPath ? origins.web : undefined)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  if (!isWeb || url.username || url.password) return null
  // As a path, "//host" would be the address of another host.
  if (url.pathname.startsWith('//')) return null
  if (url.origin === origins.web) return `${url.pathname}${url.search}${url.hash}`
  return url.origin === origins.recorder ? url.href : null
}
