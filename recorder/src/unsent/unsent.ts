import type { Recording } from '@dictara/browser/recordings'

/** A recording that waits to be sent: in this browser, or begun on another computer and as far as the server has it. */
export type Unsent =
  | { at: 'here'; recording: Recording; isHeldElsewhere: boolean; isWhole: boolean }
  | { at: 'server'; dictation: OpenDictation }

export interface OpenDictation {
  dictationId: string
  patientName: string
  createdDate: string
  takes: readonly { take: number; received: readonly (readonly [number, number])[] }[]
}

/** A recording without a piece of sound is an intention only. */
export const isWorthKeeping = ({ takes }: Recording) => takes.some(({ chunks }) => chunks > 0)

/** The takes of a dictation as far as the server has them from the first chunk on: the rest is on another computer. */
export function arrivedTakes({ takes }: OpenDictation): { take: number; chunks: number }[] {
  return takes
    .map(({ take, received }) => ({ take, chunks: wholeFrom(received) }))
    .filter(({ chunks }) => chunks > 0)
    .sort((a, b) => a.take - b.take)
}

function wholeFrom(received: OpenDictation['takes'][number]['received']): number {
  let next = 0
  for (const [from, to] of [...received].sort(([a], [b]) => a - b)) {
    if (from > next) break
    next = Math.max(next, to + 1)
  }
  return next
}
