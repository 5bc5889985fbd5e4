import type { Patient } from '@dictara/contract/patients'
import { idOf } from './stored-user.fixtures.ts'

/** Returns Greta Dubois, a patient who was added here. `facts` override her fields. */
export const aPatient = (facts: Partial<Patient> = {}): Patient => ({
  id: idOf(71),
  firstName: 'Greta',
  lastName: 'Dubois',
  birthDate: '1971-03-05',
  gender: 'Female',
  medicalRecordNumber: 'D000001',
  bedId: null,
  facility: { facilityId: idOf(21), facilityName: 'Main' },
  source: 'MANUAL',
  version: 1,
  ...facts,
})
