import * as z from 'zod/mini'
import { authors } from '../roles.ts'
import { ofPatient } from '../shapes.ts'
import { importCalls, importOf } from './imports.ts'

/** A file with more rows is refused with a message. */
export const mostPatients = 20_000

/** The columns of a file of patients, as named in the template; in any order. */
export const patientColumns = ['First Name', 'Last Name', 'Date of Birth', 'Sex', 'MRN', 'Bed', 'Facility'] as const
export type PatientColumn = (typeof patientColumns)[number]

/** Cells: date of birth, sex, MRN, bed, facility (Q207). */
export const patientsImportCalls = importCalls({
  of: 'patients',
  path: '/clinic/patients/import',
  callers: authors,
  result: importOf(ofPatient(z.string())),
  audit: 'patient.import-read',
  example: {
    fileName: 'patients.csv',
    // First Name,Last Name,Date of Birth,Sex and one patient
    content: 'Rmlyc3QgTmFtZSxMYXN0IE5hbWUsRGF0ZSBvZiBCaXJ0aCxTZXgKR3JldGEsRHVib2lzLDE5NzEtMDMtMDUsRmVtYWxlCg==',
  },
})
