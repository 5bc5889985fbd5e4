import type { Blobs } from '../../gateways/blobs/index.ts'
import type { Platform } from '../../platform/feature.ts'
import { notTogether } from './folder-and-database.ts'
import { forgetOrphans, noteOrphans } from './orphans.store.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Younger files may belong to work that is still under way. */
const leastAgeMs = dayMs
/** How long a file without a row is kept. By then somebody has noticed a wrong or older database. */
const waitMs = 7 * dayMs
const batchSize = 500
/** Killed servers leave few files. If more than this number, and more than this share, would be deleted, something else is wrong. */
const mostUnseen = 20
const largestShare = 0.05

async function* inBatches<T>(all: AsyncIterable<T> | Iterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const one of all) {
    if (batch.push(one) < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/**
 * Removes what killed writes and failed transactions left in the folder of recordings: unfinished files older than a day, and files
 * that no row of any clinic has named for a week. Logs an error instead if the folder belongs to another database, or if far
 * more files have no row than killed servers leave.
 */
export async function sweepOrphans(
  { doors, clock, log }: Pick<Platform, 'doors' | 'clock' | 'log'>,
  blobs: Blobs,
  signal: AbortSignal,
): Promise<void> {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  const wrong = await notTogether(doors, blobs)
  if (wrong) return log.error({}, wrong)
  const unfinished = await blobs.removeUnfinished(ago(leastAgeMs))
  if (unfinished > 0) log.info({ count: unfinished }, 'unfinished files were removed')

  const due: string[] = []
  let all = 0
  for await (const ids of inBatches(blobs.listBefore(ago(leastAgeMs)), batchSize)) {
    signal.throwIfAborted()
    all += ids.length
    due.push(...(await doors.asSystem('task sweep', (work) => noteOrphans(work, ids, ago(waitMs)))))
  }
  if (due.length > mostUnseen && due.length > all * largestShare)
    return log.error(
      { count: due.length },
      'so many files have no row that none is removed; is this the right database?',
    )
  let orphans = 0
  for await (const ids of inBatches(due, batchSize)) {
    signal.throwIfAborted()
    const gone = await doors.asSystem('task sweep', (work) => forgetOrphans(work, ids))
    for (const id of gone) if (await blobs.removeBefore(id, ago(leastAgeMs))) orphans += 1
  }
  if (orphans > 0) log.info({ count: orphans }, 'files that no row names were removed')
}
