export { demoEhr } from './demo-ehr.ts'
export { demoWorkTypes } from './demo-ehr-catalogue.ts'
export { findBehaviour, listReceivedNotes, saveBehaviour } from './demo-ehr.store.ts'
export {
  type Ehr,
  EhrFailed,
  type EhrKind,
  type EhrKinds,
  type EhrNote,
  type EhrNoteKey,
  type EhrOfFacility,
  type EhrSetting,
  type EhrSettings,
  type EhrVerification,
  type OfferedField,
  type Reads,
} from './port.ts'
export { hl7OfNote } from './hl7-note.ts'
export { mllpEhr } from './mllp/mllp-ehr.ts'
export { fhirEhr } from './fhir/fhir-ehr.ts'
export { pointHealthEhr } from './point-health/point-health-ehr.ts'
export type { EhrAppointment, EhrPatient, PatientPage, PatientReading } from './read-patient.ts'
export { usualFields } from './usual-fields.ts'
export { kindsWithinLimit } from './within-limit.ts'
