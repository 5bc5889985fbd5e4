import { expect, test } from 'vitest'
import { readTogether } from './read-together.ts'

/** Reads that end only when the test says so, each with its keys. */
function heldReads() {
  const reads: { keys: string[]; end(): void; fail(): void }[] = []
  const read = readTogether<string>(
    (keys) =>
      new Promise((resolve, reject) =>
        reads.push({
          keys,
          end: () => resolve(new Map(keys.filter((key) => key !== 'unknown').map((key) => [key, `row ${key}`]))),
          fail: () => reject(new Error('away')),
        }),
      ),
  )
  const begun = async (count: number) => {
    while (reads.length < count) await new Promise(setImmediate)
    return reads[count - 1]!
  }
  return { read, reads, begun }
}

test('keys requested at the same time are read by one statement, each once', async () => {
  const { read, begun } = heldReads()
  const rows = Promise.all([read('a'), read('b'), read('a'), read('unknown')])
  const first = await begun(1)
  expect(first.keys).toEqual(['a', 'b', 'unknown'])
  first.end()
  expect(await rows).toEqual(['row a', 'row b', 'row a', undefined])
})

test('a key requested during a read is read again afterwards, so the result is never older than the request', async () => {
  const { read, reads, begun } = heldReads()
  const early = read('a')
  const first = await begun(1)
  const late = Promise.all([read('a'), read('b')])
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
  expect(reads).toHaveLength(1)
  first.end()
  expect(await early).toBe('row a')
  const second = await begun(2)
  expect(second.keys).toEqual(['a', 'b'])
  second.end()
  expect(await late).toEqual(['row a', 'row b'])
})

test('a failed read fails its own callers and no later ones', async () => {
  const { read, begun } = heldReads()
  const failing = Promise.allSettled([read('a'), read('b')])
  ;(await begun(1)).fail()
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const after = read('a')
  ;(await begun(2)).end()
  expect(await after).toBe('row a')
})
