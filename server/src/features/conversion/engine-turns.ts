/** Lets so many pieces of work run at once; the others wait for their turn. */
export interface EngineTurns {
  /**
   * Runs when its turn comes. What has more patience lets later ones pass, but only for so long.
   * @throws what `run` throws, and the signal's reason when it is stopped while it waits.
   */
  take<T>(patienceMs: number, signal: AbortSignal, run: () => Promise<T>): Promise<T>
}

/** @param count engines at once in this copy of the server. */
export function createEngineTurns(count: number): EngineTurns {
  let free = count
  let waiting: { dueAt: number; start: () => void }[] = []

  const wait = (dueAt: number, signal: AbortSignal) =>
    new Promise<void>((turn, stopped) => {
      const giveUp = () => {
        waiting = waiting.filter((one) => one !== entry)
        stopped(signal.reason as Error)
      }
      const entry = {
        dueAt,
        start() {
          signal.removeEventListener('abort', giveUp)
          turn()
        },
      }
      waiting.push(entry)
      signal.addEventListener('abort', giveUp, { once: true })
    })

  return {
    async take(patienceMs, signal, run) {
      signal.throwIfAborted()
      if (free > 0) free -= 1
      else await wait(performance.now() + patienceMs, signal)
      try {
        return await run()
      } finally {
        const next = waiting.toSorted((a, b) => a.dueAt - b.dueAt)[0]
        waiting = waiting.filter((one) => one !== next)
        if (next) next.start()
        else free += 1
      }
    },
  }
}
