import { type ProblemCode } from './problems.ts'

/** Counts messages and batches against what the trailers say. */
export class Envelopes {
  #isFileOpen = false
  #isBatchOpen = false
  #inBatch = 0
  #inFile = 0
  #batches = 0

  message() {
    this.#inBatch += 1
    this.#inFile += 1
  }

  /** Answers what is wrong, if anything. */
  take(kind: 'FHS' | 'BHS' | 'BTS' | 'FTS', declared: number | undefined): ProblemCode | undefined {
    const wasOpen = this.#isBatchOpen
    if (kind === 'BHS' || kind === 'FHS') {
      const isCutOff = wasOpen || (kind === 'FHS' && this.#isFileOpen)
      if (kind === 'FHS') [this.#isFileOpen, this.#isBatchOpen, this.#batches, this.#inFile] = [true, false, 0, 0]
      else [this.#isBatchOpen, this.#batches] = [true, this.#batches + 1]
      this.#inBatch = 0
      return isCutOff ? 'batch-not-closed' : undefined
    }
    if (kind === 'BTS') {
      const isWrong = declared !== undefined && declared !== this.#inBatch
      this.#isBatchOpen = false
      this.#inBatch = 0
      return isWrong ? 'batch-count' : undefined
    }
    // A file without batches counts its messages.
    const isWrong = declared !== undefined && declared !== (this.#batches > 0 ? this.#batches : this.#inFile)
    ;[this.#isFileOpen, this.#isBatchOpen, this.#batches, this.#inFile, this.#inBatch] = [false, false, 0, 0, 0]
    return wasOpen ? 'batch-not-closed' : isWrong ? 'file-count' : undefined
  }

  get isOpen(): boolean {
    return this.#isFileOpen || this.#isBatchOpen
  }
}

/** The first field of a trailer, if it is a number. */
export function declaredCount(bytes: Uint8Array, at: number): number | undefined {
  const line = new TextDecoder('windows-1252').decode(bytes.subarray(at, at + 100))
  const found = /^...\s*(\d{1,9})\s*(?:\D|$)/.exec(line.slice(0, 3) + line.slice(4))
  return found ? Number(found[1]) : undefined
}
