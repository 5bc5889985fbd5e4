import { moreDetails, type PatientDetails, patientRecordCalls as calls } from '@dictara/contract/patient-record'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import type { Calls } from '../../testing/wire.ts'

export const theDetails: PatientDetails = {
  patientId: idOf(71),
  prefix: 'Mrs.',
  lastName: 'Dubois',
  firstName: 'Greta',
  middleName: 'May',
  preferredName: 'Gigi',
  unitDesc: 'North Unit',
  bedId: '12-A',
  bedDesc: 'Window bed',
  admissionDate: '2026-11-02',
  birthDate: '1971-03-05',
  gender: 'Female',
  religion: 'Lutheran',
  medicalRecordNumber: 'D000001',
  source: 'EHR',
  facility: { facilityId: idOf(21), facilityName: 'Main' },
  timeZone: 'America/New_York',
}

const more = {
  maritalStatus: 'Married',
  race: 'White',
  occupation: 'Baker',
  primaryLanguage: 'English',
  socialSecurity: '•••-••-3456',
  medicaid: '••••••1000',
  medicare: '••••-•••-MK73',
  previousAddress: '3 Quay Road',
  previousPhone: '+1 202-555-0114',
  legalMailingAddress: '4 Quay Road',
}

const issuer = {
  groupName: 'Group 7',
  companyName: 'Harbor Mutual',
  planNumber: 'P40001',
  issuerName: 'Harbor Issuing',
}
export const longDiagnosis = 'Type 2 diabetes mellitus without complications'

/** Makes the stand-in server answer with the whole record of one patient. */
export function answerRecord(server: Calls) {
  server.answer(calls.getPatientDetails, [theDetails])
  server.answer(calls.listAppointments, [])
  server.answer(calls.getMoreDetails, [
    {
      details: (Object.keys(moreDetails) as (keyof typeof more)[]).map((key) => ({
        key,
        label: moreDetails[key],
        value: more[key],
      })),
    },
  ])
  server.answer(calls.listCoverages, [
    {
      payers: [
        { payerName: 'Medicare Part A', payerCode: 'MCA', payerRank: 'Primary', issuer },
        { payerName: 'State Medicaid', payerCode: 'MCD', payerRank: 'Secondary', issuer },
      ],
    },
  ])
  server.answer(calls.listDiagnoses, [
    { onsetDate: '2024-01-09', icd10: 'E11.9', icd10Description: longDiagnosis },
    { onsetDate: '2019-04', icd10: 'I10', icd10Description: 'Essential (primary) hypertension' },
    { onsetDate: null, icd10: 'Z91.19', icd10Description: '<script>alert(1)</script>' },
  ])
  server.answer(calls.listContacts, [
    {
      lastName: 'Dubois',
      firstName: 'Alma',
      type: [{ contactType: 'Emergency Contact' }, { contactType: 'Next of Kin' }],
      cellPhone: '+1 202-555-0111',
      homePhone: '+1 202-555-0112',
      officePhone: '+1 202-555-0113',
      email: 'alma@example.org',
      addressLine1: '12 Mill Lane',
      addressLine2: 'Apartment 3',
      city: 'Harborton',
      relationship: 'Daughter',
    },
  ])
  server.answer(calls.listAllergies, [
    { allergen: 'Latex', allergyIntoleranceId: '7101', category: 'Environment', severity: 'Severe', type: 'Allergy' },
  ])
  server.answer(calls.listPractitioners, [
    {
      lastName: 'Lindqvist',
      firstName: 'Marta',
      relation: 'Attending',
      addressLine1: '200 Harbor Street',
      addressLine2: 'Suite 4',
      city: 'Harborton',
      country: 'USA',
      providerType: 'Physician',
      phone: '+1 202-555-0180',
      upin: 'A12345',
      npi: '1000000004',
    },
  ])
  server.answer(calls.listConsents, [
    { consentStatus: 'Confirmed', description: 'Influenza vaccination', orderedBy: 'Marta Lindqvist' },
  ])
  server.answer(calls.listAdvanceConsents, [
    { consentStatus: 'Active', description: 'Full resuscitation', orderedBy: 'Tunde Oyelaran' },
  ])
  server.answer(calls.listAdtRecords, [
    {
      actionType: 'Admission',
      effectiveDateTime: '2026-11-02T14:30:00.000Z',
      bedId: '12-A',
      payerCode: 'MCA',
      payerName: 'Medicare Part A',
    },
  ])
  server.answer(calls.getIdentifier, [{ key: 'socialSecurity', value: '900-12-3456' }])
  server.answer(calls.tellPrinted, { message: 'told' })
}
