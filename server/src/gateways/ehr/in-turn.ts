import { createTurns } from '../../platform/turns.ts'

const atOnce = 4

/** Runs for each, a few at once, and keeps the order. After one failed no other begins. */
export async function inTurn<T, R>(all: readonly T[], run: (one: T) => Promise<R>): Promise<R[]> {
  const turn = createTurns(atOnce)
  let failure: { error: unknown } | undefined
  const runOne = (one: T) => async () => {
    if (failure) throw failure.error
    try {
      return await run(one)
    } catch (error) {
      failure ??= { error }
      throw error
    }
  }
  return Promise.all(all.map((one) => turn(runOne(one))))
}
