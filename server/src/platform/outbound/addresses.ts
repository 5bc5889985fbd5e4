import { BlockList, isIP } from 'node:net'

/** @param all networks with blanks between them */
function networks(all: string): BlockList {
  const list = new BlockList()
  for (const network of all.split(' ')) {
    const [address, bits] = network.split('/') as [string, string]
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

/** The IPv6 addresses that may be called at all. It leaves out IPv4 in IPv6 clothes: mapped, translated (NAT64), compatible. */
const usableIpv6 = networks('2000::/3 fc00::/7 ::1/128')
/** Unspecified, link-local, multicast and reserved, and where clouds tell a server its own secrets. */
const neverCalled = networks(
  '0.0.0.0/8 169.254.0.0/16 224.0.0.0/4 240.0.0.0/4 192.0.0.0/24 100.100.100.200/32 168.63.129.16/32 fd00:ec2::/32 fd20:ce::/32',
)
const onPremises = networks('127.0.0.0/8 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 ::1/128 fc00::/7')
/** Documentation, benchmarks and tunnels (IANA's registries of special-purpose addresses). */
const notPublic = networks(
  '192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 198.18.0.0/15 192.88.99.0/24 192.31.196.0/24 192.52.193.0/24 192.175.48.0/24 ' +
    '2001::/23 2001:db8::/32 2002::/16 3fff::/20 2620:4f:8000::/48',
)

/**
 * Where an IP address leads: into the internet, into a network of the clinic or the server itself, or where Dictara never calls
 * (S56).
 * @param address as `node:dns` or a socket gives it, without brackets; anything else is `never`
 */
export function reachOf(address: string): 'public' | 'on-premises' | 'never' {
  const version = isIP(address)
  if (version === 0) return 'never'
  const family = version === 6 ? 'ipv6' : 'ipv4'
  if (version === 6 && !usableIpv6.check(address, family)) return 'never'
  if (neverCalled.check(address, family)) return 'never'
  if (onPremises.check(address, family)) return 'on-premises'
  return notPublic.check(address, family) ? 'never' : 'public'
}

const spelledOut = (address: string) => (isIP(address) === 6 ? new URL(`http://[${address}]`).hostname : address)

/** Whether two spellings name one address. */
export const isSameAddress = (one: string, other: string): boolean => spelledOut(one) === spelledOut(other)
