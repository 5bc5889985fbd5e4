import { ClientFrame, liveCloseCodes, type LiveFrame } from '@dictara/contract/notifications'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod/mini'
import type { Actor } from '../actor.ts'
import type { Doors } from '../database/index.ts'
import type { Log } from '../log.ts'
import { liveChannel } from './channel.ts'
import { nowAndThen } from './now-and-then.ts'

export { liveChannel }

/** What travels between server copies: ids only. Each kind has one feature that turns it into frames. */
export type Announcement = { kind: string; clinicId?: string } & Record<string, unknown>
/** Turns an announcement into frames for those of the connected people who may see it. */
export type LiveSource = (
  announcement: Announcement,
  connected: readonly Actor[],
) => Promise<{ userId: string; frame: LiveFrame }[]>

export interface LiveParts {
  doors: Doors
  log: Log
  authenticate(token: string, cookie: string | undefined): Promise<Actor | null>
  mayComeFrom(origin: string | undefined, request: IncomingMessage): boolean
  sources: Record<string, LiveSource>
}

interface Connection {
  socket: WebSocket
  actor: Actor | null
  /** It has said who it is; whether that is true is being looked up. */
  isLookedUp: boolean
  isSubscribed: boolean
  cookie: string | undefined
  token: string
  isAlive: boolean
  framesInSecond: number
}

const connectWithinMs = 5_000
const pingMs = 25_000
const framesASecond = 20
/** A job is pushed at most so often: while it converts it changes all the time. */
const pushPauseMs = 250
/** Channels that have not said whose they are, and channels of one person: a tab each. */
const strangersMost = 500
const ofOnePersonMost = 50
/** So long a browser has to answer that the channel closes. */
const goodbyeMs = 1_000

/** The live channel `/public/websocket` (wire.md, Websocket; controls.md S34). */
export async function openLiveHub(parts: LiveParts) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 16 * 1024 })
  const connections = new Set<Connection>()
  const send = (connection: Connection, frame: LiveFrame) => connection.socket.send(JSON.stringify(frame))

  async function hear(connection: Connection, text: string) {
    connection.framesInSecond += 1
    if (connection.framesInSecond > framesASecond) return connection.socket.close(1008, 'too many frames')
    const parsed = z.safeParse(ClientFrame, parseJson(text))
    if (!parsed.success) return connection.socket.close(1008, 'not a frame of this channel')
    const frame = parsed.data
    if (frame.type === 'connect') {
      connection.isLookedUp = true
      const actor = await parts.authenticate(frame.token, connection.cookie).finally(() => {
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

  sockets.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    const connection: Connection = {
      socket,
      actor: null,
      isLookedUp: false,
      isSubscribed: false,
      cookie: request.headers.cookie,
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
  })

  async function spread(announcement: Announcement) {
    if (announcement.kind === 'session-ended') {
      for (const { actor, socket } of connections)
        if (actor?.sessionId === announcement.sessionId) socket.close(liveCloseCodes.sessionEnded, 'the session ended')
      return
    }
    const source = parts.sources[announcement.kind]
    const actors = [...connections]
      .filter((c) => c.isSubscribed && c.actor?.clinicId === announcement.clinicId)
      .map((c) => c.actor!)
    if (!source || actors.length === 0) return
    for (const { userId, frame } of await source(announcement, actors))
      for (const connection of connections)
        if (connection.isSubscribed && connection.actor?.userId === userId) send(connection, frame)
  }

  const push = (announcement: Announcement) => {
    spread(announcement).catch((error: unknown) => parts.log.warn({ error }, 'a live push failed'))
  }
  const jobs = nowAndThen(pushPauseMs, push)
  function take(payload: string) {
    const announcement = parseJson(payload) as Announcement | undefined
    if (announcement?.kind === 'job') jobs.tell(String(announcement.jobId), announcement)
    else if (announcement) push(announcement)
  }
  // What was said meanwhile was not heard: who connects again is looked up again, and fetches what it shows.
  const sendAway = () => {
    for (const { socket } of connections) socket.close(liveCloseCodes.restart, 'the server restarts')
  }
  const stopListening = await parts.doors.listen(liveChannel, take, sendAway)
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
        .authenticate(connection.token, connection.cookie)
        .then((actor) => {
          if (actor) connection.actor = actor
          else connection.socket.close(liveCloseCodes.sessionEnded, 'please sign in')
        })
        .catch(() => {})
    }
  }, pingMs)

  return {
    /** Takes the upgrades of an origin's server; none of them, whatever it says and however it ends, does harm. */
    attach(server: Server) {
      server.on('upgrade', (request, socket, head) => {
        // Node takes its own listener away with the upgrade.
        socket.on('error', () => socket.destroy())
        try {
          const path = (request.url ?? '').split('?')[0]
          const isOurs = path === '/public/websocket' || path === '/api/public/websocket'
          if (!isOurs || !parts.mayComeFrom(request.headers.origin, request)) return refuse(socket)
          sockets.handleUpgrade(request, socket, head, (upgraded) => sockets.emit('connection', upgraded, request))
        } catch (error) {
          parts.log.warn({ error }, 'an upgrade could not be handled')
          socket.destroy()
        }
      })
    },
    async close() {
      jobs.end()
      clearInterval(pings)
      clearInterval(everySecond)
      sendAway()
      const late = setTimeout(() => {
        for (const { socket } of connections) socket.terminate()
      }, goodbyeMs)
      await new Promise((closed) => sockets.close(closed))
      clearTimeout(late)
      await stopListening()
    },
  }
}

/** The other side may never close its half: the connection ends with the answer. */
function refuse(socket: Duplex) {
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy())
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
