import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { id, idOf, ofPatient, searchValue, time } from '../shapes.ts'
import { authors, rosterViewers } from '../roles.ts'

/** Name, date of birth and MRN stand together wherever a patient is chosen (Q185). */
export const PatientOption = z.object({
  pid: id,
  firstName: ofPatient(z.string()),
  lastName: ofPatient(z.string()),
  birthDate: ofPatient(z.string()),
  medicalRecordNumber: ofPatient(z.string()),
  bedId: z.nullable(z.string()),
  lastNoteDate: z.nullable(time),
})
export type PatientOption = z.output<typeof PatientOption>

export const patientCalls = defineCalls({
  searchPatients: {
    method: 'GET',
    path: '/clinic/doctor/patient-roster/patients',
    summary: 'Patients of a facility by name, date of birth or MRN; an empty search is allowed; at most 50.',
    callers: authors,
    query: z.object({ facilityId: idOf('facility'), searchValue, providerId: z.optional(idOf('none')) }),
    result: PatientOption,
    audit: 'patient.searched',
    example: { query: { facilityId: '$facility' } },
  },
  listRecentPatients: {
    method: 'GET',
    path: '/clinic/doctor/patient-roster/recent',
    summary: 'The five patients of a facility for whom the caller submitted a dictation last, the latest first.',
    callers: authors,
    query: z.object({ facilityId: idOf('facility') }),
    result: PatientOption,
    audit: 'patient.recent',
    example: { query: { facilityId: '$facility' } },
  },
  checkRosterAccess: {
    method: 'GET',
    path: '/clinic/doctor/patient-roster/config/access',
    summary: 'Whether the caller sees the roster (Q037): `success` is the answer.',
    callers: rosterViewers,
    result: z.object({}),
    example: {},
  },
})
