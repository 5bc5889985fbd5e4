import type { LiveFrame } from '@dictara/contract/notifications'
import { currentUser, onUserChange } from './session.ts'

export interface LiveListener {
  frame(frame: LiveFrame): void
  /** The channel is open again after it was lost: what was missed has to be fetched. */
  reconnected(): void
}

const firstPauseMs = 500
const longestPauseMs = 30_000
const sessionEnded = 4401

/**
 * Keeps the live channel of the signed-in person open (api.md, Websocket), with growing pauses and jitter between tries,
 * until it is closed or the person signs out (NOTIF-20).
 */
export function openLive(listener: LiveListener): () => void {
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  let wasOpen = false
  let isClosed = false
  let sentToken = ''
  const userId = currentUser()?.id

  const say = (frame: object) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(frame))
  const introduce = () => {
    const user = currentUser()
    if (!user || user.id !== userId) return close()
    if (user.token === sentToken) return
    sentToken = user.token
    say({ type: 'connect', token: user.token })
  }

  function connect() {
    const user = currentUser()
    if (isClosed || !user || user.id !== userId) return
    sentToken = ''
    socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/public/websocket`)
    socket.addEventListener('open', introduce)
    socket.addEventListener('message', ({ data }) => {
      const frame = JSON.parse(String(data)) as LiveFrame
      if (frame.type === 'connected') say({ type: 'subscribe', channel: `/user/${user.id}/messages` })
      else if (frame.type === 'subscribed') {
        tries = 0
        if (wasOpen) listener.reconnected()
        wasOpen = true
      } else listener.frame(frame)
    })
    socket.addEventListener('close', ({ code }) => {
      if (isClosed || code === sessionEnded) return
      const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** tries)
      tries += 1
      timer = setTimeout(connect, pause * (0.5 + Math.random() / 2))
    })
  }

  function close() {
    isClosed = true
    clearTimeout(timer)
    stopWatching()
    socket?.close()
  }

  const stopWatching = onUserChange(introduce)
  connect()
  return close
}
