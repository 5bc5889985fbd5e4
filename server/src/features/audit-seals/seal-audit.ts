import { setTimeout as sleep } from 'node:timers/promises'
import { type Doors, waitForTurn, type Work } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/feature.ts'
import type { Log } from '../../platform/log.ts'
import {
  addSeals,
  findHash,
  findLastSeal,
  findUnsealed,
  listHeads,
  listRows,
  listStillWriting,
  listWriters,
} from './audit-seals.store.ts'
import { readLastSeal, writeLastSeal } from './last-seal.ts'
import { type AuditRow, digestsOf, makeSeal, sealedAtOf } from './seals.ts'

/** The most rows in memory at a time, and in one transaction. */
const batchSize = 2_000
const lookAgainMs = 500
/** A call ends within 20 seconds. A transaction that writes for longer is left to the next run. */
const mostWaitMs = 60_000

export interface SealingParts {
  doors: Doors
  key: Buffer
  dataFolder: string
  log: Log
}

/** The key of the signatures. It comes from the master key, which is not in the database. */
export const keyOfSeals = ({ secrets }: Pick<Platform, 'secrets'>): Buffer => secrets.derive('audit seals')

const inDatabase = <T>({ doors }: SealingParts, run: (work: Work) => Promise<T>) =>
  doors.asSystem('task seal-audit', run)

/**
 * Seals the audit rows that were written since the last seal, one seal for each clinic and batch. Several runs at the same moment
 * make one chain. Every row up to the newest one is covered: the sealer waits for rows with an older position that are not committed yet,
 * since no later seal looks at their positions again.
 */
export async function sealAudit(parts: SealingParts, signal: AbortSignal, waitMs = mostWaitMs): Promise<void> {
  const newest = await inDatabase(parts, async (work) => {
    const position = await findUnsealed(work)
    return position === null ? null : { position, writers: await listWriters(work) }
  })
  if (!newest) return
  if (!(await haveEnded(parts, newest.writers, signal, waitMs)))
    return parts.log.warn({}, 'the audit is not sealed this time: a transaction that writes to it does not end')
  while (await inDatabase(parts, (work) => sealBatch(work, parts.key, newest.position))) signal.throwIfAborted()
  await rememberLastSeal(parts)
}

async function haveEnded(parts: SealingParts, writers: string[], signal: AbortSignal, waitMs: number) {
  const end = performance.now() + waitMs
  for (let left = writers; left.length > 0; ) {
    if (performance.now() > end) return false
    await sleep(lookAgainMs, undefined, { signal })
    left = await inDatabase(parts, (work) => listStillWriting(work, left))
  }
  return true
}

/** @returns whether rows up to `newest` are left. */
async function sealBatch(work: Work, key: Buffer, newest: number): Promise<boolean> {
  await waitForTurn(work, 'seal the audit')
  const last = await findLastSeal(work)
  const afterPosition = last?.upToPosition ?? 0
  if (afterPosition >= newest) return false
  const rows = await listRows(work, { after: afterPosition, upTo: newest }, batchSize)
  if (rows.length === 0) return false
  const upToPosition = rows.length < batchSize ? newest : rows.at(-1)!.position
  const clinics = Map.groupBy<string | null, AuditRow>(rows, ({ clinicId }) => clinicId)
  const heads = await listHeads(work, [...clinics.keys()])
  const seals = [...clinics].map(([clinicId, rowsOfClinic], index) =>
    makeSeal(key, {
      id: (last?.id ?? 0) + 1 + index,
      clinicId,
      afterPosition,
      upToPosition,
      digests: digestsOf(rowsOfClinic),
      previousHash: heads.get(clinicId) ?? null,
      sealedAt: sealedAtOf(work.now),
    }),
  )
  await addSeals(work, seals)
  return upToPosition < newest
}

/** Written after the commit: a file that is ahead of its database would report missing seals. */
async function rememberLastSeal(parts: SealingParts) {
  const known = await readLastSeal(parts.dataFolder)
  const { last, hash } = await inDatabase(parts, async (work) => ({
    last: await findLastSeal(work),
    hash: known && (await findHash(work, known.id)),
  }))
  if (known && hash?.toString('hex') !== known.hash)
    return parts.log.error({}, 'the database lacks audit seals that the data folder knows; see docs/operating/audit.md')
  if (last) await writeLastSeal(parts.dataFolder, { id: last.id, hash: last.hash.toString('hex') })
}
