import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { listHeadingsHeard } from '../server-calls.ts'

/** The recording as the server knows it; `take` undefined: nothing yet, or nothing to listen to. */
export interface Listening {
  dictationId: string
  take: number | undefined
  /** True only while the person is speaking. */
  isOn: boolean
  /** The current length of the take in milliseconds. */
  takeMs: number
}

/**
 * Whether spoken headings move the checklist; `off`: not on this server, `not-now`: the server is busy, `away`: it
 * cannot be reached.
 */
export type Hearing = 'on' | 'not-now' | 'off' | 'away'

const everyMs = 5_000
/** A server that cannot listen may be able to later. */
const offEveryMs = 60_000
/** The same words, recognised again in a part that was processed twice. */
const sameWithinMs = 1_500
/** Once or twice is not reported. */
const oftenEnough = 3

interface Place {
  name: string
  /** The first chunk that was not processed. */
  from: number
  heardMs: number
  /** The length at the last request. */
  askedMs: number
}
const unheard = (name: string, askedMs: number): Place => ({
  name,
  from: 0,
  heardMs: Number.NEGATIVE_INFINITY,
  askedMs,
})

/**
 * Asks the server every few seconds which headings were said, and once more after a pause; reports each once, with
 * where it ends in the take. Headings said without network are recognised once the sound has arrived. `unknown`:
 * headings that it cannot recognise.
 */
export function useHeard(
  { dictationId, take, isOn, takeMs }: Listening,
  onHeard: (heading: string | null, atMs: number) => void,
): { hearing: Hearing; unknown: readonly string[] } {
  const tell = useEffectEvent(onHeard)
  const [hearing, setHearing] = useState<Hearing>('on')
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const place = useRef(unheard('', 0))
  const name = take === undefined ? undefined : `${dictationId}/${take}`
  const mayBeMore = useEffectEvent(() => takeMs > place.current.askedMs)
  // A take of an earlier page is over.
  const begin = useEffectEvent((begun: string) => {
    if (place.current.name !== begun) place.current = unheard(begun, isOn ? 0 : takeMs)
  })
  const ask = useEffectEvent(async (signal: AbortSignal): Promise<Answer> => {
    place.current.askedMs = takeMs
    const asked = { dictationId, take: take!, from: place.current.from }
    return listHeadingsHeard(asked, signal).catch(({ status }: { status?: number }) => ({ isAway: !status }))
  })
  useEffect(() => {
    if (name === undefined) return undefined
    begin(name)
    const { current } = place
    const stopped = new AbortController()
    let misses = 0
    let isOff = false
    let waiting = setTimeout(listen, everyMs)
    async function listen() {
      if (mayBeMore()) {
        const answer = await ask(stopped.signal)
        if (stopped.signal.aborted) return
        isOff = answer.listening === 'off'
        misses = answer.listening === 'not-now' ? misses + 1 : 0
        if (answer.isAway) setHearing('away')
        else if (answer.listening && (misses === 0 || misses >= oftenEnough)) setHearing(answer.listening)
        // A part that was not processed is requested again.
        if (answer.isAway || answer.listening === 'not-now') current.askedMs = -1
        current.from = answer.next ?? current.from
        if (answer.unknown?.length) setUnknown(answer.unknown)
        for (const { heading, atMs } of answer.heard ?? []) {
          if (atMs <= current.heardMs + sameWithinMs) continue
          current.heardMs = atMs
          tell(heading, atMs)
        }
      }
      waiting = setTimeout(listen, isOff ? offEveryMs : everyMs)
    }
    return () => {
      stopped.abort()
      clearTimeout(waiting)
    }
  }, [name])
  return { hearing, unknown }
}

type Answer = Partial<Awaited<ReturnType<typeof listHeadingsHeard>>> & { isAway?: boolean }
