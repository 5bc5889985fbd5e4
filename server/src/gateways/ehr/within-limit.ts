import { type Ehr, EhrFailed, type EhrKinds } from './port.ts'

/**
 * The same EHR, waited for at most `limitSeconds`, also when its adapter does not listen to the signal.
 * @throws EhrFailed `silent` after the limit; the caller's own abort rejects with the caller's reason.
 */
export function withinLimit(ehr: Ehr, limitSeconds: number): Ehr {
  async function limited<T>(outer: AbortSignal, write: (signal: AbortSignal) => Promise<T>): Promise<T> {
    outer.throwIfAborted()
    const limit = AbortSignal.timeout(limitSeconds * 1000)
    const signal = AbortSignal.any([outer, limit])
    const ended = Promise.withResolvers<never>()
    const end = () =>
      ended.reject(outer.aborted ? outer.reason : new EhrFailed('silent', 'The EHR didn’t respond in time.'))
    signal.addEventListener('abort', end, { once: true })
    const writing = write(signal)
    writing.catch(() => {})
    try {
      return await Promise.race([writing, ended.promise])
    } finally {
      signal.removeEventListener('abort', end)
    }
  }
  return {
    // Reading takes as long as there are patients; each request of it has a limit of its own.
    ...ehr,
    fileNote: (note, outer) => limited(outer, (signal) => ehr.fileNote(note, signal)),
    strikeNote: (note, outer) => limited(outer, (signal) => ehr.strikeNote(note, signal)),
    test: (outer) => limited(outer, (signal) => ehr.test(signal)),
  }
}

/** The same kinds; each of their connections is waited for at most `limitSeconds`. */
export const kindsWithinLimit = (kinds: EhrKinds, limitSeconds: number): EhrKinds =>
  Object.fromEntries(
    Object.entries(kinds).map(([ehrType, kind]) => [
      ehrType,
      { ...kind, connect: (of) => withinLimit(kind.connect(of), limitSeconds) },
    ]),
  )
