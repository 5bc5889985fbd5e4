import { expect, test } from 'vitest'
import { ageOf, patientFacts, waitingOf } from './job-waiting.ts'

const at = (iso: string) => Date.parse(iso)

const job = {
  status: 'AVAILABLE',
  submissionTime: '2026-11-20T10:00:00Z',
  waitingSince: '2026-11-20T10:30:00Z',
  dueAt: '2026-11-20T20:00:00Z',
} as const

const both = (words: string) => ({ left: words, due: words })

test('a job is nearly late after four fifths of its time, and late when it is due [Q200]', () => {
  expect(waitingOf(job, at('2026-11-20T17:59:00Z'))).toEqual({
    age: '7h 29m',
    urgency: 'calm',
    left: 'due in 2h 1m',
    due: '',
  })
  expect(waitingOf(job, at('2026-11-20T18:00:00Z'))).toEqual({
    age: '7h 30m',
    urgency: 'soon',
    ...both('due in 2h'),
  })
  // A job is late from the exact minute at which it is due.
  expect(waitingOf(job, at(job.dueAt))).toMatchObject({ urgency: 'late', ...both('<1m overdue') })
  expect(waitingOf(job, at('2026-11-20T20:05:00Z'))).toEqual({ age: '9h 35m', urgency: 'late', ...both('5m overdue') })
})

test('finished jobs are not waiting', () => {
  for (const status of ['COMPLETED', 'BILLED', 'STRUCK_OUT'] as const)
    expect(waitingOf({ ...job, status }, at('2026-11-21T00:00:00Z'))).toBeNull()
})

test('sex, age and MRN distinguish patients of the same name, as far as they are known', () => {
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
