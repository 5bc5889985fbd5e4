/** Lets so many pieces of work run at once; the others wait, first come, first served. */
export function createTurns(atOnce: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await new Promise<void>((turn) => waiting.push(turn))
    else running += 1
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
