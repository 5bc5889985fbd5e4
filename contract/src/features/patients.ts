import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { bedId, firstName, lastName, medicalRecordNumber } from '../fields.ts'
import { list, listQuery } from '../list.ts'
import { authors, rosterViewers } from '../roles.ts'
import { day, id, idList, idOf, nothing, ofPatient, searchValue, time, version } from '../shapes.ts'

/** Name, date of birth and MRN appear together wherever a patient is chosen (Q185). */
export const PatientOption = z.object({
  pid: id,
  firstName: ofPatient(z.string()),
  lastName: ofPatient(z.string()),
  birthDate: ofPatient(z.nullable(z.string())),
  medicalRecordNumber: ofPatient(z.string()),
  bedId: z.nullable(z.string()),
  lastNoteDate: z.nullable(time),
})
export type PatientOption = z.output<typeof PatientOption>

/** The source of a patient: added here by hand, or received from an interface (Q207). */
export const patientSources = ['MANUAL', 'EHR', 'HL7'] as const

export const patientSexes = ['Female', 'Male', 'Other', 'Unknown'] as const

/** The earliest date of birth that is accepted. */
export const earliestBirth = '1900-01-01'

/** A patient as shown in their list. */
export const Patient = z.object({
  id,
  firstName: ofPatient(z.string()),
  lastName: ofPatient(z.string()),
  /** `yyyy-mm-dd`; null: an interface brought the patient and doesn’t know it. */
  birthDate: ofPatient(z.nullable(z.string())),
  /** One of `patientSexes`, or the interface's own word. */
  gender: ofPatient(z.string()),
  medicalRecordNumber: ofPatient(z.string()),
  bedId: z.nullable(z.string()),
  facility: z.object({ facilityId: id, facilityName: z.string() }),
  source: z.enum(patientSources),
  version,
})
export type Patient = z.output<typeof Patient>

/** The entered data of a patient. */
export const PatientInput = z.strictObject({
  firstName: firstName.schema,
  lastName: lastName.schema,
  birthDate: day,
  gender: z.enum(patientSexes, { error: 'Choose the sex: Female, Male, Other or Unknown.' }),
  /** Absent: a number is made for a new patient; otherwise the old one stays. */
  medicalRecordNumber: z.optional(z.nullable(medicalRecordNumber.schema)),
  bedId: z.optional(z.nullable(bedId.schema)),
})
export type PatientInput = z.output<typeof PatientInput>

export const patientRefusals = defineRefusals({
  bornInFuture: {
    status: 422,
    code: 'patient-born-in-future',
    message: 'The date of birth is in the future.',
    field: 'birthDate',
  },
  bornTooEarly: {
    status: 422,
    code: 'patient-born-too-early',
    message: 'The date of birth is before 1900.',
    field: 'birthDate',
  },
  recordNumberTaken: {
    status: 409,
    code: 'patient-record-number-taken',
    message: 'This MRN belongs to {name}, born {birthDate}, at the same facility.',
    field: 'medicalRecordNumber',
  },
  /** The patient may be added in spite of this: the caller then sends `isAnother`. */
  looksAlike: {
    status: 409,
    code: 'patient-looks-alike',
    message: '{name}, born {birthDate}, is already here with MRN {record}.',
  },
  facilityDisabled: {
    status: 422,
    code: 'patient-facility-disabled',
    message: 'This facility is disabled. Choose another one.',
    field: 'facilityId',
  },
  readOnly: {
    status: 409,
    code: 'patient-read-only',
    message: 'This patient comes from the {source}. Correct the details there.',
  },
  /** Said by an interface. */
  incomplete: {
    status: 422,
    code: 'patient-incomplete',
    message:
      'A new patient needs a first name and a last name. There is no {missing}. Add the patient by hand, then try again.',
  },
  otherPerson: {
    status: 409,
    code: 'patient-other-person',
    message:
      'MRN {record} belongs to somebody with another first name, last name and date of birth at this facility. Nothing was changed. Check the MRN, or correct the patient first.',
  },
  recordNumberTooLong: {
    status: 422,
    code: 'patient-record-number-too-long',
    message: 'The MRN has more than 200 characters.',
  },
  nothingToCancel: {
    status: 422,
    code: 'patient-nothing-to-cancel',
    message: 'There is no patient with MRN {record}, so nothing was cancelled.',
  },
  mergedBefore: {
    status: 409,
    code: 'patient-merged-before',
    message: 'MRN {record} was merged into another patient before.',
  },
  hasJobs: {
    status: 409,
    code: 'patient-has-jobs',
    message: 'There are dictations for this patient, so the patient can’t be deleted.',
  },
})

const patientExample = { firstName: 'Greta', lastName: 'Dubois', birthDate: '1971-03-05', gender: 'Female' }

export const patientCalls = defineCalls({
  listPatients: list({
    path: '/clinic/patients',
    summary: 'The patients of the caller’s facilities by last name, with a search by name, date of birth or MRN.',
    callers: authors,
    query: listQuery({ search: 'searchValue', sort: ['name'], filters: { facilityIds: idList('none') }, size: 20 }),
    row: Patient,
    audit: 'patient.listed',
  }),
  addPatient: {
    method: 'POST',
    path: '/clinic/patients',
    summary:
      'Adds a patient; without an MRN one is made, e.g. D000001. One with the same name and birth date is told first.',
    callers: authors,
    body: z.extend(PatientInput, {
      facilityId: idOf('facility'),
      /** The caller was shown similar patients, and this is another person. */
      isAnother: z.prefault(z.boolean(), false),
    }),
    result: Patient,
    example: { body: { ...patientExample, facilityId: '$facility', isAnother: true } },
  },
  editPatient: {
    method: 'PUT',
    path: '/clinic/patients/{id}',
    summary: 'Corrects a patient who was added here. With another facility, moves the patient there.',
    callers: authors,
    params: z.object({ id: idOf('patient') }),
    body: z.extend(PatientInput, { facilityId: z.optional(idOf('facility')), version: z.optional(version) }),
    result: Patient,
    example: { params: { id: '$patient' }, body: patientExample },
  },
  deletePatient: {
    method: 'DELETE',
    path: '/clinic/patients/{id}',
    summary: 'Deletes a patient who was added here and has no dictations.',
    callers: authors,
    params: z.object({ id: idOf('patient') }),
    result: nothing,
    example: { params: { id: '$patient' } },
  },
  searchPatients: {
    method: 'GET',
    path: '/clinic/doctor/patient-roster/patients',
    summary: 'Searches patients of a facility by name, date of birth or MRN; at most 50. The search may be empty.',
    callers: authors,
    query: z.object({ facilityId: idOf('facility'), searchValue, providerId: z.optional(idOf('none')) }),
    result: PatientOption,
    audit: 'patient.searched',
    example: { query: { facilityId: '$facility' } },
  },
  listRecentPatients: {
    method: 'GET',
    path: '/clinic/doctor/patient-roster/recent',
    summary: 'The five patients of a facility for whom the caller last submitted a dictation, newest first.',
    callers: authors,
    query: z.object({ facilityId: idOf('facility') }),
    result: PatientOption,
    audit: 'patient.recent',
    example: { query: { facilityId: '$facility' } },
  },
  checkRosterAccess: {
    method: 'GET',
    path: '/clinic/doctor/patient-roster/config/access',
    summary: 'Whether the caller has a roster (Q037): `success` is the answer.',
    callers: rosterViewers,
    result: z.object({}),
    example: {},
  },
})
