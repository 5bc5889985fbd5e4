import { type PatientRecord, patientRecordCalls as calls } from '@dictara/contract/patient-record'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import {
  aClinic,
  aFacility,
  aJob,
  aPatient,
  aRosterEntry,
  signedIn,
  type TestClinic,
} from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { masked } from './index.ts'
import { keepSaid } from './brought-record.ts'

let server: TestServer
let clinic: TestClinic
let doctor: TestClient

const payer = (payerRank: 'Primary' | 'Secondary' | 'Third' | 'Fourth', payerCode: string) => ({
  payerName: `Payer ${payerCode}`,
  payerCode,
  payerRank,
  issuer: { groupName: 'Group 7', companyName: 'Harbor Mutual', planNumber: 'P40001', issuerName: 'Harbor' },
})
const consent = (description: string) => ({ consentStatus: 'Active', description, orderedBy: 'Marta Lindqvist' })
const adt = (actionType: string, effectiveDateTime: string) => ({
  actionType,
  effectiveDateTime,
  bedId: '12-A',
  payerCode: 'MCA',
  payerName: 'Medicare Part A',
})
const record = {
  COVERAGE: [{ payers: [payer('Fourth', 'D'), payer('Secondary', 'B'), payer('Third', 'C'), payer('Primary', 'A')] }],
  ALLERGY: [
    { allergen: 'Latex', allergyIntoleranceId: '71', category: 'Environment', severity: 'Severe', type: 'Allergy' },
  ],
  CONTACT: [
    {
      lastName: 'Byron',
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
  ],
  PRACTITIONER: [
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
  ],
  CONSENT: [consent('Influenza vaccination')],
  ADVANCE_CONSENT: [consent('Full resuscitation')],
  ADT: [adt('Admission', '2026-11-02T09:00:00.000Z'), adt('Room Change', '2026-11-05T10:30:00.000Z')],
  DIAGNOSIS: [
    { onsetDate: '2019-04', icd10: 'I10', icd10Description: 'Essential (primary) hypertension' },
    { onsetDate: '2024-01-09', icd10: 'E11.9', icd10Description: 'Type 2 diabetes mellitus without complications' },
    { onsetDate: null, icd10: 'Z91.19', icd10Description: '<script>alert(1)</script>' },
  ],
  MORE_DETAILS: [
    {
      maritalStatus: 'Married',
      race: 'White',
      occupation: 'Baker',
      primaryLanguage: 'English',
      socialSecurity: '900-12-3456',
      medicaid: 'AB',
      previousAddress: '3 Quay Road',
      previousPhone: '+1 202-555-0114',
      legalMailingAddress: '4 Quay Road',
    },
  ],
} satisfies PatientRecord

const give = (of: TestClinic) =>
  server.doors.asSystem('test', (work) => keepSaid(work, { patientId: of.patientId, records: record }), of.clinicId)

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  await server.owner.query(
    `update patients set prefix = 'Mrs.', middle_name = 'May', preferred_name = 'Addie', unit_desc = 'North Unit', bed_id = '12-A',
       bed_desc = 'Window bed', admission_date = '2026-11-02', religion = 'Lutheran' where id = $1`,
    [clinic.patientId],
  )
  await give(clinic)
  doctor = await join('doctor')
})
afterAll(() => server.close())

const join = (userType: 'doctor' | 'transcriptionist' | 'reviewer' | 'biller' | 'admin' | 'clinicAdmin', of = clinic) =>
  signedIn(server, of.clinicId, { userType, facilityIds: [of.facilityId] })

const ofPatient = ({ facilityId, patientId }: TestClinic = clinic) => `facilityId=${facilityId}&patientId=${patientId}`
const read = (path: string, who = doctor, of = clinic) => who.ask(`GET /clinic/patient${path}?${ofPatient(of)}`)
const details = (who: TestClient, patientId = clinic.patientId) =>
  who.ask<{ details: { key: string; label: string; value: string | null }[] }>(
    `GET /clinic/doctor/${doctor.user.id}/patient_moredetails?patientId=${patientId}`,
  )

describe('the record of a patient', () => {
  test('GET /clinic/patient answers the fields of Patient Details [PAT-12, PAT-23, PAT-26]', async () => {
    const { rows } = await server.owner.query<{ mrn: string }>(
      'select medical_record_number as mrn from patients where id = $1',
      [clinic.patientId],
    )
    expect(await read('')).toMatchObject({
      status: 200,
      result: [
        {
          patientId: clinic.patientId,
          prefix: 'Mrs.',
          lastName: 'Byron',
          firstName: 'Ada',
          middleName: 'May',
          preferredName: 'Addie',
          unitDesc: 'North Unit',
          bedId: '12-A',
          bedDesc: 'Window bed',
          admissionDate: '2026-11-02',
          birthDate: '1961-02-03',
          gender: 'Female',
          religion: 'Lutheran',
          medicalRecordNumber: rows[0]!.mrn,
        },
      ],
    })
  })

  test('GET coverages answers the payers by rank: Primary, Secondary, Third, Fourth [PAT-14, PAT-15]', async () => {
    const { result } = await read('/coverages')
    expect(result).toEqual([
      { payers: [payer('Primary', 'A'), payer('Secondary', 'B'), payer('Third', 'C'), payer('Fourth', 'D')] },
    ])
  })

  test.each([
    ['/allergy-intolerances', 'ALLERGY', 'allergies [PAT-16]'],
    ['/contacts', 'CONTACT', 'contacts with every phone and address [PAT-17]'],
    ['/practitioners', 'PRACTITIONER', 'practitioners with phone, UPIN and NPI [PAT-18, PAT-19]'],
    ['/consents', 'CONSENT', 'consents [PAT-20]'],
    ['/advance-consents', 'ADVANCE_CONSENT', 'advance directives [PAT-28]'],
  ] as const)('GET %s answers the data from the EHR: %s, %s [PAT-27]', async (path, kind, _title) => {
    expect((await read(path)).result).toEqual(record[kind])
  })

  test('GET adt-records answers the newest first [PAT-21, PAT-27]', async () => {
    expect((await read('/adt-records')).result).toEqual(record.ADT.toReversed())
  })

  test('GET diagnosis answers the latest onset first, and one without a day last [PAT-22, PAT-28]', async () => {
    const { result } = await read('/diagnosis')
    expect(result).toEqual([record.DIAGNOSIS[1], record.DIAGNOSIS[0], record.DIAGNOSIS[2]])
  })

  test('of a patient without data has empty lists and labels without values', async () => {
    const patientId = await aPatient(server, clinic.clinicId, clinic.facilityId)
    for (const path of ['/coverages', '/contacts', '/diagnosis', '/adt-records'])
      expect((await read(path, doctor, { ...clinic, patientId })).result).toEqual([])
    const { result } = await details(doctor, patientId)
    expect(result[0]!.details.map(({ value }) => value)).toEqual(Array.from({ length: 10 }, () => null))
  })
})

describe('identifiers', () => {
  test('GET patient_moredetails answers labels and values, identifiers masked [PAT-13, PAT-29]', async () => {
    const { result } = await details(doctor)
    expect(result[0]!.details.map(({ label, value }) => [label, value])).toEqual([
      ['Marital Status', 'Married'],
      ['Race', 'White'],
      ['Occupation', 'Baker'],
      ['Primary Language', 'English'],
      ['Social Security', '•••-••-3456'],
      ['Medicaid', '••'],
      ['Medicare Beneficiary ID', null],
      ['Previous Address', '3 Quay Road'],
      ['Previous Phone', '+1 202-555-0114'],
      ['Legal Mailing Address', '4 Quay Road'],
    ])
  })

  test('are shown in full one at a time on request, and each reading is audited [Q133]', async () => {
    const ask = () => doctor.ask(`GET /clinic/patient/identifier?${ofPatient()}&key=socialSecurity`)
    expect((await ask()).result).toEqual([{ key: 'socialSecurity', value: '900-12-3456' }])
    const { rows } = await server.owner.query(
      `select detail, patient_id, user_id from audit_events where event = 'patient.identifier-read'`,
    )
    expect(rows).toEqual([{ detail: { key: 'socialSecurity' }, patient_id: clinic.patientId, user_id: doctor.user.id }])
  })

  test('are not sent to transcriptionists and reviewers, masked or not [Q133]', async () => {
    for (const userType of ['transcriptionist', 'reviewer'] as const) {
      const who = await join(userType)
      const stage =
        userType === 'reviewer'
          ? ({ status: 'IN_REVIEW', level: 'LEVEL_1' } as const)
          : ({ status: 'IN_PROGRESS' } as const)
      await aJob(server, clinic, { authorId: doctor.user.id, holderId: who.user.id, ...stage })
      const { status, result } = await details(who)
      expect(status).toBe(200)
      expect(result[0]!.details.map(({ key }) => key)).not.toContain('socialSecurity')
      expect(JSON.stringify(result)).not.toContain('3456')
      const { status: asked } = await who.ask(`GET /clinic/patient/identifier?${ofPatient()}&key=medicaid`)
      expect(asked).toBe(403)
    }
  })

  test.each([
    ['900-12-3456', '•••-••-3456'],
    ['1EG4-TE5-MK73', '••••-•••-MK73'],
    ['1234', '••••'],
    ['', ''],
    ['é😀12345', '•😀•2345'],
  ])('of %s show only the last four letters and digits: %s', (value, shown) => {
    expect(masked(value)).toBe(shown)
  })
})

describe('access to the record', () => {
  test('is open to a transcriptionist only while they hold a job of the patient', async () => {
    const typist = await join('transcriptionist')
    const patientId = await aPatient(server, clinic.clinicId, clinic.facilityId)
    const of = { ...clinic, patientId }
    expect((await read('', typist, of)).status).toBe(404)
    const job = await aJob(server, of, { authorId: doctor.user.id, holderId: typist.user.id })
    expect((await read('', typist, of)).status).toBe(200)
    await server.owner.query('update jobs set is_enabled = false where id = $1', [job])
    expect((await read('', typist, of)).status).toBe(404)
  })

  test('is open to a biller once a job of a linked doctor is complete', async () => {
    const biller = await join('biller')
    const patientId = await aPatient(server, clinic.clinicId, clinic.facilityId)
    const of = { ...clinic, patientId }
    await aJob(server, of, { authorId: doctor.user.id, status: 'COMPLETED' })
    expect((await read('/coverages', biller, of)).status).toBe(404)
    await server.owner.query('update users set biller_id = $2 where id = $1', [doctor.user.id, biller.user.id])
    expect((await read('/coverages', biller, of)).status).toBe(200)
  })

  test('is open to a biller while the patient is on the roster of a linked doctor', async () => {
    const biller = await join('biller')
    const seen = await join('doctor')
    const of = { ...clinic, patientId: await aPatient(server, clinic.clinicId, clinic.facilityId) }
    const entry = await aRosterEntry(server, of, seen.user.id)
    expect((await read('', biller, of)).status).toBe(404)
    await server.owner.query('update users set biller_id = $2 where id = $1', [seen.user.id, biller.user.id])
    expect((await read('', biller, of)).status).toBe(200)
    await server.owner.query('delete from roster_entries where id = $1', [entry])
    expect((await read('', biller, of)).status).toBe(404)
  })

  test('is open to managers for all patients of their facilities, and to nobody for another facility or clinic', async () => {
    const facilityId = await aFacility(server, clinic.clinicId)
    const elsewhere = { ...clinic, facilityId, patientId: await aPatient(server, clinic.clinicId, facilityId) }
    const [admin, clinicAdmin] = [await join('admin'), await join('clinicAdmin')]
    expect((await read('', admin)).status).toBe(200)
    expect((await read('', clinicAdmin, elsewhere)).status).toBe(200)
    for (const who of [doctor, admin]) expect((await read('/contacts', who, elsewhere)).status).toBe(404)
    const foreigner = await join('doctor', await aClinic(server, 'Other Clinic'))
    for (const path of ['', '/coverages', '/diagnosis']) expect((await read(path, foreigner)).status).toBe(404)
  })

  test('is answered as not found at another facility or with unknown ids', async () => {
    const facilityId = await aFacility(server, clinic.clinicId)
    const clinicAdmin = await join('clinicAdmin')
    expect((await read('', clinicAdmin, { ...clinic, facilityId })).status).toBe(404)
    expect((await read('', clinicAdmin, { ...clinic, patientId: newId() })).status).toBe(404)
    const ask = (id: string) =>
      clinicAdmin.ask(`GET /clinic/doctor/${id}/patient_moredetails?patientId=${clinic.patientId}`)
    expect((await ask(newId())).status).toBe(404)
    expect((await clinicAdmin.ask(`GET /clinic/patient?${ofPatient()}&facilityId=x`)).status).toBe(400)
  })

  test('is audited with the patient for every reading', async () => {
    const patientId = await aPatient(server, clinic.clinicId, clinic.facilityId)
    const reads = [
      calls.getPatientDetails,
      calls.listAdtRecords,
      calls.listContacts,
      calls.listCoverages,
      calls.listAllergies,
      calls.listConsents,
      calls.listAdvanceConsents,
      calls.listPractitioners,
      calls.listDiagnoses,
    ]
    const query = { facilityId: clinic.facilityId, patientId }
    for (const call of reads) expect((await doctor.call(call, { query })).status).toBe(200)
    await details(doctor, patientId)
    expect((await doctor.call(calls.tellPrinted, { query })).status).toBe(200)
    const { rows } = await server.owner.query<{ event: string }>(
      'select event from audit_events where patient_id = $1 order by event',
      [patientId],
    )
    const events = [...reads.map(({ audit }) => audit), 'patient.more-details-viewed', 'patient.face-sheet-printed']
    expect(rows.map(({ event }) => event)).toEqual(events.toSorted())
  })
})
