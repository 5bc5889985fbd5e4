import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRange } from './byte-range.ts'

test('a byte range is read as the standard defines it', () => {
  expect(readRange('bytes=0-', 100)).toEqual({ start: 0, end: 99 })
  expect(readRange('bytes=10-19', 100)).toEqual({ start: 10, end: 19 })
  expect(readRange('bytes=90-500', 100)).toEqual({ start: 90, end: 99 })
  expect(readRange('bytes=-5', 100)).toEqual({ start: 95, end: 99 })
  expect(readRange('bytes=-500', 100)).toEqual({ start: 0, end: 99 })
  for (const outside of ['bytes=100-', 'bytes=100-200', 'bytes=-0'])
    expect(readRange(outside, 100)).toBe('unsatisfiable')
  for (const whole of [undefined, '', 'bytes=-', 'bytes=5-2', 'items=0-1', 'bytes=0-1,3-4'])
    expect(readRange(whole, 100)).toBe('whole')
})

test('no header gives a range outside the file', () => {
  const header = fc.oneof(
    fc.string(),
    fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => `bytes=${a}-${b}`),
  )
  fc.assert(
    fc.property(header, fc.integer({ min: 1, max: 1e9 }), (text, size) => {
      const range = readRange(text, size)
      if (typeof range === 'string') return
      expect(range.start).toBeLessThanOrEqual(range.end)
      expect(range.start).toBeGreaterThanOrEqual(0)
      expect(range.end).toBeLessThan(size)
    }),
  )
})
