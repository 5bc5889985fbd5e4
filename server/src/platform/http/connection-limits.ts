import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface ConnectionLimits {
  /** Of one address: a clinic behind one router has some hundred computers with several connections each. */
  perAddress: number
  /** Of one server; each costs memory and a file descriptor. */
  total: number
  /** Addresses that are asked by many, e.g. a reverse proxy's. */
  isShared(address: string): boolean
}

const isLoopback = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address)

/** Reverse proxies of this computer are many people. */
export const usualLimits: ConnectionLimits = { perAddress: 1_000, total: 5_000, isShared: isLoopback }

/** Hangs up on whoever holds too many connections, so that the others get theirs. */
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
