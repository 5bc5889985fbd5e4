import { type ByteLine, join, LineDivider } from './byte-lines.ts'
import { headerAt, isBinary, wideCharset } from './charset.ts'
import { canDelimit } from './delimiters.ts'
import { declaredCount, Envelopes } from './envelopes.ts'
import { type Problem, type ProblemCode, problemOf } from './problems.ts'

/** A message of a file. */
export interface FileMessage {
  /** As they stand in the file; in UTF-8 if the file is in UTF-16. */
  bytes: Uint8Array
  /** Of its MSH segment in the file, from 1. */
  line: number
  /** What to read it as, where MSH-18 does not tell: give it to `readText` as `known`. */
  charset: string | undefined
}

export type FilePart = ({ kind: 'message' } & FileMessage) | { kind: 'problem'; problem: Problem }

const [startBlock, endBlock] = [0x0b, 0x1c]
const looked = 4096
/** More lines of comment are taken as part of a message. */
const mostComments = 1000
/** The header that a message in the midst of a line of noise must have: MSH alone may be a word. */
const usualHeader = [...'MSH|^~\\&|'].map((one) => one.charCodeAt(0))

/** Bytes of a chunk. Lines that follow each other in it are one range: there may be millions. */
interface Range {
  buffer: ArrayBufferLike
  start: number
  end: number
}

function extend(ranges: Range[], { buffer, byteOffset, length }: Uint8Array) {
  const last = ranges.at(-1)
  if (last?.buffer === buffer && last.end === byteOffset) last.end += length
  else ranges.push({ buffer, start: byteOffset, end: byteOffset + length })
}

type LineKind = 'MSH' | 'FHS' | 'BHS' | 'BTS' | 'FTS' | 'segment' | 'blank' | 'other'

/** The first byte that is no space, control character or byte order mark. */
function beginningOf(bytes: Uint8Array): number {
  let at = 0
  while (
    at < bytes.length &&
    (bytes[at]! <= 32 || (bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf))
  )
    at += bytes[at] === 0xef ? 3 : 1
  return at
}

const isCapital = (byte: number) => byte >= 65 && byte <= 90
const isCapitalOrDigit = (byte: number) => isCapital(byte) || (byte >= 48 && byte <= 57)

function kindOf(bytes: Uint8Array, at: number): LineKind {
  if (at >= bytes.length) return 'blank'
  const first = bytes[at]!
  const second = bytes[at + 1] ?? 0
  const third = bytes[at + 2] ?? 0
  const fourth = bytes[at + 3] ?? 0
  if (!isCapital(first) || !isCapitalOrDigit(second) || !isCapitalOrDigit(third)) return 'other'
  if (fourth > 32 && !canDelimit(fourth)) return 'other'
  const id = String.fromCharCode(first, second, third)
  if (id === 'MSH' || id === 'FHS' || id === 'BHS') return canDelimit(fourth) ? id : 'other'
  return id === 'BTS' || id === 'FTS' ? id : 'segment'
}

function findUsualHeader(bytes: Uint8Array): number {
  let at = bytes.indexOf(77)
  while (at >= 0 && !usualHeader.every((byte, index) => bytes[at + index] === byte)) at = bytes.indexOf(77, at + 1)
  return at
}

/** Whether a line is one that people write between messages. */
function isComment(bytes: Uint8Array): boolean {
  const at = beginningOf(bytes)
  const [first, second] = [bytes[at], bytes[at + 1]]
  if (first === 0x23 || first === 0x3b) return true
  // //, /* and --
  return (first === 0x2f && (second === 0x2f || second === 0x2a)) || (first === 0x2d && second === 0x2d)
}

/** Where a start block is followed by a message: alone it may be a vertical tab of a text. */
function nextStart(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(startBlock, from)
  while (at >= 0 && !headerAt(bytes, at + 1)) at = bytes.indexOf(startBlock, at + 1)
  return at
}

/**
 * Divides a file into its messages: in batches (FHS, BHS, BTS, FTS), one after the other, or framed as MLLP sends them. Chunks may
 * be cut anywhere, and only the message at hand is held. What is no message is told with its line.
 */
export class FileSplitter {
  readonly #maxBytes: number
  readonly #lines: LineDivider
  readonly #envelopes = new Envelopes()
  #parts: FilePart[] = []
  /** The first bytes, until there are enough to tell what kind of file it is. */
  #head: Uint8Array[] | undefined = []
  #decoder: TextDecoder | undefined
  /** What a byte order mark tells of the whole file. */
  #charset: string | undefined
  #isBinary = false
  #hasMessages = false
  #isInNoise = false
  /** The message at hand. `comments` are lines at its end that are noise if no more of it follows. */
  #current: { ranges: Range[]; comments: ByteLine[]; size: number; line: number } | undefined

  constructor({ maxBytes = 40 * 1024 * 1024 }: { maxBytes?: number } = {}) {
    this.#maxBytes = maxBytes
    this.#lines = new LineDivider(maxBytes)
  }

  push(chunk: Uint8Array): FilePart[] {
    // A copy: the caller may use the chunk’s memory again.
    const own = chunk.slice()
    if (this.#head) {
      this.#head.push(own)
      if (this.#head.reduce((sum, part) => sum + part.length, 0) >= looked) this.#begin()
    } else this.#take(own)
    return this.#given()
  }

  /** The file has ended. */
  end(): FilePart[] {
    if (this.#head) this.#begin()
    if (this.#decoder) this.#takeBytes(new TextEncoder().encode(this.#decoder.decode()))
    const last = this.#lines.end()
    if (last) this.#takeLine(last)
    this.#close()
    if (this.#envelopes.isOpen) this.#tell('batch-not-closed')
    if (!this.#hasMessages && !this.#isBinary) this.#tell('no-message')
    return this.#given()
  }

  #given(): FilePart[] {
    const parts = this.#parts
    this.#parts = []
    return parts
  }

  #begin() {
    const head = join(this.#head ?? [])
    this.#head = undefined
    const wide = wideCharset(head)
    if (wide) this.#decoder = new TextDecoder(wide)
    if (wide || (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf)) this.#charset = 'utf-8'
    this.#isBinary = isBinary(head)
    if (this.#isBinary) this.#tell('not-text')
    this.#take(head)
  }

  #take(chunk: Uint8Array) {
    if (this.#isBinary) return
    this.#takeBytes(this.#decoder ? new TextEncoder().encode(this.#decoder.decode(chunk, { stream: true })) : chunk)
  }

  #takeBytes(bytes: Uint8Array) {
    for (const line of this.#lines.push(bytes)) this.#takeLine(line)
  }

  /** Divides a line where MLLP ends or begins a message in it. */
  #takeLine({ bytes, number, isCut }: ByteLine) {
    let from = 0
    let [end, start] = [bytes.indexOf(endBlock), nextStart(bytes, 1)]
    while (end >= 0 || start >= 0) {
      const cut = end < 0 ? start : start < 0 ? end : Math.min(end, start)
      this.#takePiece({ bytes: bytes.subarray(from, cut), number, isCut })
      if (cut === end) {
        this.#close()
        from = cut + 1
        end = bytes.indexOf(endBlock, from)
      } else from = cut
      if (start >= 0 && start <= from) start = nextStart(bytes, from + 1)
    }
    this.#takePiece({ bytes: bytes.subarray(from), number, isCut })
  }

  #takePiece({ bytes, number, isCut }: ByteLine) {
    const at = beginningOf(bytes)
    const kind = kindOf(bytes, at)
    if (kind === 'MSH') {
      this.#open(number)
      this.#add(bytes.subarray(at), isCut)
    } else if (kind === 'FHS' || kind === 'BHS' || kind === 'BTS' || kind === 'FTS') {
      this.#close()
      const code = this.#envelopes.take(kind, declaredCount(bytes, at))
      if (code) this.#tell(code, number, kind)
      this.#isInNoise = false
    } else if (kind === 'other') this.#takeOther(bytes, number, isCut)
    else if (kind === 'blank' && this.#current?.comments.length && this.#current.comments.length < mostComments)
      this.#current.comments.push({ bytes, number, isCut })
    else if (this.#current) this.#add(bytes, isCut)
    else if (kind === 'segment') this.#tellNoise(number)
  }

  #takeOther(bytes: Uint8Array, number: number, isCut: boolean) {
    const header = findUsualHeader(bytes)
    if (header >= 0) {
      this.#close()
      this.#isInNoise = false
      this.#tellNoise(number)
      this.#open(number)
      this.#add(bytes.subarray(header), isCut)
    } else if (!this.#current) this.#tellNoise(number)
    else if (isComment(bytes) && !isCut && this.#current.comments.length < mostComments)
      this.#current.comments.push({ bytes, number, isCut })
    else this.#add(bytes, isCut)
  }

  #open(line: number) {
    this.#close()
    this.#current = { ranges: [], comments: [], size: 0, line }
    this.#hasMessages = true
    this.#isInNoise = false
    this.#envelopes.message()
  }

  #add(bytes: Uint8Array, isCut: boolean) {
    const current = this.#current
    if (!current) return
    for (const comment of current.comments.splice(0)) this.#add(comment.bytes, false)
    current.size = isCut ? Number.POSITIVE_INFINITY : current.size + bytes.length
    if (current.size > this.#maxBytes) current.ranges = []
    else extend(current.ranges, bytes)
  }

  #close() {
    const current = this.#current
    this.#current = undefined
    if (!current) return
    const [comment] = current.comments
    if (current.size > this.#maxBytes) return this.#tell('message-too-large', current.line)
    const bytes = new Uint8Array(
      join(current.ranges.map(({ buffer, start, end }) => new Uint8Array(buffer, start, end - start))),
    )
    this.#parts.push({ kind: 'message', bytes, line: current.line, charset: this.#charset })
    if (comment) this.#tell('noise', comment.number)
  }

  /** Lines of noise that follow each other are told once, with the first. */
  #tellNoise(line: number) {
    if (!this.#isInNoise) this.#tell('noise', line)
    this.#isInNoise = true
  }

  #tell(code: ProblemCode, line?: number, segment?: string) {
    const where = { ...(segment && { segment, field: 1 }), ...(line !== undefined && { line, position: 1 }) }
    this.#parts.push({ kind: 'problem', problem: problemOf(code, where) })
  }
}

/** All messages of a file that is at hand. */
export function splitFile(
  bytes: Uint8Array,
  limits?: { maxBytes?: number },
): { messages: FileMessage[]; problems: Problem[] } {
  const splitter = new FileSplitter(limits)
  const parts = [...splitter.push(bytes), ...splitter.end()]
  return {
    messages: parts.flatMap((part) =>
      part.kind === 'message' ? [{ bytes: part.bytes, line: part.line, charset: part.charset }] : [],
    ),
    problems: parts.flatMap((part) => (part.kind === 'problem' ? [part.problem] : [])),
  }
}

/** The parts of a file that is read piece by piece. */
export async function* splitStream(
  chunks: AsyncIterable<Uint8Array>,
  limits?: { maxBytes?: number },
): AsyncGenerator<FilePart> {
  const splitter = new FileSplitter(limits)
  for await (const chunk of chunks) yield* splitter.push(chunk)
  yield* splitter.end()
}
