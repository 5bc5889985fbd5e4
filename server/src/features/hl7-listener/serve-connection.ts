import type { Socket } from 'node:net'
import { controlId, encodeFrame, FrameReader, writeAck } from '@dictara/hl7'
import { newId } from '../../platform/ids.ts'

export interface ConnectionLimits {
  /** A connection on which nothing moves for so long is closed. */
  idleMs: number
  /** A message that has begun must end within. */
  frameMs: number
  messageBytes: number
}

/** How long the other side may take to read the last acknowledgement. */
const lingerMs = 1_000

/** Ends a connection so that what was written arrives: closing one with unread bytes would cut that off. */
function endGently(socket: Socket) {
  socket.end()
  socket.resume()
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

const tooLarge = () =>
  writeAck(undefined, {
    stage: 'application',
    outcome: 'rejected',
    id: controlId(newId()),
    at: new Date(),
    text: 'The message is larger than allowed.',
  })

/** Resolves when it was handed to the system, or the socket has failed; that is told to whoever reads the socket. */
const send = (socket: Socket, messages: readonly string[]) =>
  new Promise<void>((sent) => {
    if (messages.length === 0 || socket.destroyed) return sent()
    socket.write(Buffer.concat(messages.map((one) => encodeFrame(one))), () => sent())
  })

/**
 * Answers the messages of a connection one by one, in their order. Nothing is read from it meanwhile. A message that doesn’t end is not
 * answered. @param answer commits a message and gives its acknowledgements
 * @returns when the connection is closed; never rejects. When `stopping` aborts, the message in hand is still answered.
 */
export async function serveConnection(
  socket: Socket,
  answer: (bytes: Uint8Array) => Promise<string[]>,
  { idleMs, frameMs, messageBytes }: ConnectionLimits,
  stopping: AbortSignal,
): Promise<void> {
  const closed = new Promise<void>((close) => socket.once('close', () => close()))
  const frames = new FrameReader({ maxBytes: messageBytes })
  let isBusy = false
  let unfinished: NodeJS.Timeout | undefined
  const stopIdle = () => void (isBusy || socket.destroy())
  socket.on('error', () => socket.destroy())
  socket.setTimeout(idleMs, () => socket.destroy())
  stopping.addEventListener('abort', stopIdle)

  /** @returns whether more may come */
  async function takeChunk(chunk: Buffer): Promise<boolean> {
    const events = frames.feed(chunk)
    if (events.length > 0 || frames.pending === 0) {
      clearTimeout(unfinished)
      unfinished = undefined
    }
    for (const event of events) {
      if (stopping.aborted) return false
      if (event.kind === 'frame') await send(socket, await answer(event.bytes))
      else if (event.problem.code === 'frame-too-large') {
        await send(socket, [tooLarge()])
        return false
      }
    }
    if (frames.pending > 0) unfinished ??= setTimeout(() => socket.destroy(), frameMs).unref()
    return !stopping.aborted
  }

  try {
    for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      isBusy = true
      const goesOn = await takeChunk(chunk)
      isBusy = false
      if (!goesOn) break
    }
    endGently(socket)
  } catch {
    // The connection broke; what was not answered comes again.
    socket.destroy()
  } finally {
    clearTimeout(unfinished)
    stopping.removeEventListener('abort', stopIdle)
  }
  await closed
}
