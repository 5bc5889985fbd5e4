/** Limits how much work runs at once; other work waits for its turn. */
export interface EngineTurns {
  /**
   * Runs `run` when its turn comes. Work with more patience lets later work go first, for at most that time.
   * @throws what `run` throws, or the signal's reason when it is stopped while waiting.
   */
  take<T>(patienceMs: number, signal: AbortSignal, run: () => Promise<T>): Promise<T>
}

/** @param count how many engines may run at once in this server process. */
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
