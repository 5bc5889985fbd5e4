import type { DocumentReference, Patient } from '@medplum/fhirtypes'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Facility } from '@dictara/contract/ehr-configuration'
import { anInput, masked } from '../../../features/ehr-configuration/ehr-configuration.fixtures.ts'
import { approve, aReviewedJob, jobOnceIn } from '../../../features/filing/filing.fixtures.ts'
import { aClinic, signedIn } from '../../../testing/clinic.fixtures.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { systemClock } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { guardedFetch } from '../../../platform/outbound/index.ts'
import { conformance, noteParts } from '../conformance.fixtures.ts'
import type { Ehr, EhrNote, EhrNoteKey, EhrSettings } from '../port.ts'
import type { EhrPatient, PatientReading } from '../read-patient.ts'
import { fhirEhr } from './fhir-ehr.ts'
import { medplumServer } from './medplum-server.fixtures.ts'

const never = new AbortController().signal
let server: Awaited<ReturnType<typeof medplumServer>>
let patient: Patient

const mrn = (value: string) => ({
  type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }] },
  system: 'urn:oid:2.16.840.1.113883.19.5',
  value,
})

beforeAll(async () => {
  server = await medplumServer()
  patient = await server.create<Patient>({
    resourceType: 'Patient',
    identifier: [mrn('M-100')],
    name: [{ family: 'Dubois', given: ['Greta'] }],
  })
})
afterAll(() => server.close())

const connect = (settings: Partial<Record<string, string>> = {}): Ehr =>
  fhirEhr(guardedFetch({ allowed: [server.place] }), systemClock).connect({
    clinicId: newId(),
    facilityId: newId(),
    settings: { ...server.settings, ...settings } as EhrSettings,
  })

const details = {
  clinicId: newId(),
  facilityId: newId(),
  jobNumber: 'J000001',
  patientName: 'Greta Dubois',
  medicalRecordNumber: 'M-100',
  author: 'Rosa Lind',
  ...noteParts,
  authorId: newId(),
  workType: 'Progress Note',
  dateOfEncounter: '2026-11-20',
  text: 'ASSESSMENT\nDyspnea & <orthopnea>, µ ≥ 3.\n\nPLAN\nRest.',
}
const aNote = (): EhrNote => ({ ...details, jobId: newId(), noteVersion: 1 })

async function written<T extends DocumentReference>(key: EhrNoteKey, type: T['resourceType'] = 'DocumentReference') {
  const all = (await server.all(type)) as T[]
  return all.filter(({ identifier }) =>
    [identifier].flat().some((one) => one?.value === `${key.jobId}.${key.noteVersion}`),
  )
}

conformance('fhir, against a server of Medplum', async () => ({
  ehr: connect(),
  note: details,
  count: async (key) => (await written(key)).length,
  isStruck: async (key) => (await written(key)).every(({ status }) => status === 'entered-in-error'),
  behave: server.behave,
}))

test('a note arrives as PDF and as text, with its patient, author, type and date', async () => {
  const note = aNote()
  await connect().fileNote(note, never)
  const [document] = await written(note)
  expect(document).toMatchObject({
    status: 'current',
    docStatus: 'final',
    subject: { reference: `Patient/${patient.id}` },
    author: [{ display: 'Rosa Lind' }],
    authenticator: { display: 'Ruth Amsel' },
    type: { text: 'Progress Note', coding: [{ code: '11506-3' }] },
    context: { period: { start: '2026-11-20' } },
  })
  const [pdf, text] = document!.content.map(({ attachment }) => Buffer.from(attachment.data!, 'base64'))
  expect(pdf!.subarray(0, 5).toString()).toBe('%PDF-')
  expect(text!.toString()).toBe(note.text)
})

test('a note can also be filed as a Composition or DiagnosticReport, and is struck out in both', async () => {
  for (const type of ['Composition', 'DiagnosticReport'] as const) {
    const note = aNote()
    const ehr = connect({ documentForm: `with ${type}` })
    await ehr.fileNote(note, never)
    await ehr.fileNote(note, never)
    const both = async () => [...(await written(note)), ...(await written(note, type as 'DocumentReference'))]
    expect((await both()).map(({ resourceType }) => resourceType)).toEqual(['DocumentReference', type])
    await ehr.strikeNote(note, never)
    expect((await both()).map(({ status }) => status)).toEqual(['entered-in-error', 'entered-in-error'])
  }
})

test('a token forgotten by the server is requested again', async () => {
  const ehr = connect()
  await ehr.test(never)
  server.forgetTokens()
  const note = aNote()
  await ehr.fileNote(note, never)
  expect(await written(note)).toHaveLength(1)
})

test.each([
  ['an unknown patient', { medicalRecordNumber: 'M-999' }, {}, 'The EHR has no patient with MRN M-999.'],
  ['an unknown client', {}, { clientId: 'somebody' }, 'The EHR doesn’t know this client'],
  ['scopes that are not granted', {}, { scopes: 'system/*.*' }, 'The EHR doesn’t grant these scopes.'],
])('%s gets a readable message', async (_, note, settings, words) => {
  await expect(connect(settings).fileNote({ ...aNote(), ...note }, never)).rejects.toThrow(words)
})

const nobody = async () => new Set<string>()
const reading: PatientReading = { bookmark: null, listAll: true, dischargedDays: null, findKnown: nobody }

/** Reads all pages and returns their patients, bookmarks and warnings. */
async function readAll(ehr: Ehr, from: PatientReading) {
  const patients: EhrPatient[] = []
  const bookmarks: string[] = []
  const warnings: string[] = []
  for await (const page of ehr.readPatients!(from, never)) {
    patients.push(...page.patients)
    bookmarks.push(page.bookmark)
    warnings.push(...page.warnings)
  }
  return { patients, bookmarks, warnings }
}

async function aFullPatient(number: string) {
  const practitioner = await server.create({
    resourceType: 'Practitioner',
    name: [{ family: 'Lindqvist', given: ['Marta'] }],
    identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: '1234567893' }],
    qualification: [{ code: { text: 'Physician' } }],
  })
  const ward = await server.create({
    resourceType: 'Location',
    name: 'West 2',
    physicalType: { coding: [{ code: 'wa' }] },
  })
  const bed = await server.create({
    resourceType: 'Location',
    name: 'Bed 12B',
    identifier: [{ value: '12B' }],
    physicalType: { coding: [{ code: 'bd' }] },
    partOf: { reference: `Location/${ward.id}` },
  })
  const { id } = await server.create<Patient>({
    resourceType: 'Patient',
    identifier: [mrn(number)],
    name: [{ use: 'official', family: 'Okafor', given: ['Ada', 'Ife'], prefix: ['Mrs.'] }],
    birthDate: '1950-02-03',
    gender: 'female',
    generalPractitioner: [{ reference: `Practitioner/${practitioner.id}` }],
  })
  const of = { reference: `Patient/${id}` }
  await server.create({
    resourceType: 'Encounter',
    status: 'in-progress',
    class: { code: 'IMP' },
    subject: of,
    period: { start: '2026-11-01T08:00:00Z' },
    location: [{ location: { reference: `Location/${bed.id}` } }],
    participant: [
      { type: [{ coding: [{ code: 'ATND' }] }], individual: { reference: `Practitioner/${practitioner.id}` } },
    ],
  })
  await server.create({
    resourceType: 'Coverage',
    status: 'active',
    beneficiary: of,
    order: 1,
    payor: [{ display: 'Medicare Part A' }],
  })
  await server.create({
    resourceType: 'AllergyIntolerance',
    clinicalStatus: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical', code: 'active' }],
    },
    patient: of,
    code: { text: 'Latex' },
    category: ['environment'],
  })
  await server.create({
    resourceType: 'Condition',
    clinicalStatus: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: 'active' }],
    },
    subject: of,
    code: { coding: [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code: 'I10', display: 'Hypertension' }] },
    onsetDateTime: '2019',
  })
  for (const [code, text] of [
    ['11341-5', 'Nurse'],
    ['8867-4', '72'],
  ])
    await server.create({
      resourceType: 'Observation',
      status: 'final',
      subject: of,
      code: { coding: [{ system: 'http://loinc.org', code }] },
      valueCodeableConcept: { text },
    })
  return { id: id!, practitioner }
}

test('patients are read page by page, with all data of their resources', async () => {
  await aFullPatient('M-200')
  for (let index = 0; index < 60; index += 1)
    await server.create<Patient>({
      resourceType: 'Patient',
      identifier: [mrn(`P-${index}`)],
      name: [{ family: 'Many' }],
    })
  const { patients, bookmarks } = await readAll(connect(), reading)
  expect(new Set(patients.map(({ medicalRecordNumber }) => medicalRecordNumber)).size).toBe(62)
  expect(bookmarks.length).toBe(2)
  expect(patients.find(({ medicalRecordNumber }) => medicalRecordNumber === 'M-200')).toMatchObject({
    firstName: 'Ada',
    middleName: 'Ife',
    lastName: 'Okafor',
    prefix: 'Mrs.',
    birthDate: '1950-02-03',
    gender: 'Female',
    bedId: '12B',
    bedDesc: 'Bed 12B',
    unitDesc: 'West 2',
    admissionDate: '2026-11-01',
    dischargedAt: null,
    termType: 'Inpatient',
    records: {
      ADT: [{ actionType: 'Admission', bedId: '12B' }],
      ALLERGY: [{ allergen: 'Latex', category: 'Environment' }],
      COVERAGE: [{ payers: [{ payerName: 'Medicare Part A', payerRank: 'Primary' }] }],
      DIAGNOSIS: [{ icd10: 'I10', icd10Description: 'Hypertension', onsetDate: '2019' }],
      PRACTITIONER: [
        { lastName: 'Lindqvist', relation: 'Primary care', npi: '1234567893', providerType: 'Physician' },
        { lastName: 'Lindqvist', relation: 'Attending' },
      ],
      CONSENT: [],
      MORE_DETAILS: [{ occupation: 'Nurse' }],
    },
  })
})

test('the first reading continues at its page after a restart, and the next one reads only changed patients', async () => {
  const ehr = connect()
  const { bookmarks } = await readAll(ehr, reading)
  const rest = await readAll(ehr, { ...reading, bookmark: bookmarks[0]! })
  expect(rest.bookmarks).toHaveLength(bookmarks.length - 1)
  const { id } = await aFullPatient('M-300')
  const settled = JSON.stringify({
    ...JSON.parse(bookmarks.at(-1)!),
    since: new Date(Date.now() + 60_000).toISOString(),
  })
  expect((await readAll(ehr, { ...reading, bookmark: settled })).patients).toEqual([])
  const before = JSON.stringify({ ...JSON.parse(settled), since: new Date(Date.now() - 60_000).toISOString() })
  const changed = await readAll(ehr, { ...reading, bookmark: before })
  expect(changed.patients.map(({ medicalRecordNumber }) => medicalRecordNumber)).toContain('M-300')
  expect(id).not.toBe(patient.id)
})

test('unless all patients are listed, only admitted and already known ones are read', async () => {
  const { patients } = await readAll(connect(), { ...reading, listAll: false })
  const numbers = (some: EhrPatient[]) => some.map(({ medicalRecordNumber }) => medicalRecordNumber).toSorted()
  expect(numbers(patients)).toEqual(['M-200', 'M-300'])
  const known = { ...reading, listAll: false, findKnown: async () => new Set(['p-7']) }
  expect(numbers((await readAll(connect(), known)).patients)).toEqual(['M-200', 'M-300', 'P-7'])
})

test('a facility connected by an administrator is tested, its patients are read and its notes are filed there', async () => {
  const product = await startTestServer({
    tasks: ['deliver-notes', 'read-ehr-patients', 'begin-ehr-reading'],
    settings: { DICTARA_EHR_HOSTS: server.place },
  })
  onTestFinished(() => product.close())
  const clinic = await aClinic(product)
  const admin = await signedIn(product, clinic.clinicId, { userType: 'clinicAdmin' })
  const fields = { ...server.settings, privateKey: masked(server.settings.privateKey!) }
  const input = anInput('Hill House', { ehrType: 'fhir', fields, allPatientsRequired: true })
  const wrong = { ehrType: 'fhir', fields: { ...fields, clientId: 'somebody' } }
  expect(await admin.ask('POST /clinic/facility/ehr/test', { ehrType: 'fhir', fields })).toMatchObject({ status: 200 })
  expect((await admin.ask('POST /clinic/facility/ehr/test', wrong)).message).toContain('doesn’t know this client')
  const facilityId = (await admin.ask<Facility>('POST /clinic/facility/ehr', input)).result[0]!.id
  await server.create<Patient>({
    resourceType: 'Patient',
    identifier: [mrn('M-400')],
    name: [{ family: 'Byron', given: ['Ada'] }],
    birthDate: '1950-02-03',
  })
  await product.doors.asSystem('task test', (work) =>
    work.enqueue({ name: 'read-ehr-patients' }, { clinicId: clinic.clinicId, facilityId }),
  )
  const patientId = await until(async () => {
    const { rows } = await product.owner.query("select id from patients where medical_record_number = 'M-400'")
    return rows[0]?.id as string | undefined
  })
  const author = await signedIn(product, clinic.clinicId, { facilityIds: [facilityId] })
  const jobId = await aReviewedJob(product, { ...clinic, facilityId, patientId }, author.user.id, 'Stable.')
  await approve(product, clinic, jobId)
  expect(await jobOnceIn(product, jobId, 'COMPLETED', 'INCOMPLETE')).toMatchObject({ status: 'COMPLETED' })
  const documents = (await server.all('DocumentReference')) as DocumentReference[]
  expect(documents.filter(({ identifier }) => identifier?.[0]?.value?.startsWith(jobId))).toMatchObject([
    { status: 'current', author: [{ display: author.user.fullName }] },
  ])
})

async function until<T>(find: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await find()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
