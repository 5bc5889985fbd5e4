import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { listHeadingsHeard } from '../server-calls.ts'

/** What is being recorded, as the server knows it; `take` undefined: nothing yet, or nothing that is listened to. */
export interface Listening {
  dictationId: string
  take: number | undefined
  /** Only while somebody speaks. */
  isOn: boolean
  /** How much of the take there is by now. */
  takeMs: number
}

/** Whether what is said leads the checklist; `off`: not on this server, `not-now`: it has no time, `away`: it cannot be reached. */
export type Hearing = 'on' | 'not-now' | 'off' | 'away'

const everyMs = 5_000
/** A server that cannot listen may learn it. */
const offEveryMs = 60_000
/** The same words, heard again in what was listened to twice. */
const sameWithinMs = 1_500
/** Once or twice is no reason to tell anybody. */
const oftenEnough = 3

interface Place {
  name: string
  /** The first chunk that was not listened to. */
  from: number
  heardMs: number
  /** How much there was when it was asked last. */
  askedMs: number
}
const unheard = (name: string, askedMs: number): Place => ({
  name,
  from: 0,
  heardMs: Number.NEGATIVE_INFINITY,
  askedMs,
})

/**
 * Asks the server every few seconds which headings were said, once more after a pause; tells each once, with where it ends in the
 * take. What was said without network is heard when it has arrived. `unknown`: headings that it cannot hear.
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
  // a take of an earlier page is over
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
        // what was not listened to is asked for again
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
