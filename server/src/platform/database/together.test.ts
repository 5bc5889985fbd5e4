import { expect, test } from 'vitest'
import { together } from './together.ts'

test('simultaneous reads are answered in their order', async () => {
  expect(await together([Promise.resolve('first'), undefined, Promise.resolve(3)])).toEqual(['first', undefined, 3])
})

test('when one read fails, the earliest failure is thrown, once none of the others is running', async () => {
  const first = Promise.withResolvers<void>()
  const steps: string[] = []
  const inTwoSteps = async () => {
    await first.promise
    steps.push('second step')
    throw new Error('the transaction is aborted')
  }
  const failed = Promise.reject(new Error('no room')).catch((error: unknown) => {
    first.resolve()
    throw error
  })
  await expect(together([inTwoSteps(), failed])).rejects.toThrow('no room')
  expect(steps).toEqual(['second step'])
})
