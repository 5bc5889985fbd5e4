import {
  type Allergy,
  type Consent,
  type Contact,
  type Coverage,
  type Diagnosis,
  type PatientRecord,
  payerRanks,
  type Practitioner,
} from '@dictara/contract/patient-record'
import type { Foreign } from '../foreign.ts'
import type { EhrPatient } from '../read-patient.ts'

/** The parts of a patient that PointHealth answers one by one; a part that could not be read is undefined. */
export const partsOfPatient = [
  'adt-records',
  'coverages',
  'conditions',
  'allergyintolerances',
  'contacts',
  'practitioners',
  'consents',
] as const
export type PartOfPatient = (typeof partsOfPatient)[number]

const sexes: Readonly<Record<string, string>> = { male: 'Male', female: 'Female', other: 'Other', unknown: 'Unknown' }

/** A patient in PointHealth’s words, which are nearly Dictara’s (docs/operating/ehr.md). Undefined for one without a record number. */
export function readPointHealthPatient(
  patient: Foreign,
  parts: { [K in PartOfPatient]?: Foreign[] | undefined },
): EhrPatient | undefined {
  const medicalRecordNumber = patient.text('medicalRecordNumber')
  if (medicalRecordNumber === null) return undefined
  const [firstName, lastName, birthDate] = [
    patient.text('firstName'),
    patient.text('lastName'),
    patient.day('birthDate'),
  ]
  const gender = patient.text('gender')?.toLowerCase()
  return {
    medicalRecordNumber,
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(birthDate && { birthDate }),
    ...(gender && { gender: (Object.hasOwn(sexes, gender) && sexes[gender]) || 'Unknown' }),
    middleName: patient.text('middleName'),
    prefix: patient.text('prefix'),
    preferredName: patient.text('preferredName'),
    bedId: patient.text('bedId'),
    bedDesc: patient.text('bedDesc'),
    unitDesc: patient.text('unitDesc'),
    admissionDate: patient.day('admissionDate'),
    dischargedAt: dischargeOf(patient),
    religion: patient.text('religion'),
    records: readRecords(patient, parts),
  }
}

/** When a patient left; midnight in UTC where only the day is told. */
const dischargeOf = (patient: Foreign): Date | null => {
  const day = patient.day('dischargeDate')
  return day === null ? null : new Date(`${day}T00:00:00Z`)
}

function readRecords(patient: Foreign, parts: { [K in PartOfPatient]?: Foreign[] | undefined }): PatientRecord {
  const consents = parts.consents?.map(readConsent)
  return {
    MORE_DETAILS: [readMoreDetails(patient)],
    ...(parts['adt-records'] && { ADT: parts['adt-records'].flatMap(readAdtRecord) }),
    ...(parts.coverages && { COVERAGE: parts.coverages.map(readCoverage) }),
    ...(parts.conditions && { DIAGNOSIS: parts.conditions.map(readDiagnosis) }),
    ...(parts.allergyintolerances && { ALLERGY: parts.allergyintolerances.map(readAllergy) }),
    ...(parts.contacts && { CONTACT: parts.contacts.map(readContact) }),
    ...(parts.practitioners && { PRACTITIONER: parts.practitioners.map(readPractitioner) }),
    ...(consents && {
      CONSENT: consents.filter(({ isAdvance }) => !isAdvance).map(({ consent }) => consent),
      ADVANCE_CONSENT: consents.filter(({ isAdvance }) => isAdvance).map(({ consent }) => consent),
    }),
  }
}

const oneLine = (address: Foreign): string | null =>
  [
    address.text('addressLine1'),
    address.text('addressLine2'),
    address.text('city'),
    address.text('state'),
    address.text('postalCode'),
  ]
    .filter(Boolean)
    .join(', ') || null

const readMoreDetails = (patient: Foreign) => ({
  maritalStatus: patient.text('maritalStatus'),
  race: patient.texts('patientRaces').join(', ') || null,
  occupation: patient.text('occupation'),
  primaryLanguage: patient.text('languageDesc'),
  socialSecurity: patient.text('socialBeneficiaryIdentifier'),
  medicaid: patient.text('medicaidNumber'),
  medicare: patient.text('medicareBeneficiaryIdentifier'),
  previousAddress: oneLine(patient.part('previousAddress')),
  previousPhone: patient.text('previousPhone'),
  legalMailingAddress: oneLine(patient.part('legalMailingAddress')),
})

const readAdtRecord = (record: Foreign) => {
  const moment = record.moment('effectiveDateTime')
  return moment === null
    ? []
    : {
        actionType: record.text('actionType'),
        effectiveDateTime: moment.toISOString(),
        bedId: record.text('bedId') ?? record.text('bedDesc'),
        payerCode: record.text('payerCode'),
        payerName: record.text('payerName'),
      }
}

function readCoverage(coverage: Foreign): Coverage {
  const payers = coverage.parts('payers').flatMap((payer) => {
    const rank = payerRanks.find((one) => one === payer.text('payerRank'))
    const issuer = payer.part('issuer')
    return rank === undefined
      ? []
      : {
          payerName: payer.text('payerName'),
          payerCode: payer.text('payerCode'),
          payerRank: rank,
          issuer: {
            groupName: issuer.text('groupName') ?? issuer.text('group'),
            companyName: issuer.text('companyName'),
            planNumber: issuer.text('planNumber'),
            issuerName: issuer.text('issuerName') ?? issuer.text('name'),
          },
        }
  })
  return { payers: payers.toSorted((a, b) => payerRanks.indexOf(a.payerRank) - payerRanks.indexOf(b.payerRank)) }
}

const readDiagnosis = (condition: Foreign): Diagnosis => ({
  icd10: condition.text('icd10'),
  icd10Description: condition.text('icd10Description'),
  onsetDate: condition.dayOrPart('onsetDate'),
})

const readAllergy = (allergy: Foreign): Allergy => ({
  allergen: allergy.text('allergen'),
  allergyIntoleranceId: allergy.text('allergyIntoleranceId') ?? allergy.text('id'),
  category: allergy.text('category'),
  severity: allergy.text('severity'),
  type: allergy.text('type'),
})

const readContact = (contact: Foreign): Contact => ({
  lastName: contact.text('lastName'),
  firstName: contact.text('firstName'),
  type: [
    ...contact.parts('type').map((one) => ({ contactType: one.text('contactType') })),
    ...(contact.has('contactType') ? [{ contactType: contact.text('contactType') }] : []),
  ],
  cellPhone: contact.text('cellPhone'),
  homePhone: contact.text('homePhone'),
  officePhone: contact.text('officePhone'),
  email: contact.text('email'),
  addressLine1: contact.text('addressLine1'),
  addressLine2: contact.text('addressLine2'),
  city: contact.text('city'),
  relationship: contact.text('relationship'),
})

const readPractitioner = (person: Foreign): Practitioner => ({
  lastName: person.text('lastName'),
  firstName: person.text('firstName'),
  relation: person.text('relation'),
  addressLine1: person.text('addressLine1'),
  addressLine2: person.text('addressLine2'),
  city: person.text('city'),
  country: person.text('country'),
  providerType: person.text('providerType'),
  phone: person.text('phone'),
  upin: person.text('upin'),
  npi: person.text('npi'),
})

function readConsent(told: Foreign): { consent: Consent; isAdvance: boolean } {
  return {
    consent: {
      consentStatus: told.text('consentStatus'),
      description: told.text('description'),
      orderedBy: told.text('orderedBy'),
    },
    isAdvance: told.isTrue('advanceDirective'),
  }
}
