import type { IncomingMessage } from 'node:http'
import { sharedRefusals } from '@dictara/contract'
import { liveCloseCodes, type LiveFrame } from '@dictara/contract/notifications'
import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../actor.ts'
import type { Doors } from '../database/index.ts'
import { cookieSecretOf } from '../http/cookie.ts'
import { Refusal } from '../refusal.ts'
import { liveChannel } from './channel.ts'
import { type ConnectionParts, keepConnections, parseJson, send } from './connections.ts'
import { nowAndThen } from './now-and-then.ts'

export { liveChannel }

/** What travels between server copies: ids only. Each kind has one feature that turns it into frames. */
export type Announcement = { kind: string; clinicId?: string } & Record<string, unknown>
/** Turns an announcement into frames for those of the connected people who may see it. */
export type LiveSource = (
  announcement: Announcement,
  connected: readonly Actor[],
) => Promise<{ userId: string; frame: LiveFrame }[]>

export interface LiveParts extends ConnectionParts {
  doors: Doors
  mayComeFrom(origin: string | undefined, request: IncomingMessage): boolean
  sources: Record<string, LiveSource>
}

const paths = ['/public/websocket', '/api/public/websocket']
/** A job is pushed at most so often: while it converts it changes all the time. */
const pushPauseMs = 250

/** The live channel `/public/websocket` (wire.md, Websocket; controls.md S34). */
export async function openLiveHub(parts: LiveParts) {
  const { all: connections, take, close } = keepConnections(parts)

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
  function hearCopy(payload: string) {
    const announcement = parseJson(payload) as Announcement | undefined
    if (announcement?.kind === 'job') jobs.tell(String(announcement.jobId), announcement)
    else if (announcement) push(announcement)
  }
  // What was said meanwhile was not heard: who connects again is looked up again, and fetches what it shows.
  const sendAway = () => {
    for (const { socket } of connections) socket.close(liveCloseCodes.restart, 'the server restarts')
  }
  const stopListening = await parts.doors.listen(liveChannel, hearCopy, sendAway)
  return {
    /** Opens the channel on an origin. Any other upgrade is refused there like a call, and its line is not kept. */
    async register(server: FastifyInstance) {
      await server.register(websocket, {
        options: { maxPayload: 16 * 1024 },
        errorHandler: (_error, socket) => socket.terminate(),
      })
      server.addHook('onRequest', async (request, reply) => {
        const isOurs = paths.includes(request.routeOptions.url ?? '')
        if (!request.ws || (isOurs && parts.mayComeFrom(request.headers.origin, request.raw))) return
        reply.header('connection', 'close')
        throw new Refusal(sharedRefusals.notPermitted)
      })
      for (const url of paths)
        server.route({
          method: 'GET',
          url,
          handler: (_request, reply) => reply.callNotFound(),
          wsHandler: (socket, request) => take(socket, cookieSecretOf(request)),
        })
    },
    async close() {
      jobs.end()
      sendAway()
      await close()
      await stopListening()
    },
  }
}
