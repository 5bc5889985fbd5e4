import { shownDay } from '@dictara/browser/moments'
import { expect, test } from 'vitest'
import { clock, fileSize, patientWords, spokenLength } from './words.ts'

test('lengths are shown as m:ss, from one hour on as h:mm:ss, and read out as words', () => {
  expect([0, 9_999, 75_000, 3_675_000].map(clock)).toEqual(['0:00', '0:09', '1:15', '1:01:15'])
  expect([0, 1_000, 60_000, 75_000].map(spokenLength)).toEqual([
    '0 seconds',
    '1 second',
    '1 minute',
    '1 minute 15 seconds',
  ])
})

test('sizes are shown in the unit that a person would use', () => {
  expect([0, 900, 1_536, 1_572_864, 250 * 1_048_576].map(fileSize)).toEqual([
    '0 bytes',
    '900 bytes',
    '1.5 KB',
    '1.5 MB',
    '250 MB',
  ])
})

test('a patient is always named with date of birth and MRN', () => {
  const patient = { firstName: 'Jane', lastName: 'Doe', birthDate: '1961-03-12', medicalRecordNumber: '12345' }
  expect(patientWords(patient)).toBe('Jane Doe · born Mar 12, 1961 · MRN 12345')
  expect(shownDay('03/12/1961')).toBe('03/12/1961')
})
