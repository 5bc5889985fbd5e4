import { afterEach, expect, test, vi } from 'vitest'
import { arrived } from './arrived.ts'

afterEach(() => vi.useRealTimers())

test('a part of the application that neither arrives nor fails is given up, and one that arrives is handed on', async () => {
  vi.useFakeTimers()
  const waiting = expect(arrived(new Promise(() => {}))).rejects.toMatchObject({ name: 'PartMissing' })
  await vi.advanceTimersByTimeAsync(60_000)
  await waiting
  await expect(arrived(Promise.reject(new TypeError('no network')))).rejects.toMatchObject({ name: 'PartMissing' })
  await expect(arrived(Promise.resolve('the page'))).resolves.toBe('the page')
})
