import { useCallback, useState } from 'react'
import { readVisit, type Visit } from '../server-calls.ts'
import { useLoaded } from '../ui/use-loaded.ts'

/** The roster visit that the person came to dictate: it applies only to the first dictation here. */
export function useVisit(rosterId: string | undefined) {
  const [isUsed, setUsed] = useState(false)
  // The page does not wait for it: the person may choose a patient meanwhile, and that choice must not be replaced.
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
    /** Why it could not be loaded, as text. */
    problem: isUsed ? undefined : problem,
    use: () => setUsed(true),
  }
}
