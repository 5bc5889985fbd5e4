import type { LiveFrame } from '@dictara/contract/notifications'
import { vi } from 'vitest'

/** The server's end of a live channel. Stands in for WebSocket in the browser. */
export class LiveEnd extends EventTarget {
  static readonly OPEN = 1
  static readonly all: LiveEnd[] = []
  readyState = 0
  readonly heard: unknown[] = []

  constructor() {
    super()
    LiveEnd.all.push(this)
    queueMicrotask(() => {
      this.readyState = LiveEnd.OPEN
      this.dispatchEvent(new Event('open'))
    })
  }

  push(frame: LiveFrame) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
  }

  send(text: string) {
    const frame = JSON.parse(text) as { type: string; channel: string }
    this.heard.push(frame)
    if (frame.type === 'connect') this.push({ type: 'connected' })
    else this.push({ type: 'subscribed', channel: frame.channel })
  }

  close(code = 1000) {
    if (this.readyState === 3) return
    this.readyState = 3
    this.dispatchEvent(new CloseEvent('close', { code }))
  }
}

/** Replaces WebSocket until `vi.unstubAllGlobals`. @returns the server's ends of the opened channels, oldest first */
export function openLiveWire(): LiveEnd[] {
  LiveEnd.all.length = 0
  vi.stubGlobal('WebSocket', LiveEnd)
  return LiveEnd.all
}
