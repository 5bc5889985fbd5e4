import { expect, test } from 'vitest'
import { audioLength, clock } from './clock.ts'

test('a position in a recording is shown in minutes and seconds, with hours only if needed', () => {
  expect([0, 4.9, 75, 3599, 3675, 7325].map(clock)).toEqual(['0:00', '0:04', '1:15', '59:59', '1:01:15', '2:02:05'])
})

test('the length of the audio is mm:ss, from an hour on h:mm:ss [JOBS-20]', () => {
  expect([0, 59, 61, 3599, 3600, 7325].map(audioLength)).toEqual([
    '00:00',
    '00:59',
    '01:01',
    '59:59',
    '1:00:00',
    '2:02:05',
  ])
})
