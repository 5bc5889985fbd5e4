import type { OpenRecording } from '@dictara/browser/open-recording'
import type { Recording } from '@dictara/browser/recordings'

/** The total length in milliseconds of the pieces that this browser had and lost. */
export async function lostMsOf({ takes }: Recording, read: OpenRecording['read']): Promise<number> {
  let lostMs = 0
  for (const { take, chunks, durationMs } of takes) {
    lostMs += durationMs
    for (let number = 0; number < chunks; number += 1)
      lostMs -= await read({ take, number }).then(
        (piece) => piece.durationMs,
        () => 0,
      )
  }
  return Math.max(0, lostMs)
}
