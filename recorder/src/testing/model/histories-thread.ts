import { parentPort, workerData } from 'node:worker_threads'
import { hashAtOnce } from './hash-at-once.ts'
import type { Histories } from './run-histories.ts'
import { runHistory } from './history.ts'
import { plants } from './planted-faults.ts'

const { first, count, every, steps, plant } = workerData as Histories & { every: number }
hashAtOnce()
for (let seed = first; seed < first + count; seed += every) {
  parentPort!.postMessage({ seed })
  const verdict = await runHistory(seed, steps, plant === undefined ? undefined : plants[plant]).catch(
    (error: Error) => ({
      error: error.message,
    }),
  )
  parentPort!.postMessage({ seed, verdict })
}
parentPort!.postMessage({ isOver: true })
