import { Worker } from 'node:worker_threads'
import type { Verdict } from './verdict.ts'

export interface Histories {
  first: number
  count: number
  steps: number
  /** The name of a fault in `plants`. */
  plant?: string
  /** Whether to stop after the first history that fails. */
  untilFound?: boolean
}
export type Outcome = Verdict | { error: string }
export type Outcomes = Map<number, Outcome>

const threads = 2
/**
 * The time limit of one history, which usually takes less than a second. A history that exceeds it is reported as
 * endless.
 */
const patienceMs = 60_000

export const isFailure = (outcome: Outcome) =>
  'error' in outcome ||
  outcome.lost.length + outcome.doubled.length + outcome.wrongPatient.length + outcome.retracted.length > 0

/** Runs histories in threads of their own, so that an endless history can be ended. */
export async function runHistories(wanted: Histories): Promise<Outcomes> {
  const outcomes: Outcomes = new Map()
  const found = new AbortController()
  await Promise.all(Array.from({ length: threads }, (_, index) => runEvery(wanted, index, outcomes, found)))
  return new Map([...outcomes].sort(([a], [b]) => a - b))
}

function runEvery(
  { first, count, ...more }: Histories,
  index: number,
  outcomes: Outcomes,
  found: AbortController,
): Promise<void> {
  const workerData = { ...more, first: first + index, count: count - index, every: threads }
  const worker = new Worker(new URL('histories-thread.ts', import.meta.url), { workerData })
  return new Promise((resolve, reject) => {
    let seed = first
    let patience: ReturnType<typeof setTimeout>
    const end = (outcome?: Outcome) => {
      clearTimeout(patience)
      if (outcome) outcomes.set(seed, outcome)
      void worker.terminate().then(() => resolve())
    }
    const wait = () => {
      clearTimeout(patience)
      patience = setTimeout(() => end({ error: 'It never ended.' }), patienceMs)
    }
    wait()
    found.signal.addEventListener('abort', () => end())
    worker.on('message', (told: { seed: number; verdict?: Outcome; isOver?: true }) => {
      if (told.isOver) return end()
      seed = told.seed
      wait()
      if (!told.verdict) return
      outcomes.set(seed, told.verdict)
      if (more.untilFound && !('error' in told.verdict) && isFailure(told.verdict)) found.abort()
    })
    worker.on('error', (error) => {
      clearTimeout(patience)
      reject(error)
    })
  })
}
