import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import type { Certificate } from '../../platform/http/origin-servers.ts'
import type { Log } from '../../platform/log.ts'
import { type ConnectionLimits, serveConnection } from './serve-connection.ts'

export interface ListenerSettings {
  port: number
  /** Undefined: every address of this computer. */
  host: string | undefined
  tls: Certificate | null
  /** The facility that an address sends for; undefined for who may not send. */
  findFacility(remoteAddress: string | undefined): string | undefined
  /** @returns the acknowledgements of a message, in their order */
  answer(facilityId: string, bytes: Uint8Array): Promise<string[]>
  log: Log
  limits: ConnectionLimits & { connections: number }
}

export interface Listener {
  /** Takes no connection and no message any more; the messages in hand are answered within the limit. */
  stop(limitMs: number): Promise<void>
}

/** So many refused addresses are told in the log. */
const mostTold = 100

/** Listens for HL7 messages. Connections of strangers are closed before a byte of them is read (S54). */
export async function listenForMessages(settings: ListenerSettings): Promise<Listener> {
  const { findFacility, answer, log, limits } = settings
  const stopping = new AbortController()
  const served = new Map<Socket, Promise<void>>()
  const refused = new Set<string>()

  /** Tells of each address once: who is refused tries again for ever. */
  function tellRefused(address = 'unknown') {
    if (refused.has(address) || refused.size >= mostTold) return
    refused.add(address)
    const isLast = refused.size === mostTold
    log.warn(
      { address },
      `closed a connection for HL7 messages: its address isn’t in DICTARA_MLLP_SENDERS${isLast ? '. Other addresses are not told any more' : ''}`,
    )
  }

  function serve(socket: Socket) {
    const facilityId = findFacility(socket.remoteAddress)
    if (!facilityId) return void socket.destroy()
    const done = serveConnection(socket, (bytes) => answer(facilityId, bytes), limits, stopping.signal)
    served.set(
      socket,
      done.finally(() => served.delete(socket)),
    )
  }

  const own = { allowHalfOpen: true, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }
  const inTls = settings.tls && createTlsServer({ ...settings.tls, ...own, handshakeTimeout: 10_000 }, serve)
  inTls?.on('tlsClientError', (_, socket) => socket.destroy())
  const server = createServer(own, (socket) => {
    socket.on('error', () => socket.destroy())
    if (findFacility(socket.remoteAddress)) return inTls ? void inTls.emit('connection', socket) : serve(socket)
    const { remoteAddress } = socket
    socket.destroy()
    tellRefused(remoteAddress)
  })
  server.maxConnections = limits.connections
  server.listen({ port: settings.port, ...(settings.host && { host: settings.host }) })
  await once(server, 'listening')
  server.on('error', (error) => log.error({ error }, 'a connection for HL7 messages could not be taken'))
  log.info({ port: settings.port }, 'listens for HL7 messages')

  return {
    async stop(limitMs) {
      server.close()
      stopping.abort()
      await Promise.race([Promise.all(served.values()), sleep(limitMs, undefined, { ref: false })])
      for (const socket of served.keys()) socket.destroy()
    },
  }
}
