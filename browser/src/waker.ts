/** Lets a loop sleep until it is woken or its time is over. A wake-up while nothing sleeps applies to the next sleep. */
export interface Waker {
  wake(): void
  /** Discards earlier wake-ups. */
  forget(): void
  asleep(ms?: number): Promise<void>
}

export const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export function createWaker(sleep: (ms: number) => Promise<void> = delay): Waker {
  let woken = Promise.withResolvers<void>()
  return {
    wake: () => woken.resolve(),
    forget: () => {
      woken = Promise.withResolvers<void>()
    },
    async asleep(ms) {
      await (ms === undefined ? woken.promise : Promise.race([woken.promise, sleep(ms)]))
      woken = Promise.withResolvers<void>()
    },
  }
}
