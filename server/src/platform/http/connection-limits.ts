import type { Server } from 'node:http'
import { BlockList, isIP, isIPv4, type Socket } from 'node:net'

export interface ConnectionLimits {
  /** Connections of one address: a clinic behind one router has some hundred computers with several connections each. */
  perAddress: number
  /** Connections of one server; each costs memory and a file descriptor. */
  total: number
  /** Addresses shared by many people, e.g. a reverse proxy's. */
  isShared(address: string): boolean
}

/** Treats reverse proxies as many people: those on this computer and those named in the settings. */
export function usualLimits(trustedProxies: readonly string[]): ConnectionLimits {
  const shared = new BlockList()
  for (const network of ['127.0.0.0/8', '::1', ...trustedProxies]) {
    const [address = '', bits] = network.split('/')
    const isV4 = isIPv4(address)
    shared.addSubnet(address, Number(bits ?? (isV4 ? 32 : 128)), isV4 ? 'ipv4' : 'ipv6')
  }
  const isShared = (address: string) => {
    const own = address.replace(/^::ffff:(?=\d+\.)/, '')
    return isIP(own) !== 0 && shared.check(own, isIPv4(own) ? 'ipv4' : 'ipv6')
  }
  return { perAddress: 1_000, total: 5_000, isShared }
}

/** Closes the connections of a client that holds too many, so that others get theirs. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const open = new Map<string, number>()
  server.maxConnections = limits.total
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (limits.isShared(address)) return
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    if (count > limits.perAddress) socket.destroy()
  })
}
