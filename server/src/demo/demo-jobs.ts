import type { Exposed } from '../features/device-configuration/index.ts'
import type { Priority } from '@dictara/contract/jobs'
import type { DemoDictationName } from './dictations.ts'
import { workBefore } from './working-hours.ts'

export type Account =
  | 'doctor'
  | 'poolDoctor'
  | 'transcriptionist'
  | 'reviewer1'
  | 'reviewer2'
  | 'biller'
  | 'clinicAdmin'

/** What happens to a converted job, by whom, and how many minutes of work after the previous event. */
export type Event =
  | ['complete' | 'start-review' | 'approve' | 'start' | 'bill' | 'strike', Account, after: number]
  | ['return' | 'reject', Account, after: number, comment: string]
  /** Given to the typist, by whom. */
  | ['hand', Account, after: number]
  | ['comment', Account, after: number, comment: string, on: { quote: string; second: number }]
  | ['fail' | 'file', undefined, after: number]

export interface DemoJob {
  dictation: DemoDictationName
  patient: { gender: 'Female' | 'Male'; age: number }
  /** When it was dictated, in minutes of work before now: a day has 540 of them. */
  minutesAgo: number
  priority?: Priority
  events: readonly Event[]
}

/** Urgent jobs are dictated at night and on Sundays too. */
export const timeOf = ({ priority }: Pick<DemoJob, 'priority'>, now: Date, minutesAgo: number): Date =>
  priority === 'STAT' ? new Date(now.getTime() - minutesAgo * 60_000) : workBefore(now, minutesAgo)

/**
 * Targets of the demo's main facility, in minutes: long enough for a weekend, except for discharge summaries. One of
 * these is late; other jobs become late only if nobody opens them for days.
 */
export const demoTargets = { '': 72 * 60, 'Discharge Summary': 4 * 60 }

const exposing = (name: string, ...values: string[]): Exposed => ({
  name,
  values: values.map((value) => ({ name: value, values: [] })),
})
const vitalSigns = exposing('vitalSigns', 'bloodPressure', 'heartRate', 'temperature', 'oxygenSaturation', 'weight')
const allergies = exposing('allergies', 'allergen', 'reaction')
const route = exposing('route', 'oral', 'intravenous', 'subcutaneous', 'topical')
const medications: Exposed = {
  name: 'medications',
  values: [...exposing('', 'drug', 'dose').values, route, ...exposing('', 'frequency').values],
}
const diagnoses = exposing('diagnoses', 'diagnosis', 'code')
const followUp = exposing('followUp')

/** Which fields of the demo EHR are exposed, by work type. */
export const demoExposedFields: Record<string, Exposed[]> = {
  'Progress Note': [vitalSigns, medications, diagnoses, followUp],
  'Discharge Summary': [
    medications,
    exposing('surgery', 'procedure', 'surgeon', 'startDate', 'endDate'),
    diagnoses,
    followUp,
    exposing('disposition'),
  ],
  Consultation: [exposing('chiefComplaint', 'complaint'), vitalSigns, allergies, medications, diagnoses, followUp],
}

const firstLevel = (typed: number, waited: number): readonly Event[] => [
  ['complete', 'doctor', typed],
  ['start-review', 'reviewer1', waited],
]
const secondLevel = (typed: number, waited: number): readonly Event[] => [
  ...firstLevel(typed, waited),
  ['approve', 'reviewer1', 12],
  ['start-review', 'reviewer2', waited],
]
const approved = (typed: number, waited: number): readonly Event[] => [
  ...secondLevel(typed, waited),
  ['approve', 'reviewer2', 7],
]

/** A job in every state, oldest first; the server itself files the last approved one once it runs. */
export const demoJobs: readonly DemoJob[] = [
  {
    dictation: 'follow-up',
    patient: { gender: 'Female', age: 58 },
    minutesAgo: 2_610,
    events: [...approved(41, 94), ['file', undefined, 2], ['bill', 'biller', 505]],
  },
  {
    dictation: 'blood-pressure',
    patient: { gender: 'Female', age: 47 },
    minutesAgo: 2_188,
    events: [...approved(66, 72), ['file', undefined, 2], ['strike', 'doctor', 35]],
  },
  { dictation: 'chest-pain', patient: { gender: 'Male', age: 54 }, minutesAgo: 643, events: approved(38, 258) },
  { dictation: 'pneumonia', patient: { gender: 'Female', age: 62 }, minutesAgo: 598, events: approved(52, 247) },
  { dictation: 'gout', patient: { gender: 'Male', age: 60 }, minutesAgo: 521, events: [['fail', undefined, 4]] },
  { dictation: 'heart-failure', patient: { gender: 'Male', age: 78 }, minutesAgo: 497, events: secondLevel(57, 139) },
  {
    dictation: 'thyroid',
    patient: { gender: 'Male', age: 66 },
    minutesAgo: 436,
    events: secondLevel(49, 160).slice(0, -1),
  },
  {
    dictation: 'anemia',
    patient: { gender: 'Female', age: 39 },
    minutesAgo: 327,
    events: [
      ['hand', 'clinicAdmin', 4],
      ['reject', 'transcriptionist', 12, 'The dose of the iron cannot be heard: please say it again.'],
      ...firstLevel(17, 205),
    ],
  },
  {
    dictation: 'asthma',
    patient: { gender: 'Female', age: 29 },
    minutesAgo: 281,
    events: [
      ['hand', 'clinicAdmin', 5],
      ['complete', 'transcriptionist', 21],
    ],
  },
  {
    dictation: 'back-pain',
    patient: { gender: 'Male', age: 35 },
    minutesAgo: 252,
    events: [
      ...firstLevel(44, 63),
      ['comment', 'reviewer1', 8, 'For how many days?', { quote: '600 mg 3 times a day', second: 16.5 }],
      ['return', 'reviewer1', 1, 'Ibuprofen 600 mg three times a day: for how many days? Please add it to the plan.'],
    ],
  },
  { dictation: 'fibrillation', patient: { gender: 'Female', age: 51 }, minutesAgo: 96, events: [] },
  {
    dictation: 'knee',
    patient: { gender: 'Female', age: 44 },
    minutesAgo: 79,
    events: [['start', 'transcriptionist', 31]],
  },
  { dictation: 'shoulder', patient: { gender: 'Male', age: 46 }, minutesAgo: 54, events: [] },
  { dictation: 'hip', patient: { gender: 'Female', age: 79 }, minutesAgo: 18, priority: 'STAT', events: [] },
]
