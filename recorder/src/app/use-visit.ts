import { useCallback, useState } from 'react'
import { readVisit, type Visit } from '../server-calls.ts'
import { useLoaded } from '../ui/use-loaded.ts'

/** The visit of a roster that somebody came to dictate: the first dictation here is about it, and no other one. */
export function useVisit(rosterId: string | undefined) {
  const [isUsed, setUsed] = useState(false)
  // It is not waited for: the patient may be chosen by hand meanwhile, and nothing may come in the place of theirs.
  const [problem, setProblem] = useState<string>()
  const wanted = isUsed || problem ? undefined : rosterId
  const loaded = useLoaded(
    useCallback(
      async (signal: AbortSignal): Promise<Visit | undefined> => (wanted ? readVisit(wanted, signal) : undefined),
      [wanted],
    ),
  )
  const failed = loaded.state === 'failed' ? loaded.message : undefined
  if (failed && !problem) setProblem(failed)
  return {
    isPending: wanted !== undefined && loaded.state !== 'loaded',
    value: wanted === undefined ? undefined : loaded.value,
    /** Why it could not be read, in words. */
    problem: isUsed ? undefined : problem,
    use: () => setUsed(true),
  }
}
