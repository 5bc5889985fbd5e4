import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { id, searchValue, time } from '../shapes.ts'
import { authors, rosterViewers } from '../roles.ts'

/** Name, date of birth and MRN stand together wherever a patient is chosen (Q185). */
export const PatientOption = z.object({
  pid: id,
  firstName: z.string(),
  lastName: z.string(),
  birthDate: z.string(),
  medicalRecordNumber: z.string(),
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
    ids: { facilityId: 'facility', providerId: 'none' },
    query: z.object({ facilityId: id, searchValue, providerId: z.optional(id) }),
    result: PatientOption,
    audit: 'patient.searched',
    person: false,
    example: { query: { facilityId: '$facility' } },
  },
  checkRosterAccess: {
    method: 'GET',
    path: '/clinic/doctor/patient-roster/config/access',
    summary: 'Whether the caller sees the roster (Q037): `success` is the answer.',
    callers: rosterViewers,
    result: z.object({}),
    audit: null,
    person: false,
    example: {},
  },
})
