import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InOrder } from './in-order.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('work with a shared key runs in order, other work beside it, and never more at a time than allowed', async () => {
  const pieces = fc.array(
    fc.record({ keys: fc.array(fc.constantFrom('a', 'b', 'c')), ms: fc.integer({ min: 0, max: 3 }) }),
    {
      maxLength: 20,
    },
  )
  await fc.assert(
    fc.asyncProperty(pieces, fc.integer({ min: 1, max: 4 }), async (given, atOnce) => {
      const inOrder = new InOrder(atOnce)
      const done: number[] = []
      const open = new Set<string>()
      let running = 0
      for (const [at, { keys, ms }] of given.entries())
        await inOrder.add(keys, async () => {
          for (const key of new Set(keys)) {
            expect(open.has(key)).toBe(false)
            open.add(key)
          }
          running += 1
          expect(running).toBeLessThanOrEqual(atOnce)
          await pause(ms)
          running -= 1
          for (const key of keys) open.delete(key)
          done.push(at)
        })
      await inOrder.end()
      for (const key of ['a', 'b', 'c'] as const) {
        const ofKey = done.filter((at) => given[at]!.keys.includes(key))
        expect(ofKey).toEqual(ofKey.toSorted((a, b) => a - b))
      }
      expect(done).toHaveLength(given.length)
    }),
    { numRuns: 40 },
  )
})

test('after a failure nothing else begins, and waiting callers get that failure', async () => {
  const inOrder = new InOrder(2)
  const done: string[] = []
  await inOrder.add(['a'], () => Promise.reject(new Error('away')))
  await inOrder.add(['a'], async () => void done.push('behind it'))
  await expect(inOrder.end()).rejects.toThrow('away')
  await expect(inOrder.add([], async () => void done.push('later'))).rejects.toThrow('away')
  expect(done).toEqual([])
})
