import type { LiveFrame } from '@dictara/contract/notifications'
import { currentUser, onUserChange } from './session.ts'

export interface LiveListener {
  frame(frame: LiveFrame): void
  /** The channel is open again after a loss; fetch what was missed. */
  reconnected(): void
  /** The server says that this token belongs to no signed-in person. */
  ended?(): void
}

const firstPauseMs = 500
const longestPauseMs = 30_000
const sessionEnded = 4401
/** How long the channel may take to open or to answer a heartbeat before it counts as lost: a dead line reports nothing. */
const answerWithinMs = 15_000
const beatEveryMs = 25_000

/**
 * Keeps the live channel of the signed-in person open (wire.md, Websocket), with growing pauses and jitter between tries, until it is
 * closed or the person signs out (NOTIF-20).
 */
export function openLive(listener: LiveListener): () => void {
  let socket: WebSocket | undefined
  let next: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  let wasOpen = false
  let isClosed = false
  let sentToken = ''
  const userId = currentUser()?.id

  const say = (frame: object) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(frame))
  const introduce = (): void => {
    const user = currentUser()
    if (!user || user.id !== userId) return close()
    if (!socket && !next) return connect()
    if (user.token === sentToken || socket?.readyState !== WebSocket.OPEN) return
    sentToken = user.token
    say({ type: 'connect', token: user.token })
  }
  /** The heartbeat sends the token again: the server answers, a dead line does not. */
  const beat = () => {
    sentToken = ''
    introduce()
    expectAnswer()
  }
  const expectAnswer = () => {
    clearTimeout(silence)
    silence = setTimeout(lose, answerWithinMs)
  }
  const heard = () => {
    clearTimeout(silence)
    silence = setTimeout(beat, beatEveryMs)
  }

  function connect() {
    const user = currentUser()
    next = undefined
    if (isClosed || !user || user.id !== userId) return
    sentToken = ''
    let isSubscribed = false
    const opened = new WebSocket(
      `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/public/websocket`,
    )
    socket = opened
    expectAnswer()
    opened.addEventListener('open', introduce)
    opened.addEventListener('message', ({ data }) => {
      if (socket !== opened) return
      heard()
      const frame = JSON.parse(String(data)) as LiveFrame
      if (frame.type === 'connected') {
        if (!isSubscribed) say({ type: 'subscribe', channel: `/user/${user.id}/messages` })
      } else if (frame.type === 'subscribed') {
        isSubscribed = true
        tries = 0
        if (wasOpen) listener.reconnected()
        wasOpen = true
      } else listener.frame(frame)
    })
    opened.addEventListener('close', ({ code }) => {
      if (socket !== opened || isClosed) return
      if (code !== sessionEnded) return lose()
      clearTimeout(silence)
      socket = undefined
      listener.ended?.()
    })
  }

  /** Abandons the channel without waiting: on a dead line its own close would wait for an answer too. */
  function lose() {
    clearTimeout(silence)
    const lost = socket
    socket = undefined
    lost?.close()
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** tries)
    tries += 1
    next = setTimeout(connect, pause * (0.5 + Math.random() / 2))
  }

  function close() {
    isClosed = true
    clearTimeout(next)
    clearTimeout(silence)
    stopWatching()
    socket?.close()
  }

  const stopWatching = onUserChange(introduce)
  connect()
  return close
}
