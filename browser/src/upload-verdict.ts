/** How an upload reacts to a failed call. */
export type Verdict =
  /** Trouble with the network or the server: wait, ask the server what it has, and continue. */
  | { kind: 'again'; message: string }
  /** The session has ended: keep everything and continue after the next sign-in. */
  | { kind: 'signed-out' }
  /** The dictation was submitted before, but the answer was lost. */
  | { kind: 'submitted' }
  /** A refusal that only a person can resolve. */
  | { kind: 'refused'; code: string; message: string }

/** The readable facts of a failed call; a call without an answer has no status. */
export interface Failure {
  status?: number | undefined
  code?: string | undefined
  message?: string | undefined
}

/** A chunk that neither the server nor this computer has: the page was closed before a file was read to its end. */
export class ChunkLost extends Error {
  override readonly name = 'ChunkLost'
  constructor(options?: ErrorOptions) {
    super(
      'A part of this recording is not on this computer. If it came from a file, please choose the file again.',
      options,
    )
  }
}

/** After these refusals, ask the server what it has and send the same recording again. */
const healing = new Set([
  'wrong-hash',
  'take-hash',
  'missing-chunk',
  'chunk-forgotten',
  'take-forgotten',
  'other-patient',
])
const passing = new Set([408, 425, 429, 500, 502, 503, 504, 507])

const noAnswer = 'The server cannot be reached.'
const beginsAnew = 'The server does not know this recording any more. It is sent anew.'

/** @param wasKnown the server knew the recording a moment ago; if it no longer does, it was restored to an earlier state */
export function judge(error: unknown, wasKnown: boolean): Verdict {
  if (error instanceof ChunkLost) return { kind: 'refused', code: 'chunk-lost', message: error.message }
  const { status, code = '', message = '' } = (typeof error === 'object' && error !== null ? error : {}) as Failure
  if (!status) return { kind: 'again', message: noAnswer }
  if (status === 404 && wasKnown) return { kind: 'again', message: beginsAnew }
  if (status === 401) return { kind: 'signed-out' }
  if (code === 'already-submitted') return { kind: 'submitted' }
  if (passing.has(status) || healing.has(code)) return { kind: 'again', message: message || noAnswer }
  return { kind: 'refused', code, message: message || 'The server did not accept this recording.' }
}

const firstWaitMs = 500
const longestWaitMs = 30_000

/**
 * How long to wait before try number `failures` + 1: doubling up to 30 seconds, with variation so that browsers do not all retry at once.
 */
export function backOffMs(failures: number): number {
  const most = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(failures - 1, 16))
  return most / 2 + (most / 2) * Math.random()
}
