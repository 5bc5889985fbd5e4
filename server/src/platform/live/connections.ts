import { ClientFrame, liveCloseCodes, type LiveFrame } from '@dictara/contract/notifications'
import type { WebSocket } from '@fastify/websocket'
import * as z from 'zod/mini'
import type { Actor } from '../actor.ts'
import type { Log } from '../log.ts'

export interface Connection {
  socket: WebSocket
  actor: Actor | null
  /** It has said who it is; whether that is true is being looked up. */
  isLookedUp: boolean
  isSubscribed: boolean
  cookieSecret: string | null
  token: string
  isAlive: boolean
  framesInSecond: number
}

const connectWithinMs = 5_000
const pingMs = 25_000
const framesASecond = 20
/** Channels that have not said whose they are, and channels of one person: a tab each. */
const strangersMost = 500
const ofOnePersonMost = 50
/** So long a browser has to answer that the channel closes. */
const goodbyeMs = 1_000

export interface ConnectionParts {
  log: Log
  authenticate(token: string, cookieSecret: string | null): Promise<Actor | null>
}

export const send = ({ socket }: Connection, frame: LiveFrame) => socket.send(JSON.stringify(frame))

/** The browsers on the live channel: who they are, that they still are, and that none takes more than its part. */
export function keepConnections(parts: ConnectionParts) {
  const connections = new Set<Connection>()

  async function hear(connection: Connection, text: string) {
    connection.framesInSecond += 1
    if (connection.framesInSecond > framesASecond) return connection.socket.close(1008, 'too many frames')
    const parsed = z.safeParse(ClientFrame, parseJson(text))
    if (!parsed.success) return connection.socket.close(1008, 'not a frame of this channel')
    const frame = parsed.data
    if (frame.type === 'connect') {
      connection.isLookedUp = true
      const actor = await parts.authenticate(frame.token, connection.cookieSecret).finally(() => {
        connection.isLookedUp = false
      })
      if (!actor || (connection.actor && connection.actor.userId !== actor.userId))
        return connection.socket.close(liveCloseCodes.sessionEnded, 'please sign in')
      const own = [...connections].filter((one) => one !== connection && one.actor?.userId === actor.userId)
      if (own.length >= ofOnePersonMost) return connection.socket.close(1013, 'too many tabs')
      connection.actor = actor
      connection.token = frame.token
      return send(connection, { type: 'connected' })
    }
    if (!connection.actor || frame.channel !== `/user/${connection.actor.userId}/messages`)
      return send(connection, { type: 'refused', message: 'You are not permitted to do this operation' })
    connection.isSubscribed = true
    return send(connection, { type: 'subscribed', channel: frame.channel })
  }

  function take(socket: WebSocket, cookieSecret: string | null) {
    const connection: Connection = {
      socket,
      actor: null,
      isLookedUp: false,
      isSubscribed: false,
      cookieSecret,
      token: '',
      isAlive: true,
      framesInSecond: 0,
    }
    connections.add(connection)
    // Who is somebody says so at once: who has not for longest makes room.
    const strangers = [...connections].filter(({ actor, isLookedUp }) => !actor && !isLookedUp)
    if (strangers.length > strangersMost) strangers[0]!.socket.terminate()
    const late = setTimeout(() => connection.actor ?? socket.close(1008, 'no connect frame'), connectWithinMs)
    socket.on('message', (data, isBinary) => {
      if (isBinary) return socket.close(1003, 'text only')
      hear(connection, String(data)).catch((error: unknown) => {
        parts.log.warn({ error }, 'a live frame could not be handled')
        socket.close(1011, 'please connect again')
      })
    })
    socket.on('pong', () => {
      connection.isAlive = true
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearTimeout(late)
      connections.delete(connection)
    })
  }

  const everySecond = setInterval(() => {
    for (const connection of connections) connection.framesInSecond = 0
  }, 1000)
  const pings = setInterval(() => {
    for (const connection of connections) {
      if (!connection.isAlive) {
        connection.socket.terminate()
        continue
      }
      connection.isAlive = false
      connection.socket.ping()
      if (!connection.actor) continue
      parts
        .authenticate(connection.token, connection.cookieSecret)
        .then((actor) => {
          if (actor) connection.actor = actor
          else connection.socket.close(liveCloseCodes.sessionEnded, 'please sign in')
        })
        .catch(() => {})
    }
  }, pingMs)

  return {
    all: connections as ReadonlySet<Connection>,
    take,
    async close() {
      clearInterval(pings)
      clearInterval(everySecond)
      const late = setTimeout(() => {
        for (const { socket } of connections) socket.terminate()
      }, goodbyeMs)
      await Promise.all([...connections].map(({ socket }) => new Promise((closed) => socket.once('close', closed))))
      clearTimeout(late)
    },
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
