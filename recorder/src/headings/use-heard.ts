import { useEffect, useEffectEvent, useRef } from 'react'
import { listHeadingsHeard } from '../server-calls.ts'

/** What is being recorded, as the server knows it; `take` undefined: nothing yet. */
export interface Listening {
  dictationId: string
  take: number | undefined
  /** Only while somebody speaks. */
  isOn: boolean
  /** How much of the take there is by now. */
  takeMs: number
}

const everyMs = 5_000
/** The same words, heard again in what was listened to twice. */
const sameWithinMs = 1_500

/**
 * Asks the server every few seconds which headings were said; tells each once, with where it ends in the take. Without network
 * nothing is told.
 */
export function useHeard(
  { dictationId, take, isOn }: Listening,
  onHeard: (heading: string | null, atMs: number) => void,
) {
  const tell = useEffectEvent(onHeard)
  // a pause is no reason to hear it all again
  const reached = useRef({ name: '', from: 0, heardMs: Number.NEGATIVE_INFINITY })
  useEffect(() => {
    if (take === undefined || !isOn) return undefined
    const stopped = new AbortController()
    const name = `${dictationId}/${take}`
    if (reached.current.name !== name) reached.current = { name, from: 0, heardMs: Number.NEGATIVE_INFINITY }
    const place = reached.current
    let waiting = setTimeout(ask, everyMs)
    async function ask() {
      const answer = await listHeadingsHeard({ dictationId, take: take!, from: place.from }, stopped.signal).catch(
        () => undefined,
      )
      if (stopped.signal.aborted) return
      place.from = answer?.next ?? place.from
      for (const { heading, atMs } of answer?.heard ?? []) {
        if (atMs <= place.heardMs + sameWithinMs) continue
        place.heardMs = atMs
        tell(heading, atMs)
      }
      waiting = setTimeout(ask, everyMs)
    }
    return () => {
      stopped.abort()
      clearTimeout(waiting)
    }
  }, [dictationId, take, isOn])
}
