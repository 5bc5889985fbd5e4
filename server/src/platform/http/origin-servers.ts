import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { type ConnectionLimits, limitConnections, usualLimits } from './connection-limits.ts'
import { refuseConnection } from './unreadable.ts'

/** The servers of one origin: "localhost" is listened to once for each kind of address. */
export interface OriginServers {
  /** Makes one of them; Fastify's server factory. */
  create(listener: RequestListener): Server
  /**
   * Refuses new connections at once, lets what is under way be answered, and cuts off what is not done within the limit:
   * its sender gets no answer, and so knows that it has to come again.
   */
  stop(limitMs: number): Promise<void>
}

const lookMs = 50

/** Who offers to speak something else, e.g. HTTP/2 (h2c), is answered in plain HTTP: only a live channel is an upgrade. */
const options: ServerOptions = {
  shouldUpgradeCallback: (request) => request.headers.upgrade?.toLowerCase() === 'websocket',
}

export interface Certificate {
  cert: Buffer
  key: Buffer
}

/** Reads the certificate that these files hold. */
export const readCertificate = (tls: { cert: string; key: string } | null): Certificate | null =>
  tls && { cert: readFileSync(tls.cert), key: readFileSync(tls.key) }

export function originServers(
  tls: Certificate | null,
  log: Log,
  limits: ConnectionLimits = usualLimits([]),
): OriginServers {
  const servers: Server[] = []
  const connections = new Set<Socket>()
  /** Under TLS requests know the inner socket of a connection. */
  const sockets = new Set<Socket>()
  const busy = new Map<Socket, number>()
  const count = (socket: Socket, by: number) => {
    const requests = (busy.get(socket) ?? 0) + by
    if (requests > 0) busy.set(socket, requests)
    else busy.delete(socket)
  }
  const keep = (set: Set<Socket>) => (socket: Socket) => {
    set.add(socket)
    socket.once('close', () => {
      set.delete(socket)
      busy.delete(socket)
    })
  }
  const endQuiet = () => {
    for (const socket of sockets) if (!busy.has(socket)) socket.destroySoon()
  }
  return {
    create(listener) {
      const server = tls ? createTlsServer({ ...tls, ...options }, listener) : createServer(options, listener)
      // A connection that cannot be taken, e.g. for want of file descriptors, is no reason to end.
      server.on('error', (error) => server.listening && log.warn({ error }, 'a connection could not be taken'))
      // Fastify does this for the first address only.
      server.on('clientError', refuseConnection)
      // Longer than proxies and clients keep an idle connection: one that is closed just as a call is sent on it fails that call.
      server.keepAliveTimeout = 75_000
      server.headersTimeout = 15_000
      // Bodies have a limit of their own, by what they are (bounded-body.ts).
      server.requestTimeout = 0
      limitConnections(server, limits)
      server.on('connection', keep(connections))
      server.on(tls ? 'secureConnection' : 'connection', keep(sockets))
      server.on('request', (request, response) => {
        count(request.socket, 1)
        response.once('close', () => count(request.socket, -1))
      })
      // A live channel says goodbye by itself.
      server.on('upgrade', (_request, socket) => count(socket as Socket, 1))
      servers.push(server)
      return server
    },
    async stop(limitMs) {
      let isOver = false
      const closed = Promise.all(
        servers.filter(({ listening }) => listening).map((server) => new Promise((done) => server.close(done))),
      ).finally(() => {
        isOver = true
      })
      const limit = setTimeout(() => {
        for (const socket of connections) socket.destroy()
      }, limitMs)
      while (!isOver) {
        endQuiet()
        await Promise.race([closed, sleep(lookMs)])
      }
      clearTimeout(limit)
    },
  }
}
