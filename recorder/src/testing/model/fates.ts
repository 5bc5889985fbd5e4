import type { partsOf } from '@dictara/browser/kept-parts'

/**
 * What became of a spoken second, as a person knows it; `gone`: it was in the memory of a page alone, which crashed; `maybe`:
 * a crash came between, and both are right.
 */
export type Fate = 'wanted' | 'retracted' | 'discarded' | 'gone' | 'maybe'

/** Calls that have left a computer and that the server has not seen yet: they may still arrive, or not. */
export interface OnItsWay {
  dictationId: string
  place?: string
  said?: { version: number; cuts: Parameters<typeof partsOf>[0] }
}
