import { expect, test } from 'vitest'
import { spottedOf } from './spot-phrases.ts'

test('of phrases found in one place the longest is taken, in the order of the sound', () => {
  const printed = [
    'plan colon  subjective colon  objective colon',
    'plan colon  3.100 3.900 0.914928',
    'objective colon  0.330 1.270 0.895912',
    'subjective colon  0.180 1.270 0.899953',
    '',
  ].join('\n')
  expect(spottedOf(printed)).toEqual([
    { phrase: 'subjective colon', startMs: 180, endMs: 1270 },
    { phrase: 'plan colon', startMs: 3100, endMs: 3900 },
  ])
  expect(spottedOf('')).toEqual([])
})

test('of phrases in the same place the likelier one is taken, for example after a similar-sounding word', () => {
  const printed = ['subjective colon  1.130 2.170 0.857000', 'objective colon  1.150 2.170 0.905098'].join('\n')
  expect(spottedOf(printed)).toEqual([{ phrase: 'objective colon', startMs: 1150, endMs: 2170 }])
})
