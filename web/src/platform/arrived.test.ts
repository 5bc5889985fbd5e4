import { afterEach, expect, test, vi } from 'vitest'
import { arrived } from './arrived.ts'

afterEach(() => vi.useRealTimers())

test('a part of the application that does not load within its time is reported as missing, and a loaded part is returned', async () => {
  vi.useFakeTimers()
  const waiting = expect(arrived(new Promise(() => {}))).rejects.toMatchObject({ name: 'PartMissing' })
  await vi.advanceTimersByTimeAsync(60_000)
  await waiting
  await expect(arrived(Promise.reject(new TypeError('no network')))).rejects.toMatchObject({ name: 'PartMissing' })
  await expect(arrived(Promise.resolve('the page'))).resolves.toBe('the page')
})
