import { type Problem, problemOf } from './problems.ts'

const startBlock = 0x0b
const endBlock = 0x1c
const [lineFeed, carriageReturn] = [10, 13]

/** The bytes of a message between start and end block; or what was wrong, with the bytes that are therefore no message. */
export type FrameEvent = { kind: 'frame'; bytes: Uint8Array } | { kind: 'problem'; problem: Problem; bytes: Uint8Array }

const startsWith = (bytes: Uint8Array, text: string, at: number) => {
  for (let index = 0; index < text.length; index += 1) if (bytes[at + index] !== text.charCodeAt(index)) return false
  return true
}

/** Where a message begins that follows a start block inside of a frame: the frame before was never closed. */
function lastStart(bytes: Uint8Array): number {
  for (let at = bytes.lastIndexOf(startBlock); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(startBlock, at - 1))
    if (startsWith(bytes, 'MSH', at + 1)) return at
  return -1
}

const isBlank = (bytes: Uint8Array) => bytes.every((byte) => byte <= 32)

function firstVisible(bytes: Uint8Array): number {
  const at = bytes.findIndex((byte) => byte > 32)
  return at < 0 ? bytes.length : at
}

/** UTF-16, by a byte order mark or a zero: in it an end block byte can be half of a character. */
const isWide = (bytes: Uint8Array) =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) ||
  (bytes[0] === 0xfe && bytes[1] === 0xff) ||
  (bytes.length > 1 && (bytes[0] === 0) !== (bytes[1] === 0))

/**
 * Divides what a socket receives into messages (MLLP: 0x0B, message, 0x1C 0x0D), however it is cut into chunks. A missing carriage
 * return is tolerated, and so is a missing start block before MSH. A frame of more than `maxBytes` is passed over.
 */
export class FrameReader {
  readonly #maxBytes: number
  #chunks: Uint8Array[] = []
  #size = 0
  #isInside = false
  #isSkipping = false
  /** Behind an end block, which a carriage return should follow. */
  #isAfterEnd = false
  /** The frame is in UTF-16, and its last byte may be the end block. */
  #mayEnd = false

  constructor({ maxBytes = 40 * 1024 * 1024 }: { maxBytes?: number } = {}) {
    this.#maxBytes = maxBytes
  }

  /** Bytes of a message that has begun and not ended; the caller closes a connection on which that lasts too long. */
  get pending(): number {
    return this.#size
  }

  feed(chunk: Uint8Array): FrameEvent[] {
    const events: FrameEvent[] = []
    let at = 0
    while (at < chunk.length) at = this.#step(chunk, at, events)
    return events
  }

  /** The connection has ended. */
  end(): FrameEvent[] {
    const events: FrameEvent[] = []
    const bytes = this.#take()
    if (this.#isInside && !this.#isSkipping) events.push(told('frame-not-closed', bytes))
    else this.#tellNoise(bytes, events)
    this.#isInside = false
    this.#isSkipping = false
    this.#isAfterEnd = false
    return events
  }

  /** Consumes at least one byte, and answers where to go on. */
  #step(chunk: Uint8Array, at: number, events: FrameEvent[]): number {
    const byte = chunk[at]!
    if (this.#isAfterEnd) {
      this.#isAfterEnd = false
      if (byte === carriageReturn) return at + 1
      events.push(told('frame-end-incomplete', new Uint8Array()))
      return byte === lineFeed ? at + 1 : at
    }
    if (this.#mayEnd) {
      this.#mayEnd = false
      if (byte === carriageReturn) {
        this.#close(events, 1)
        this.#isAfterEnd = false
        return at + 1
      }
    }
    if (!this.#isInside && byte === startBlock) {
      this.#tellNoise(this.#take(), events)
      this.#isInside = true
      this.#isSkipping = false
      return at + 1
    }
    if (byte !== endBlock) return this.#collect(chunk, at, events)
    if (this.#isInside && isWide(this.#beginning())) {
      this.#keep(chunk.subarray(at, at + 1), events)
      this.#mayEnd = true
    } else this.#close(events, 0)
    return at + 1
  }

  /** Keeps everything up to the next byte that means something. */
  #collect(chunk: Uint8Array, at: number, events: FrameEvent[]): number {
    const end = chunk.indexOf(endBlock, at)
    const start = this.#isInside ? -1 : chunk.indexOf(startBlock, at)
    const next = Math.min(end < 0 ? chunk.length : end, start < 0 ? chunk.length : start)
    this.#keep(chunk.subarray(at, next), events)
    return next
  }

  #keep(bytes: Uint8Array, events: FrameEvent[]) {
    if (this.#isSkipping) return
    if (this.#size + bytes.length > this.#maxBytes) {
      this.#take()
      this.#isSkipping = true
      events.push(told('frame-too-large', new Uint8Array()))
      return
    }
    // A copy: the caller may use the chunk’s memory again.
    this.#chunks.push(bytes.slice())
    this.#size += bytes.length
  }

  /** The first two bytes of what has been kept. */
  #beginning(): Uint8Array {
    const [first, second] = this.#chunks
    if (!first || first.length > 1 || !second) return first ?? new Uint8Array()
    return Uint8Array.of(first[0]!, second[0]!)
  }

  #take(): Uint8Array {
    const all = new Uint8Array(this.#size)
    let at = 0
    for (const chunk of this.#chunks) {
      all.set(chunk, at)
      at += chunk.length
    }
    this.#chunks = []
    this.#size = 0
    return all
  }

  #close(events: FrameEvent[], extra: number) {
    const taken = this.#take()
    const bytes = taken.subarray(0, taken.length - extra)
    const wasInside = this.#isInside
    const wasSkipping = this.#isSkipping
    this.#isInside = false
    this.#isSkipping = false
    this.#isAfterEnd = true
    if (wasSkipping) return
    if (wasInside) return this.#emit(bytes, events)
    const at = firstVisible(bytes)
    if (!startsWith(bytes, 'MSH', at)) return this.#tellNoise(bytes, events)
    events.push(told('frame-not-opened', new Uint8Array()), { kind: 'frame', bytes: bytes.subarray(at) })
  }

  #emit(bytes: Uint8Array, events: FrameEvent[]) {
    const start = isWide(bytes) ? -1 : lastStart(bytes)
    if (start > 0) events.push(told('frame-not-closed', bytes.subarray(0, start)))
    events.push({ kind: 'frame', bytes: start < 0 ? bytes : bytes.subarray(start + 1) })
  }

  #tellNoise(bytes: Uint8Array, events: FrameEvent[]) {
    if (!isBlank(bytes)) events.push(told('noise-between-frames', bytes))
  }
}

const told = (code: Problem['code'], bytes: Uint8Array): FrameEvent => ({
  kind: 'problem',
  problem: problemOf(code),
  bytes,
})

/** A message as MLLP sends it. A text is sent in UTF-8. */
export function encodeFrame(message: string | Uint8Array): Uint8Array {
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  const frame = new Uint8Array(bytes.length + 3)
  frame[0] = startBlock
  frame.set(bytes, 1)
  frame.set([endBlock, carriageReturn], bytes.length + 1)
  return frame
}
