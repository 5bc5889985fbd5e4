import type { EhrAppointment } from '../read-patient.ts'

/** The word for a code that another system gave; undefined when there is none. */
export const wordFor = <T>(words: Readonly<Record<string, T>>, code: string | null | undefined): T | undefined =>
  code !== null && code !== undefined && Object.hasOwn(words, code) ? words[code] : undefined

/** Codes of FHIR R4 and HL7 v3, and what Dictara calls them. */
export const genders: Readonly<Record<string, string>> = {
  male: 'Male',
  female: 'Female',
  other: 'Other',
  unknown: 'Unknown',
}
export const allergyCategories: Readonly<Record<string, string>> = {
  medication: 'Medication',
  food: 'Food',
  environment: 'Environment',
  biologic: 'Biologic',
}
export const allergyTypes: Readonly<Record<string, string>> = { allergy: 'Allergy', intolerance: 'Intolerance' }
/** From the worst down. */
export const severities: readonly (readonly [code: string, word: string])[] = [
  ['severe', 'Severe'],
  ['moderate', 'Moderate'],
  ['mild', 'Mild'],
]
export const criticalities: Readonly<Record<string, string>> = { high: 'High risk', low: 'Low risk' }
/** v3-ParticipationType. */
export const relations: Readonly<Record<string, string>> = {
  ATND: 'Attending',
  REF: 'Referring',
  CON: 'Consulting',
  ADM: 'Admitting',
  DIS: 'Discharging',
  PPRF: 'Primary performer',
}
export const generalPractitioner = 'Primary care'
export const appointmentStatuses: Readonly<Record<string, EhrAppointment['status']>> = {
  proposed: 'BOOKED',
  pending: 'BOOKED',
  booked: 'BOOKED',
  arrived: 'BOOKED',
  fulfilled: 'BOOKED',
  'checked-in': 'BOOKED',
  waitlist: 'BOOKED',
  cancelled: 'CANCELLED',
  noshow: 'NO_SHOW',
  'entered-in-error': 'DELETED',
}
/** Encounters in these states hold the bed of the patient. */
export const presentStates: ReadonlySet<string> = new Set(['arrived', 'triaged', 'in-progress', 'onleave'])
/** v3-ActCode of an encounter's class. */
export const termTypes: Readonly<Record<string, string>> = {
  IMP: 'Inpatient',
  ACUTE: 'Inpatient',
  NONAC: 'Inpatient',
  OBSENC: 'Observation',
  EMER: 'Emergency',
  AMB: 'Outpatient',
  VR: 'Outpatient',
  HH: 'Home health',
}

export const systems = {
  npi: 'http://hl7.org/fhir/sid/us-npi',
  ssn: 'http://hl7.org/fhir/sid/us-ssn',
  medicare: 'http://hl7.org/fhir/sid/us-mbi',
  religion: 'http://hl7.org/fhir/StructureDefinition/patient-religion',
  race: 'http://hl7.org/fhir/us/core/StructureDefinition/us-core-race',
}
/** Occupation history, as a code of LOINC. */
export const occupationCode = '11341-5'

/** The code systems of ICD-10, by their beginning. */
export const icd10Systems = 'http://hl7.org/fhir/sid/icd-10'

/** LOINC codes of the usual work types; others are filed as a note. */
export const documentTypes: Readonly<Record<string, readonly [code: string, display: string]>> = {
  'progress note': ['11506-3', 'Progress note'],
  'history and physical': ['34117-2', 'History and physical note'],
  'discharge summary': ['18842-5', 'Discharge summary'],
  'operative note': ['11504-8', 'Surgical operation note'],
  consultation: ['11488-4', 'Consult note'],
}
export const anyNote = ['34109-9', 'Note'] as const
