import { expect, test } from 'vitest'
import { hourMarks } from './hour-axis.ts'

test.each([
  [0, [0, 1]],
  [55, [0, 1]],
  [5 * 60, [0, 2, 4, 6]],
  [33 * 60, [0, 12, 24, 36]],
  [36 * 60 + 1, [0, 12, 24, 36, 48]],
  [50 * 60, [0, 24, 48, 72]],
  [1_000 * 60, [0, 336, 672, 1008]],
])('up to %i minutes the hour axis has evenly spaced marks: %j', (minutes, hours) => {
  expect(hourMarks(minutes).map((mark) => mark / 60)).toEqual(hours)
})
