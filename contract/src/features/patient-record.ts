import * as z from 'zod/mini'
import { type CallSpec, defineCalls } from '../call.ts'
import { everyone } from '../roles.ts'
import { id, idOf, nothing, ofPatient, time } from '../shapes.ts'
import { patientSources } from './patients.ts'

/** Text about a patient; null if nobody has entered it. */
const told = ofPatient(z.nullable(z.string()))
/** A date about a patient, `yyyy-mm-dd`, or a part of it, as `yyyy-mm` or `yyyy`. */
const toldDay = told

/** The first tab of Patient Details, and the head of the face sheet (PAT-12). */
export const PatientDetails = z.object({
  patientId: id,
  prefix: told,
  lastName: told,
  firstName: told,
  middleName: told,
  preferredName: told,
  unitDesc: told,
  bedId: told,
  bedDesc: told,
  admissionDate: toldDay,
  birthDate: toldDay,
  gender: told,
  religion: told,
  medicalRecordNumber: told,
  source: z.enum(patientSources),
  facility: z.object({ facilityId: id, facilityName: z.string() }),
  /** Of the facility: times are shown in it (Q183). */
  timeZone: z.string(),
})
export type PatientDetails = z.output<typeof PatientDetails>

/** Payers are listed in this order (PAT-15). */
export const payerRanks = ['Primary', 'Secondary', 'Third', 'Fourth'] as const

const Payer = z.object({
  payerName: told,
  payerCode: told,
  payerRank: ofPatient(z.enum(payerRanks)),
  issuer: z.object({ groupName: told, companyName: told, planNumber: told, issuerName: told }),
})
/** PAT-14. */
export const Coverage = z.object({ payers: z.array(Payer) })
/** PAT-16. */
export const Allergy = z.object({
  allergen: told,
  allergyIntoleranceId: told,
  category: told,
  severity: told,
  type: told,
})
/** PAT-17. */
export const Contact = z.object({
  lastName: told,
  firstName: told,
  type: z.array(z.object({ contactType: told })),
  cellPhone: told,
  homePhone: told,
  officePhone: told,
  email: told,
  addressLine1: told,
  addressLine2: told,
  city: told,
  relationship: told,
})
/** PAT-18, PAT-19. */
export const Practitioner = z.object({
  lastName: told,
  firstName: told,
  relation: told,
  addressLine1: told,
  addressLine2: told,
  city: told,
  country: told,
  providerType: told,
  phone: told,
  upin: told,
  npi: told,
})
/** PAT-20. */
export const Consent = z.object({ consentStatus: told, description: told, orderedBy: told })
/** PAT-21. */
export const AdtRecord = z.object({
  actionType: told,
  effectiveDateTime: ofPatient(z.pipe(time, z.string())),
  bedId: told,
  payerCode: told,
  payerName: told,
})
/** PAT-22. */
export const Diagnosis = z.object({ onsetDate: toldDay, icd10: told, icd10Description: told })

/** NO_SHOW: the patient did not come. */
export const appointmentStatuses = ['BOOKED', 'CANCELLED', 'NO_SHOW', 'DELETED'] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]
/** An appointment that an interface brought. Times are shown in the facility's zone (Q183). */
export const Appointment = z.object({
  startsAt: ofPatient(z.pipe(time, z.string())),
  endsAt: ofPatient(z.nullable(z.pipe(time, z.string()))),
  type: told,
  reason: told,
  status: z.enum(appointmentStatuses),
  providerName: told,
  providerNpi: told,
  location: told,
})

export type Appointment = z.output<typeof Appointment>
export type Coverage = z.output<typeof Coverage>
export type Allergy = z.output<typeof Allergy>
export type Contact = z.output<typeof Contact>
export type Practitioner = z.output<typeof Practitioner>
export type Consent = z.output<typeof Consent>
export type AdtRecord = z.output<typeof AdtRecord>
export type Diagnosis = z.output<typeof Diagnosis>

/** Further details of the person on the face sheet (PAT-13), in its order and with its labels. */
export const moreDetails = {
  maritalStatus: 'Marital Status',
  race: 'Race',
  occupation: 'Occupation',
  primaryLanguage: 'Primary Language',
  socialSecurity: 'Social Security',
  medicaid: 'Medicaid',
  medicare: 'Medicare Beneficiary ID',
  previousAddress: 'Previous Address',
  previousPhone: 'Previous Phone',
  legalMailingAddress: 'Legal Mailing Address',
} as const
export type MoreDetail = keyof typeof moreDetails

/** What each kind of entry of a patient's record holds. */
export interface RecordKinds {
  ADT: AdtRecord
  ADVANCE_CONSENT: Consent
  ALLERGY: Allergy
  CONSENT: Consent
  CONTACT: Contact
  COVERAGE: Coverage
  DIAGNOSIS: Diagnosis
  MORE_DETAILS: Partial<Record<MoreDetail, string | null>>
  PRACTITIONER: Practitioner
}
export type RecordKind = keyof RecordKinds
/** Everything that an EHR tells about a patient, by kind. */
export type PatientRecord = { readonly [K in RecordKind]?: readonly RecordKinds[K][] }

/** The identifiers that are masked until somebody asks to see one (Q133). */
export const maskedIdentifiers = ['socialSecurity', 'medicaid', 'medicare'] as const satisfies readonly MoreDetail[]
export type MaskedIdentifier = (typeof maskedIdentifiers)[number]
export const isMaskedIdentifier = (key: MoreDetail): key is MaskedIdentifier =>
  maskedIdentifiers.some((one) => one === key)

/** Who receives masked identifiers and may see them in full (Q133). */
export const identifierReaders = ['doctor', 'biller', 'admin', 'clinicAdmin'] as const

/** The labelled lookup of PAT-13. */
export const MoreDetails = z.object({
  details: z.array(
    z.object({
      key: z.enum(Object.keys(moreDetails) as [MoreDetail, ...MoreDetail[]]),
      label: z.string(),
      /** For an identifier, all but the last four characters are masked. */
      value: told,
    }),
  ),
})
export type MoreDetails = z.output<typeof MoreDetails>

const ofOnePatient = z.object({ facilityId: idOf('none'), patientId: idOf('seen-patient') })
const exampleOfPatient = { query: { facilityId: '$facility', patientId: '$patient' } }

/* #__NO_SIDE_EFFECTS__ */
const part = <const P extends string, R extends CallSpec['result'], const A extends string>(
  path: P,
  summary: string,
  result: R,
  audit: A,
) => ({
  method: 'GET' as const,
  path,
  summary,
  callers: everyone,
  query: ofOnePatient,
  result,
  audit,
  example: exampleOfPatient,
})

/** The EHR's record of a patient, read-only here (Q135). */
export const patientRecordCalls = defineCalls({
  getPatientDetails: part(
    '/clinic/patient',
    'The details of a patient: names, birth date, room and bed, admission, religion.',
    PatientDetails,
    'patient.details-viewed',
  ),
  listAdtRecords: part(
    '/clinic/patient/adt-records',
    'Admissions, transfers and discharges of a patient, newest first.',
    AdtRecord,
    'patient.adt-records-viewed',
  ),
  listContacts: part('/clinic/patient/contacts', 'The contacts of a patient.', Contact, 'patient.contacts-viewed'),
  listCoverages: part(
    '/clinic/patient/coverages',
    'The coverages of a patient, each with its payers by rank.',
    Coverage,
    'patient.coverages-viewed',
  ),
  listAllergies: part(
    '/clinic/patient/allergy-intolerances',
    'The allergies and intolerances of a patient.',
    Allergy,
    'patient.allergies-viewed',
  ),
  listConsents: part('/clinic/patient/consents', 'The consents of a patient.', Consent, 'patient.consents-viewed'),
  listAdvanceConsents: part(
    '/clinic/patient/advance-consents',
    'The advance directives of a patient.',
    Consent,
    'patient.advance-consents-viewed',
  ),
  listPractitioners: part(
    '/clinic/patient/practitioners',
    'The practitioners who care for a patient.',
    Practitioner,
    'patient.practitioners-viewed',
  ),
  listDiagnoses: part(
    '/clinic/patient/diagnosis',
    'The diagnoses of a patient by onset, newest first.',
    Diagnosis,
    'patient.diagnoses-viewed',
  ),
  listAppointments: part(
    '/clinic/patient/appointments',
    'The appointments of a patient that are still to come, the next one first.',
    Appointment,
    'patient.appointments-viewed',
  ),
  getMoreDetails: {
    method: 'GET',
    path: '/clinic/doctor/{id}/patient_moredetails',
    summary:
      'What the face sheet adds about a patient, with labels. `id` is an author of the clinic. Identifiers are masked.',
    callers: everyone,
    params: z.object({ id: idOf('none') }),
    query: z.object({ patientId: idOf('seen-patient') }),
    result: MoreDetails,
    audit: 'patient.more-details-viewed',
    example: { params: { id: '$doctor' }, query: { patientId: '$patient' } },
  },
  getIdentifier: {
    method: 'GET',
    path: '/clinic/patient/identifier',
    summary: 'One identifier of a patient in full. Each reading is audited.',
    callers: identifierReaders,
    query: z.extend(ofOnePatient, { key: z.enum(maskedIdentifiers, { error: 'This isn’t an identifier.' }) }),
    result: z.object({ key: z.enum(maskedIdentifiers), value: told }),
    audit: 'patient.identifier-read',
    auditDetail: ['key'],
    person: true,
    example: { query: { ...exampleOfPatient.query, key: 'socialSecurity' } },
  },
  tellPrinted: {
    method: 'POST',
    path: '/clinic/patient/face-sheet/printed',
    summary: 'Tells that somebody prints the face sheet of a patient, for the audit.',
    callers: everyone,
    query: ofOnePatient,
    result: nothing,
    audit: 'patient.face-sheet-printed',
    example: exampleOfPatient,
  },
})
