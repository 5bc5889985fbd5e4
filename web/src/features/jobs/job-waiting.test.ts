import { expect, test } from 'vitest'
import { ageOf, ageText, agoText, patientFacts, waitingOf } from './job-waiting.ts'

const at = (iso: string) => Date.parse(iso)
const minutes = (n: number) => n * 60_000

test('an age is told in minutes, from an hour on in hours and minutes, from a day on in days and hours', () => {
  expect([0, 59, 60, 130, 1439, 1440, 3000].map((n) => ageText(minutes(n)))).toEqual([
    '0 min',
    '59 min',
    '1 h 00',
    '2 h 10',
    '23 h 59',
    '1 d 0 h',
    '2 d 2 h',
  ])
  // of a clock that goes behind the server's
  expect(ageText(-minutes(3))).toBe('0 min')
})

test('what was a moment ago is told without a number', () => {
  expect([20_000, minutes(18)].map(agoText)).toEqual(['just now', '18 min ago'])
})

const job = {
  status: 'AVAILABLE',
  submissionTime: '2026-11-20T10:00:00Z',
  waitingSince: '2026-11-20T10:30:00Z',
  dueAt: '2026-11-20T20:00:00Z',
} as const

const both = (words: string) => ({ left: words, due: words })

test('a job is soon late from four fifths of its time on, and late when it is due [Q200]', () => {
  expect(waitingOf(job, at('2026-11-20T17:59:00Z'))).toEqual({
    age: '7 h 29',
    urgency: 'calm',
    left: 'due in 2 h 01',
    due: '',
  })
  expect(waitingOf(job, at('2026-11-20T18:00:00Z'))).toEqual({
    age: '7 h 30',
    urgency: 'soon',
    ...both('due in 2 h 00'),
  })
  // Due to the minute is late.
  expect(waitingOf(job, at(job.dueAt))).toMatchObject({ urgency: 'late', ...both('late 0 min') })
  expect(waitingOf(job, at('2026-11-20T20:05:00Z'))).toEqual({ age: '9 h 35', urgency: 'late', ...both('late 5 min') })
})

test('nobody waits for what is done', () => {
  for (const status of ['COMPLETED', 'BILLED', 'STRUCK_OUT'] as const)
    expect(waitingOf({ ...job, status }, at('2026-11-21T00:00:00Z'))).toBeNull()
})

test('a patient is told from others of the name by sex, age and MRN, as far as they are known', () => {
  const now = at('2026-11-20T10:00:00Z')
  expect(['1967-11-20', '1967-11-21', '2026-03-21', '2024-12-01'].map((dob) => ageOf(dob, now))).toEqual([
    '59',
    '58',
    '7 mo',
    '23 mo',
  ])
  const patient = { gender: 'Female', dob: '1967-05-09', medicalRecordNumber: 'HS10017' }
  expect(patientFacts(patient, now)).toBe('F 59 · MRN HS10017')
  expect(patientFacts({ ...patient, gender: null, dob: null }, now)).toBe('MRN HS10017')
  expect(patientFacts({ gender: null, dob: null, medicalRecordNumber: null }, now)).toBe('')
})
