import { patientColumns, patientsImportCalls } from '@dictara/contract/patients-import'
import { type Imported, ImportPage } from '../imports/index.ts'
import { patientsKey } from './patient-drawer.tsx'

const patients: Imported = {
  calls: patientsImportCalls,
  refreshes: patientsKey,
  one: 'patient',
  many: 'patients',
  added: 'added',
  help: 'Upload a CSV file with one patient per row, at most 20,000. Start from the template. Leave MRN empty to have a number made, and Facility if you have only one. You see a preview before anyone is added; patients who are already here are skipped.',
  columns: patientColumns,
  example: ['Greta', 'Dubois', '1971-03-05', 'Female', 'A-17', '101-A', 'Your facility'],
  shown: ['Sex', 'MRN', 'Bed', 'Facility'],
}

/** Patients from a CSV file (Q207). */
export const ImportPatients = () => <ImportPage of={patients} />
