const [lineFeed, carriageReturn] = [10, 13]

/** Bytes of one line with its end, CR, LF or CRLF. */
export interface ByteLine {
  bytes: Uint8Array
  /** From 1. */
  number: number
  /** The line was longer than allowed: these are only its first bytes. */
  isCut: boolean
}

export const join = (parts: readonly Uint8Array[]): Uint8Array => {
  if (parts.length === 1) return parts[0]!
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Divides bytes that come in chunks into lines; the chunks must not change after. Of a line longer than `longest` only the first bytes are kept. */
export class LineDivider {
  readonly #longest: number
  /** The beginning of a line whose end has not come. */
  #rest: Uint8Array[] = []
  #size = 0
  #number = 1

  constructor(longest: number) {
    this.#longest = longest
  }

  *push(chunk: Uint8Array): Generator<ByteLine> {
    let start = 0
    let [carriage, feed] = [chunk.indexOf(carriageReturn), chunk.indexOf(lineFeed)]
    // A carriage return ended the chunk before: a line feed now belongs to it.
    if (this.#endsWithReturn() && chunk.length > 0) {
      if (chunk[0] === lineFeed) {
        this.#keep(chunk.subarray(0, 1))
        start = 1
      }
      yield this.#take()
    }
    for (;;) {
      if (carriage >= 0 && carriage < start) carriage = chunk.indexOf(carriageReturn, start)
      if (feed >= 0 && feed < start) feed = chunk.indexOf(lineFeed, start)
      const end = carriage < 0 ? feed : feed < 0 ? carriage : Math.min(carriage, feed)
      if (end < 0) break
      const isReturn = end === carriage
      if (isReturn && end === chunk.length - 1) break
      const after = end + (isReturn && chunk[end + 1] === lineFeed ? 2 : 1)
      const bytes = chunk.subarray(start, after)
      if (this.#size === 0 && bytes.length <= this.#longest) {
        yield { bytes, number: this.#number, isCut: false }
        this.#number += 1
      } else {
        this.#keep(bytes)
        yield this.#take()
      }
      start = after
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start))
  }

  /** The last line, if no line end followed. */
  end(): ByteLine | undefined {
    return this.#size > 0 ? this.#take() : undefined
  }

  #endsWithReturn(): boolean {
    return this.#rest.at(-1)?.at(-1) === carriageReturn
  }

  #keep(bytes: Uint8Array) {
    this.#size += bytes.length
    if (this.#size <= this.#longest) this.#rest.push(bytes)
    // What remains tells the kind of the line, and whether its end is half.
    else this.#rest = [(this.#rest[0] ?? bytes).subarray(0, 1024), bytes.subarray(-1)]
  }

  #take(): ByteLine {
    const line = { bytes: join(this.#rest), number: this.#number, isCut: this.#size > this.#longest }
    this.#rest = []
    this.#size = 0
    this.#number += 1
    return line
  }
}
