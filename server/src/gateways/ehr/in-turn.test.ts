import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'

const moment = () => new Promise<void>((next) => setTimeout(next, 1))

test('four run at the same time, in whatever order they end', async () => {
  let [running, most] = [0, 0]
  const done = await inTurn([...Array(20).keys()], async (one) => {
    running += 1
    most = Math.max(most, running)
    for (let waits = one % 3; waits >= 0; waits -= 1) await moment()
    running -= 1
    return one * 2
  })
  expect(done).toEqual([...Array(20).keys()].map((one) => one * 2))
  expect(most).toBe(4)
})

test('after a failure no other begins', async () => {
  const begun: number[] = []
  const all = inTurn([...Array(20).keys()], async (one) => {
    begun.push(one)
    await moment()
    if (one === 1) throw new Error('the EHR is away')
  })
  await expect(all).rejects.toThrow('the EHR is away')
  for (let waits = 0; waits < 5; waits += 1) await moment()
  // Four began at once, and one more when the first one had ended.
  expect(begun.length).toBeLessThanOrEqual(5)
})
