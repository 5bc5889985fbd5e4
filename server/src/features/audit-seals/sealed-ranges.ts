import type { LastSeal } from './last-seal.ts'
import { isGenuine, type Seal } from './seals.ts'

/** What is wrong with seals. Nobody knows which clinic a missing seal was of. */
export type SealFault =
  | { kind: 'seal-changed'; sealId: number; clinicId: string | null }
  | { kind: 'seals-missing'; from: number; to: number }
  /** Two seals are genuine, and the second was not made after the first. */
  | { kind: 'seal-unlinked'; sealId: number; clinicId: string | null }
  /** The data folder has a different seal with this id. */
  | { kind: 'seal-replaced'; sealId: number }

/** The genuine seals of one range of positions. */
export interface SealedRange {
  afterPosition: number
  upToPosition: number
  seals: Seal[]
  /** True if a missing or changed seal may have covered rows of this range. */
  hasLost: boolean
}

/**
 * Groups the seals into ranges, in their order, and reports what is wrong with them.
 * @param seals in the order of their ids.
 */
export async function* readRanges(
  seals: AsyncIterable<Seal>,
  { key, lastSeal, tell }: { key: Buffer; lastSeal: LastSeal | null; tell: (fault: SealFault) => void },
): AsyncGenerator<SealedRange> {
  const heads = new Map<string | null, { hash: Buffer; lost: number }>()
  let nextId = 1
  /** How many gaps and changed seals there were; and how many before the seal that was read last. */
  let lost = 0
  let lostBefore = 0
  let range: SealedRange | undefined

  const missUpTo = (id: number) => {
    if (id < nextId) return
    tell({ kind: 'seals-missing', from: nextId, to: id })
    lost += 1
    nextId = id + 1
  }
  for await (const seal of seals) {
    const { id, clinicId, afterPosition, upToPosition, hash, previousHash } = seal
    if (!isGenuine(key, seal)) {
      tell({ kind: 'seal-changed', sealId: id, clinicId })
      lost += 1
      // Its id may have been changed too.
      if (id === nextId) nextId += 1
      continue
    }
    missUpTo(id - 1)
    nextId = id + 1
    const head = heads.get(clinicId)
    // After a gap the seal before this one is unknown.
    const isLinked = previousHash ? head && previousHash.equals(head.hash) : !head
    if (!isLinked && lost === (head?.lost ?? 0)) tell({ kind: 'seal-unlinked', sealId: id, clinicId })
    heads.set(clinicId, { hash, lost })
    if (id === lastSeal?.id && hash.toString('hex') !== lastSeal.hash) tell({ kind: 'seal-replaced', sealId: id })

    const hasLost = lost > lostBefore
    lostBefore = lost
    if (range && hasLost) range.hasLost = true
    if (range?.afterPosition === afterPosition && range.upToPosition === upToPosition) range.seals.push(seal)
    else {
      if (range) yield range
      range = { afterPosition, upToPosition, seals: [seal], hasLost }
    }
  }
  if (lastSeal) missUpTo(lastSeal.id)
  if (range) yield { ...range, hasLost: range.hasLost || lost > lostBefore }
}
