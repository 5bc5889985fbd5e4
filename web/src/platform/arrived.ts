const arriveWithinMs = 15_000

/** A part of the application has not arrived: there is no network, or it was replaced by a newer one. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing'
}

/**
 * Waits for a part that is loaded when it is needed, but not for ever.
 * @throws PartMissing
 */
export function arrived<T>(part: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const missing = (cause?: unknown) => reject(new PartMissing('', { cause }))
    const tooLate = setTimeout(missing, arriveWithinMs)
    part.then(resolve, missing).finally(() => clearTimeout(tooLate))
  })
}
