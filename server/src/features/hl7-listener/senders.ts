import { BlockList, isIP } from 'node:net'
import type { MllpSender } from '../../platform/setting-values.ts'

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** @returns the facility that an address sends for: that of the first network that holds it; undefined for everybody else */
export function senderFinder(senders: readonly MllpSender[]) {
  const networks = senders.map(({ network, facilityId }) => {
    const list = new BlockList()
    const [address = '', bits] = network.split('/')
    const family = familyOf(address)
    list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
    return { list, facilityId }
  })
  return (remoteAddress: string | undefined): string | undefined => {
    // As a socket that listens for both families spells IPv4; a link-local address has its interface behind it.
    const address = (remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
    if (isIP(address) === 0) return undefined
    return networks.find(({ list }) => list.check(address, familyOf(address)))?.facilityId
  }
}
