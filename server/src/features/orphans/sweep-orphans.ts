import type { Blobs } from '../../gateways/blobs/index.ts'
import type { Platform } from '../../platform/feature.ts'
import { noteOrphans } from './orphans.store.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Younger files may belong to what is still under way. */
const leastAgeMs = dayMs
/** So long a file without a row waits: until then a wrong or older database has been noticed. */
const waitMs = 7 * dayMs
const batchSize = 500

async function* inBatches<T>(all: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const one of all) {
    if (batch.push(one) < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/**
 * Removes what killed writes and lost transactions left among the recordings: unfinished files of more than a day, and
 * files that no row of any clinic has named for a week.
 */
export async function sweepOrphans(
  { doors, clock, log }: Pick<Platform, 'doors' | 'clock' | 'log'>,
  blobs: Blobs,
  signal: AbortSignal,
): Promise<void> {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  const unfinished = await blobs.removeUnfinished(ago(leastAgeMs))
  let orphans = 0
  for await (const ids of inBatches(blobs.listBefore(ago(leastAgeMs)), batchSize)) {
    signal.throwIfAborted()
    const gone = await doors.asSystem('task sweep', (work) => noteOrphans(work, ids, ago(waitMs)))
    for (const id of gone) if (await blobs.removeBefore(id, ago(leastAgeMs))) orphans += 1
  }
  if (unfinished > 0) log.info({ count: unfinished }, 'unfinished files were removed')
  if (orphans > 0) log.info({ count: orphans }, 'files that no row names were removed')
}
