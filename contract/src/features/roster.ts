import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { authors, managers, rosterViewers } from '../roles.ts'
import { day, id, idList, idOf, nothing, ofPatient, patientName, wholeNumber } from '../shapes.ts'
import { jobStatuses, reviewLevels } from './job.ts'
import { PatientOption } from './patients.ts'

/** The most days of a roster in one request. */
export const rosterDaysMost = 62
/** The most patients added at once. */
export const rosterPatientsMost = 500

/** The state of the note dictated for a visit, for its label and its link. */
export const NoteOfVisit = z.object({
  jobId: id,
  jobNumber: z.string(),
  status: z.enum(jobStatuses),
  level: z.nullable(z.enum(reviewLevels)),
  returned: z.boolean(),
  levels: z.nullable(z.number()),
  staysHere: z.boolean(),
  progress: z.nullable(z.number()),
})

/** One patient on the roster of a doctor for one day (ROST-24). */
export const RosterEntry = z.object({
  patientRosterId: id,
  /** Unix seconds: noon of the day in the facility's zone (Q042). */
  dateTime: z.number(),
  /** The day at the facility, which owns it. */
  day,
  patientId: id,
  patientName,
  birthDate: ofPatient(z.nullable(z.string())),
  medicalRecordNumber: ofPatient(z.string()),
  bedId: z.nullable(z.string()),
  facility: z.object({ facilityName: z.string(), facilityId: id }),
  /** The newest note of this doctor for this patient and day, if the caller may read it. */
  note: z.nullable(NoteOfVisit),
})
export type RosterEntry = z.output<typeof RosterEntry>

/** An enabled facility whose rosters the caller sees, and the current day there. */
export const RosterPlace = z.object({ facilityId: id, facilityName: z.string(), timeZone: z.string(), today: day })
export type RosterPlace = z.output<typeof RosterPlace>

export const rosterRefusals = defineRefusals({
  notAuthorised: {
    status: 403,
    code: 'emr-not-authorised',
    message: 'You are not authorized to edit this. Please complete the authorization',
  },
  doctorMissing: { status: 422, code: 'doctor-missing', message: 'Choose whose roster it is.' },
  facilityUnknown: {
    status: 422,
    code: 'facility-unknown',
    message: 'This facility is disabled, or the doctor doesn’t work there. Choose another one.',
  },
  planExpired: {
    status: 422,
    code: 'plan-expired',
    message: 'This facility’s plan has expired. You can’t add patients to its rosters until the plan is renewed.',
  },
  patientUnknown: {
    status: 422,
    code: 'patient-unknown',
    message: 'The facility doesn’t have one of these patients. Nobody was added.',
  },
  dayPast: { status: 422, code: 'day-past', message: 'This day has passed, so its roster can’t be changed.' },
  thereAlready: {
    status: 409,
    code: 'there-already',
    message: 'Everyone you chose is already on the roster for that day.',
  },
  nobodyToCopy: {
    status: 422,
    code: 'nobody-to-copy',
    message: 'There’s nobody to copy: that day has no patients, or they’re all here already.',
  },
  tooManyDays: {
    status: 422,
    code: 'too-many-days',
    message: `You can load at most ${rosterDaysMost} days of a roster at once.`,
  },
})

const base = '/clinic/doctor/patient-roster'
/** The following day still has the year 9999 in every zone. */
const lastMoment = 253_402_127_999
const unixSeconds = wholeNumber(0, lastMoment)
const moment = z
  .number({ error: 'Enter a day.' })
  .check(z.int('This isn’t a time.'), z.minimum(0, 'This isn’t a time.'), z.maximum(lastMoment, 'This isn’t a time.'))
const ofDoctor = { providerId: z.optional(z.nullable(idOf('none'))) }

export const rosterCalls = defineCalls({
  listRoster: {
    method: 'GET',
    path: base,
    summary: 'The roster of a doctor from one day through another (Q043); by default the caller’s own.',
    callers: rosterViewers,
    query: z.object({
      startDate: unixSeconds,
      endDate: unixSeconds,
      facilityIds: idList('none'),
      providerId: z.optional(idOf('none')),
    }),
    result: RosterEntry,
    /** `results` is the key of the source documents. */
    extra: z.object({
      results: z.array(RosterEntry),
      /** The owner of the roster. */
      provider: z.object({ id, fullName: z.string() }),
      /** Today at the caller's first facility. */
      today: day,
      places: z.array(RosterPlace),
    }),
    audit: 'roster.viewed',
    auditDetail: ['providerId', 'startDate', 'endDate'],
    example: { query: { startDate: 1_790_000_000, endDate: 1_790_500_000, facilityIds: ['$facility'] } },
  },
  addToRoster: {
    method: 'POST',
    path: base,
    summary: 'Adds patients of a facility to the roster of a doctor for a day. Those already there stay (Q041).',
    callers: authors,
    body: z.strictObject({
      /** Unix seconds; the day is the facility's at this moment (Q042). */
      dateTime: moment,
      facilityId: idOf('facility'),
      patientIds: z
        .array(idOf('none'))
        .check(
          z.minLength(1, 'Choose a patient.'),
          z.maxLength(rosterPatientsMost, `Add at most ${rosterPatientsMost} patients at once.`),
        ),
      ...ofDoctor,
    }),
    result: z.object({ added: z.number(), alreadyThere: z.number() }),
    example: { body: { dateTime: 4_000_000_000, facilityId: '$facility', patientIds: ['$patient'] } },
  },
  copyRoster: {
    method: 'POST',
    path: `${base}/copy`,
    summary: 'Copies the patients of one day of a roster to another day.',
    callers: authors,
    body: z.strictObject({ fromDay: day, toDay: day, ...ofDoctor }),
    result: z.object({ added: z.number(), alreadyThere: z.number() }),
    example: { body: { fromDay: '2026-11-20', toDay: '2096-11-21' } },
  },
  removeFromRoster: {
    method: 'DELETE',
    path: base,
    summary: 'Removes a patient from a roster until its day has passed (Q040).',
    callers: authors,
    query: z.object({ rosterId: idOf('roster-entry') }),
    result: nothing,
    example: { query: { rosterId: '$roster' } },
  },
  getVisit: {
    method: 'GET',
    path: `${base}/visit`,
    summary: 'The facility, patient and day with which a dictation for a roster entry begins.',
    callers: authors,
    query: z.object({ rosterId: idOf('roster-entry') }),
    result: z.object({
      facility: z.object({ facilityId: id, facilityName: z.string() }),
      patient: PatientOption,
      /** The date of encounter; null for a future day, for which the day of the recording counts. */
      dateOfEncounter: z.nullable(day),
    }),
    audit: 'roster.visit-read',
    auditDetail: ['rosterId'],
    example: { query: { rosterId: '$roster' } },
  },
  nextVisit: {
    method: 'GET',
    path: `${base}/next`,
    summary:
      'The next patient on the caller’s own roster of today who has no note of the day; empty when there is none.',
    callers: authors,
    result: RosterEntry,
    extra: z.object({ seen: z.number(), total: z.number() }),
    audit: 'roster.next-viewed',
    example: {},
  },
  listBillerAuthors: {
    method: 'GET',
    path: `${base}/biller/authors`,
    summary: 'The doctors whose rosters the biller can see.',
    callers: ['biller'],
    result: z.object({ id, fullName: z.string() }),
    example: {},
  },
  listAdminAuthors: {
    method: 'GET',
    path: `${base}/admin/authors`,
    summary: 'The doctors whose rosters the admin can manage.',
    callers: managers,
    result: z.object({ doctorId: id, doctorName: z.string() }),
    example: {},
  },
})
