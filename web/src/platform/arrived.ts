const arriveWithinMs = 15_000

/** A part of the application did not load: there is no network, or a newer version replaced the part. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing'
}

/**
 * Waits a limited time for a part that is loaded on demand.
 * @throws PartMissing
 */
export function arrived<T>(part: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const missing = (cause?: unknown) => reject(new PartMissing('', { cause }))
    const tooLate = setTimeout(missing, arriveWithinMs)
    part.then(resolve, missing).finally(() => clearTimeout(tooLate))
  })
}
