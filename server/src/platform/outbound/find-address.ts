import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { reachOf } from './addresses.ts'
import { OutboundFailed } from './outbound-failed.ts'

/** Finds the addresses of a name, those of IPv4 first. */
export type Lookup = (name: string) => Promise<string[]>

export const lookUp: Lookup = async (name) =>
  (await systemLookup(name, { all: true, order: 'ipv4first' })).map(({ address }) => address)

/** A place that the operator allows in the clinic's own networks: `host`, or `host:port` where only that port is allowed. */
export const isAllowedPlace = (allowed: readonly string[], host: string, port: number): boolean =>
  allowed.includes(host) || allowed.includes(`${host}:${port}`)

/**
 * The address to connect to. A name is looked up once; who calls connects to what is answered here, so that a second answer of the
 * name server does not count (S56).
 * @param host a name, or an address with or without brackets
 * @param isAllowed whether the operator allows this place in a private network
 * @throws OutboundFailed when one of its addresses may not be called, or it has none
 */
export async function findAddress(host: string, isAllowed: boolean, lookup: Lookup = lookUp): Promise<string> {
  const literal = host.replace(/^\[|\]$/g, '')
  const addresses = isIP(literal) ? [literal] : await lookup(literal).catch(() => [])
  const [first] = addresses
  if (first === undefined) throw new OutboundFailed('silent', `No computer with the name ${host} was found.`)
  const reaches = addresses.map(reachOf)
  if (reaches.includes('never'))
    throw new OutboundFailed('refused', `Dictara doesn’t connect to the address of ${host}.`)
  if (!isAllowed && reaches.includes('on-premises'))
    throw new OutboundFailed(
      'refused',
      `${host} is in a private network. Whoever runs Dictara has to allow it (DICTARA_EHR_HOSTS).`,
    )
  return first
}
