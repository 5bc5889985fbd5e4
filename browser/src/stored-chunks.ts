import type { StoredTake as StoredTakeShape } from '@dictara/contract/dictations'
import type * as z from 'zod/mini'

/** A chunk's place: takes and chunks are numbered from 0. */
export interface ChunkPlace {
  take: number
  number: number
}

/** What the server has of a take, as closed ranges of chunk numbers; `durationMs` is 0 for a file. */
export type StoredTake = z.output<typeof StoredTakeShape>

/** The chunks that are durably on the server, as far as this browser knows. */
export interface StoredChunks {
  add(place: ChunkPlace): void
  has(place: ChunkPlace): boolean
  readonly size: number
}

const name = ({ take, number }: ChunkPlace) => `${take}/${number}`

export function storedChunks(takes: readonly StoredTake[]): StoredChunks {
  const names = new Set<string>()
  for (const { take, received } of takes) {
    for (const [from, to] of received) {
      for (let number = from; number <= to; number += 1) names.add(name({ take, number }))
    }
  }
  return {
    add: (place) => void names.add(name(place)),
    has: (place) => names.has(name(place)),
    get size() {
      return names.size
    },
  }
}

/** The chunks that the server lacks, in the order in which they were recorded. */
export function* missingChunks(
  takes: readonly { take: number; chunks: number }[],
  stored: StoredChunks,
): Generator<ChunkPlace, undefined> {
  for (const { take, chunks } of takes) {
    for (let number = 0; number < chunks; number += 1) {
      if (!stored.has({ take, number })) yield { take, number }
    }
  }
}

/** How many chunks have arrived without a gap, counted from the first. */
export function wholeFrom(received: StoredTake['received']): number {
  let next = 0
  for (const [from, to] of received.toSorted(([a], [b]) => a - b)) {
    if (from > next) break
    next = Math.max(next, to + 1)
  }
  return next
}
