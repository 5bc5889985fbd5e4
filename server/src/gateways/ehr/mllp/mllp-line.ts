import type { Socket } from 'node:net'
import { encodeFrame, FrameReader, isAckOf, parseMessage, type ReadAck, readAck, readText } from '@dictara/hl7'
import { EhrFailed } from '../port.ts'

/** An acknowledgement is short; whoever sends more is no HL7 system. */
const mostAckBytes = 1_048_576
const idleMs = 30_000

/** A connection to one EHR, which takes one message after the other. */
export interface MllpLine {
  /**
   * Sends a message and waits for its acknowledgement. @param id its MSH-10
   * @throws EhrFailed `silent` when none came; aborting rejects. The connection is then closed, so that a late acknowledgement can never
   *   be taken for that of another message.
   */
  ask(message: string, id: string, signal: AbortSignal): Promise<ReadAck>
}

const readFrame = (bytes: Uint8Array): ReadAck | null => readAck(parseMessage(readText(bytes).text).message)

/** @param open opens the connection; it is kept until it is idle for half a minute. */
export function mllpLine(open: (signal: AbortSignal) => Promise<Socket>): MllpLine {
  let kept: Socket | undefined
  let turn: Promise<unknown> = Promise.resolve()
  /** What was acknowledged on this connection: a second acknowledgement of it may come at any time. */
  let acknowledged = new Set<string>()

  function drop(socket: Socket) {
    if (kept === socket) kept = undefined
    socket.destroy()
  }

  async function connect(signal: AbortSignal): Promise<Socket> {
    if (kept && !kept.destroyed && kept.writable) return kept
    const socket = await open(signal)
    acknowledged = new Set()
    kept = socket
    socket.on('error', () => drop(socket))
    socket.on('end', () => drop(socket))
    socket.on('close', () => drop(socket))
    socket.setTimeout(idleMs, () => drop(socket))
    return socket
  }

  function exchange(socket: Socket, message: string, id: string, signal: AbortSignal): Promise<ReadAck> {
    return new Promise((resolve, reject) => {
      const frames = new FrameReader({ maxBytes: mostAckBytes })
      function settle() {
        socket.off('data', hear)
        socket.off('close', lose)
        signal.removeEventListener('abort', abort)
        socket.setTimeout(idleMs)
      }
      function fail(error: unknown) {
        settle()
        drop(socket)
        reject(error)
      }
      const abort = () => fail(signal.reason)
      const lose = () => fail(new EhrFailed('silent', 'The EHR ended the connection without acknowledging the note.'))
      function hear(chunk: Buffer) {
        for (const event of frames.feed(chunk)) {
          // Whatever stands around a frame does no harm.
          if (event.kind === 'problem' && event.problem.code !== 'frame-too-large') continue
          const ack = event.kind === 'frame' ? readFrame(event.bytes) : null
          if (!ack) return fail(new EhrFailed('silent', 'The EHR answered with something that is no acknowledgement.'))
          if (isAckOf(ack, id)) {
            settle()
            acknowledged.add(id)
            resolve(ack)
            return
          }
          if (ack.controlId === undefined || !acknowledged.has(ack.controlId))
            return fail(new EhrFailed('silent', 'The EHR acknowledged another message than the one that was sent.'))
        }
      }
      // The caller’s own limit counts, however long it is.
      socket.setTimeout(0)
      signal.addEventListener('abort', abort, { once: true })
      socket.on('data', hear)
      socket.on('close', lose)
      socket.write(encodeFrame(message))
    })
  }

  return {
    ask(message, id, signal) {
      const asked = turn
        .catch(() => {})
        .then(async () => {
          signal.throwIfAborted()
          return exchange(await connect(signal), message, id, signal)
        })
      turn = asked
      return asked
    },
  }
}
