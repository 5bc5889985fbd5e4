/** Returns a generator of numbers between 0 and 1 that a seed determines. */
export function randomOf(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Waiting tasks continue in any order, but none is overtaken by more than this many. */
const mostOvertaken = 6
const everythingElse = () => new Promise<void>((resolve) => setImmediate(resolve))

export type VirtualTime = ReturnType<typeof virtualTime>

/**
 * A time that passes only on command. The seed decides which task continues next, and the speed of the machine has no
 * influence.
 */
export function virtualTime(random: () => number) {
  const waiting: (() => void)[] = []
  const turn = () => new Promise<void>((resolve) => waiting.push(resolve))

  /** Lets one waiting task continue until it waits again. */
  async function passOne(): Promise<boolean> {
    await everythingElse()
    const [next] = waiting.splice(Math.floor(random() * Math.min(waiting.length, mostOvertaken)), 1)
    next?.()
    await everythingElse()
    return next !== undefined
  }

  return {
    turn,
    async turns(count: number) {
      for (let left = count; left > 0; left -= 1) await turn()
    },
    async pass(count: number) {
      for (let left = count; left > 0; left -= 1) if (!(await passOne())) return
    },
    /** Lets time pass until some work is done. @throws if it is never done, so that a history does not hang */
    async until<T>(work: Promise<T>, what: string): Promise<T> {
      let isOver = false
      const over = () => void (isOver = true)
      void work.then(over, over)
      await everythingElse()
      for (let left = 20_000; left > 0 && !isOver; left -= 1) if (!(await passOne())) break
      if (!isOver) throw new Error(`${what} never settled`)
      return work
    },
  }
}
