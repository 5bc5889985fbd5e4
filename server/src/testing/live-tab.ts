import type { LiveFrame } from '@dictara/contract/notifications'
import { WebSocket } from 'ws'
import type { TestClient } from './test-client.ts'

/** The live channel of a signed-in person, as in an open tab. */
export interface LiveTab {
  /** All messages since the subscription, oldest first. */
  frames: LiveFrame[]
  /** The close code of the server, if it has closed the channel. */
  closed: Promise<number>
  close(): void
}

/** Opens the live channel of the person and subscribes. */
export async function aLiveTab(url: string, { user, cookie }: TestClient): Promise<LiveTab> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/public/websocket`, { headers: { cookie } })
  const frames: LiveFrame[] = []
  const say = (frame: object) => socket.send(JSON.stringify(frame))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  socket.on('open', () => say({ type: 'connect', token: user.token }))
  await new Promise<void>((ready, failed) => {
    socket.on('error', failed)
    socket.on('close', (code) => failed(new Error(`The live channel was closed: ${code}`)))
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as LiveFrame
      if (frame.type === 'connected') say({ type: 'subscribe', channel: `/user/${user.id}/messages` })
      else if (frame.type === 'subscribed') ready()
      else frames.push(frame)
    })
  })
  return { frames, closed, close: () => socket.close() }
}
