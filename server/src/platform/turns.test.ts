import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('a limited number run at the same time and a limited number wait; further ones are refused with a readable message', async () => {
  const inTurn = createTurns(2, {
    waiting: 5,
    refusal: { status: 503, code: 'too-busy', message: 'Please try again.' },
  })
  let running = 0
  let mostRunning = 0
  const work = () =>
    inTurn(async () => {
      mostRunning = Math.max(mostRunning, (running += 1))
      await new Promise((resolve) => setTimeout(resolve, 5))
      running -= 1
      return 'done'
    })
  const answers = await Promise.allSettled(Array.from({ length: 10 }, work))
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason.spec.status))).toEqual([
    ...Array.from({ length: 7 }, () => 'done'),
    503,
    503,
    503,
  ])
  expect(mostRunning).toBe(2)
  // Failed calls free their places, too.
  await Promise.allSettled([1, 2, 3].map(() => inTurn(() => Promise.reject(new Error('no memory')))))
  expect(await work()).toBe('done')
})
