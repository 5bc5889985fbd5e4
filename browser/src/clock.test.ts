import { expect, test } from 'vitest'
import { clock } from './clock.ts'

test('a moment of a recording has minutes and seconds, and hours only where it has some', () => {
  expect([0, 4.9, 75, 3599, 3675, 7325].map(clock)).toEqual(['0:00', '0:04', '1:15', '59:59', '1:01:15', '2:02:05'])
})
