import type { IncomingMessage } from 'node:http'
import { refuseConnection } from './unreadable.ts'

/** How long a request may take to arrive whole. */
const wholeMs = 60_000
/** How long nothing at all may arrive of a recording, which otherwise takes as long as the line does. */
const silentMs = 60_000

export interface BodyLimits {
  wholeMs: number
  silentMs: number
}

/** Ends a request whose body does not arrive: in words, and with its connection. */
export function boundBody(
  request: IncomingMessage,
  isRecording: boolean,
  limits: BodyLimits = { wholeMs, silentMs },
): void {
  const { socket } = request
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  if (!hasBody || request.complete) return
  let arrived = socket.bytesRead
  const look = () => {
    if (request.complete || request.destroyed) return stop()
    // What has arrived and was not yet taken is our own delay.
    const moves = socket.bytesRead > arrived || request.readableLength > 0
    arrived = socket.bytesRead
    if (isRecording && moves) return
    stop()
    refuseConnection({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket)
  }
  const timer = setInterval(look, isRecording ? limits.silentMs : limits.wholeMs)
  timer.unref()
  const stop = () => clearInterval(timer)
  for (const event of ['end', 'close', 'error'] as const) request.once(event, stop)
}
