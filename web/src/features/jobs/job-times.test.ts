import { expect, test } from 'vitest'
import { audioLength, submittedTime } from './job-times.ts'

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

test('the submitted time has a short month and twelve hours, in the facility’s zone [JOBS-21]', () => {
  expect(submittedTime('2026-11-21T01:05:00Z', 'America/New_York')).toMatch(/^Nov 20, 2026,? (at )?8:05\s?PM$/)
  expect(submittedTime('2026-11-21T01:05:00Z', 'Asia/Tokyo')).toMatch(/^Nov 21, 2026,? (at )?10:05\s?AM$/)
})
