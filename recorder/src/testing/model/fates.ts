import type { partsOf } from '@dictara/browser/kept-parts'

/**
 * The fate of a spoken second, as the person knows it. `gone`: it was only in the memory of a page that crashed.
 * `maybe`: after a crash, both outcomes are right.
 */
export type Fate = 'wanted' | 'retracted' | 'discarded' | 'gone' | 'maybe'

/** A call that has left a computer and not reached the server. It may or may not arrive. */
export interface OnItsWay {
  dictationId: string
  place?: string
  said?: { version: number; cuts: Parameters<typeof partsOf>[0] }
}
