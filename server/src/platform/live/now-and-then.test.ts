import { expect, test } from 'vitest'
import { nowAndThen } from './now-and-then.ts'

test('of many changes of one thing the first and the last are sent, and those of other things as well', async () => {
  const received: string[] = []
  const { tell, end } = nowAndThen<string>(30, (value) => received.push(value))
  for (let n = 1; n <= 20; n += 1) tell('a', `a ${n}`)
  tell('b', 'b 1')
  expect(received).toEqual(['a 1', 'b 1'])
  await expect.poll(() => received).toEqual(['a 1', 'b 1', 'a 20'])
  await new Promise((resolve) => setTimeout(resolve, 100))
  tell('a', 'a 21')
  expect(received).toEqual(['a 1', 'b 1', 'a 20', 'a 21'])
  tell('a', 'a 22')
  end()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(received).toHaveLength(4)
})
