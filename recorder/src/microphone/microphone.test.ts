import { expect, test } from 'vitest'
import { barOf, isHeard, levelWords } from './level.ts'
import { troubleOf } from './microphone-trouble.ts'

test('the level’s bar follows decibels, and a text says what it means', () => {
  expect([0, 0.001, 1, 4].map(barOf)).toEqual([0, 0, 100, 100])
  expect(barOf(0.1)).toBeGreaterThan(barOf(0.01))
  expect([0, 0.02, 0.1, 1].map((level) => levelWords(barOf(level)))).toEqual([
    'Nothing heard',
    'Quiet',
    'Good',
    'Too loud',
  ])
  expect(isHeard(barOf(0.002))).toBe(false)
})

test('every problem with the microphone is reported with its remedy', () => {
  const kindOf = (name: string) => troubleOf(new DOMException('', name)).kind
  expect(kindOf('NotAllowedError')).toBe('denied')
  expect(kindOf('NotFoundError')).toBe('none')
  expect(kindOf('NotReadableError')).toBe('busy')
  expect(kindOf('UnheardOfError')).toBe('failed')
  expect(troubleOf('no exception at all')).toMatchObject({ title: expect.any(String), advice: expect.any(String) })
})
