import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Facility } from '@dictara/contract/ehr-configuration'
import { anInput, masked } from '../../../features/ehr-configuration/ehr-configuration.fixtures.ts'
import { approve, aReviewedJob, jobOnceIn } from '../../../features/filing/filing.fixtures.ts'
import { systemClock } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { guardedFetch } from '../../../platform/outbound/index.ts'
import { aClinic, aPerson, signedIn, type TestClinic } from '../../../testing/clinic.fixtures.ts'
import { testSecrets } from '../../../testing/test-secrets.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { noteParts } from '../conformance.fixtures.ts'
import type { EhrKind, EhrNote } from '../port.ts'
import type { PatientReading } from '../read-patient.ts'
import { pointHealthEhr } from './point-health-ehr.ts'
import { pointHealthServer } from './point-health-server.fixtures.ts'

const never = new AbortController().signal
const redirectUri = 'https://dictara.example/dashboard/verify-emr/c/user/u'
let server: TestServer
let clinic: TestClinic
let foreign: Awaited<ReturnType<typeof pointHealthServer>>
let kind: EhrKind
const expired: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  foreign = await pointHealthServer()
  foreign.patients.push({ patientId: 'p1', patientStatus: 'Current', medicalRecordNumber: 'M-100' })
  expired.length = 0
  kind = pointHealthEhr({
    fetchGuarded: guardedFetch({ allowed: [foreign.place] }),
    clock: systemClock,
    doors: server.doors,
    secrets: testSecrets,
    whenExpired: async (_work, { userId }) => void expired.push(userId),
  })
  return () => foreign.close()
})

const ofFacility = () => ({ ...clinic, settings: foreign.settings })
const connect = () => kind.connect(ofFacility())
const aNote = (authorId: string): EhrNote => ({
  clinicId: clinic.clinicId,
  facilityId: clinic.facilityId,
  jobId: newId(),
  noteVersion: 1,
  jobNumber: '000001',
  patientName: 'Greta Dubois',
  medicalRecordNumber: 'M-100',
  author: 'Rosa Lind',
  ...noteParts,
  authorId,
  workType: 'Progress Note',
  dateOfEncounter: '2026-11-20',
  text: 'ASSESSMENT\nStable.',
})

/** A person who signed in at the EHR and returned with a code. */
async function aVerifiedAuthor() {
  const { id } = await aPerson(server, clinic.clinicId)
  foreign.state.codes.set('code', { person: id, redirectUri })
  await kind.verification!.exchange(ofFacility(), { userId: id, code: 'code', redirectUri }, never)
  return id
}
const endAccess = () => foreign.state.tokens.clear()

test('people are sent to the EHR with a state, and the code they bring back works once', async () => {
  const url = new URL(kind.verification!.startUrl(ofFacility(), { redirectUri, state: 'st&te' }))
  expect(url.pathname).toBe('/auth/login')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'dictara',
    response_type: 'code',
    redirect_uri: redirectUri,
    state: 'st&te',
  })
  const author = await aVerifiedAuthor()
  await expect(
    kind.verification!.exchange(ofFacility(), { userId: author, code: 'code', redirectUri }, never),
  ).rejects.toThrow('The EHR’s sign-in refused Dictara.')
})

test('a note is written as its author if they are verified, otherwise as the facility', async () => {
  const author = await aVerifiedAuthor()
  await connect().fileNote(aNote(author), never)
  await connect().fileNote(aNote(newId()), never)
  expect(foreign.notes.map(({ by }) => by)).toEqual([author, 'facility'])
})

test('a refresh token is used once, and the next one is stored encrypted', async () => {
  foreign.state.accessSeconds = 0
  const author = await aVerifiedAuthor()
  await Promise.all(Array.from({ length: 4 }, () => connect().fileNote(aNote(author), never)))
  expect(foreign.notes.map(({ by }) => by)).toEqual([author, author, author, author])
  expect(expired).toEqual([])
  const { rows } = await server.owner.query('select sealed from point_health_tokens where user_id = $1', [author])
  for (const token of [...foreign.state.refreshTokens.keys(), ...foreign.state.tokens.keys()])
    expect((rows[0].sealed as Buffer).includes(token)).toBe(false)
})

test('an access token forgotten by the EHR is renewed', async () => {
  const author = await aVerifiedAuthor()
  endAccess()
  await connect().fileNote(aNote(author), never)
  expect(foreign.notes.map(({ by }) => by)).toEqual([author])
  expect(foreign.state.refreshes).toBe(1)
})

test('tokens of one EHR are never sent to another EHR connected later', async () => {
  const author = await aVerifiedAuthor()
  const other = await pointHealthServer()
  other.patients.push(...foreign.patients)
  const connected = pointHealthEhr({
    fetchGuarded: guardedFetch({ allowed: [other.place] }),
    clock: systemClock,
    doors: server.doors,
    secrets: testSecrets,
    whenExpired: async () => {},
  }).connect({ ...clinic, settings: other.settings })
  await connected.fileNote(aNote(author), never)
  expect(other.notes.map(({ by }) => by)).toEqual(['facility'])
  other.close()
})

test('when the EHR revokes a verification the person is asked to verify again, and nothing is written', async () => {
  const author = await aVerifiedAuthor()
  endAccess()
  foreign.state.refreshTokens.clear()
  await expect(connect().fileNote(aNote(author), never)).rejects.toThrow('wants its author verified again')
  expect(expired).toEqual([author])
  expect(foreign.notes).toEqual([])
})

test('a fault unrelated to the person’s token leaves their verification unchanged', async () => {
  foreign.state.accessSeconds = 0
  const author = await aVerifiedAuthor()
  const wrong = kind.connect({ ...clinic, settings: { ...foreign.settings, ehrPassword: 'other' } })
  await expect(wrong.fileNote(aNote(author), never)).rejects.toThrow('doesn’t accept the user name and password')
  for (const fault of [
    { status: 302, body: {} },
    { status: 400, body: { error: 'invalid_request' } },
    { status: 200, body: '<h1>Maintenance</h1>' },
  ]) {
    foreign.state.tokenFault = fault
    await expect(connect().fileNote(aNote(author), never)).rejects.toMatchObject({ kind: 'refused' })
  }
  foreign.state.tokenFault = null
  await connect().fileNote(aNote(author), never)
  expect(foreign.notes.map(({ by }) => by)).toEqual([author])
  expect(expired).toEqual([])
})

test('the tokens of a facility’s people are deleted with its connection', async () => {
  const author = await aVerifiedAuthor()
  const { facilityId } = clinic
  const forget = (userId: string) =>
    server.doors.asSystem(
      'task test',
      (work) => kind.verification!.forget!(work, { facilityId, userId }),
      clinic.clinicId,
    )
  const count = async () =>
    (await server.owner.query('select from point_health_tokens where user_id = $1', [author])).rowCount
  await forget(newId())
  expect(await count()).toBe(1)
  await server.doors.asSystem('task test', (work) => kind.verification!.forget!(work, { facilityId }), clinic.clinicId)
  expect(await count()).toBe(0)
})

test('a person verifies on the site, and is asked again when the EHR revokes the verification [FAC-59]', async () => {
  const product = await startTestServer({ tasks: ['deliver-notes'], settings: { DICTARA_EHR_HOSTS: foreign.place } })
  onTestFinished(() => product.close())
  const own = await aClinic(product)
  const { clinicId } = own
  const admin = await signedIn(product, clinicId, { userType: 'clinicAdmin' })
  const fields = { ...foreign.settings, ehrPassword: masked(foreign.settings.ehrPassword) }
  const input = anInput('Hill House', { ehrType: 'pointHealth-emr', fields, allPatientsRequired: true })
  const facilityId = (await admin.ask<Facility>('POST /clinic/facility/ehr', input)).result[0]!.id
  const doctor = await signedIn(product, clinicId, { facilityIds: [facilityId] })
  const at = `/emr/${clinicId}/user/${doctor.user.id}`
  const begun = await doctor.ask<{ url: string }>(`POST ${at}/start-verification?facilityId=${facilityId}`)
  const { searchParams } = new URL(begun.result[0]!.url)
  foreign.state.codes.set('c1', { person: doctor.user.id, redirectUri: searchParams.get('redirect_uri')! })
  const back = `POST ${at}/verify-emr?code=c1&state=${searchParams.get('state')}`
  expect(await doctor.ask(back)).toMatchObject({ status: 200, message: 'You are verified.' })
  const statusNow = async () =>
    (await product.owner.query('select status from emr_verifications where user_id = $1', [doctor.user.id])).rows
  expect(await statusNow()).toEqual([{ status: 'VERIFIED' }])
  endAccess()
  foreign.state.refreshTokens.clear()
  foreign.patients.push({ patientId: 'p9', patientStatus: 'Current', medicalRecordNumber: 'MRN1' })
  const jobId = await aReviewedJob(product, { ...own, facilityId }, doctor.user.id, 'Stable.')
  await approve(product, own, jobId)
  const job = await jobOnceIn(product, jobId, 'COMPLETED', 'INCOMPLETE')
  expect(job.status).toBe('INCOMPLETE')
  expect(JSON.stringify(job)).toContain('The EHR wants its author verified again.')
  expect(await statusNow()).toEqual([{ status: 'EXPIRED' }])
})

const nobody = async () => new Set<string>()
const reading: PatientReading = { bookmark: null, listAll: true, dischargedDays: 30, findKnown: nobody }
async function readAll(from: PatientReading) {
  const pages = []
  for await (const page of connect().readPatients!(from, never)) pages.push(page)
  return pages
}
const numbersIn = (pages: Awaited<ReturnType<typeof readAll>>) =>
  pages.flatMap(({ patients }) => patients.map(({ medicalRecordNumber }) => medicalRecordNumber))
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

test('patients discharged before the range are not read, and without listing all neither are unknown ones [FAC-34]', async () => {
  for (const [id, days] of [
    ['p2', 10],
    ['p3', 40],
  ] as const)
    foreign.patients.push({
      patientId: id,
      patientStatus: 'Discharged',
      medicalRecordNumber: id,
      dischargeDate: daysAgo(days),
    })
  expect(numbersIn(await readAll(reading))).toEqual(['M-100', 'p2'])
  expect(numbersIn(await readAll({ ...reading, dischargedDays: 60 }))).toEqual(['M-100', 'p2', 'p3'])
  expect(numbersIn(await readAll({ ...reading, listAll: false }))).toEqual(['M-100'])
  const known = async () => new Set(['p2', 'p3'])
  expect(numbersIn(await readAll({ ...reading, listAll: false, findKnown: known }))).toEqual(['M-100', 'p2'])
})

test('an interrupted reading continues at its page', async () => {
  foreign.state.pageSize = 2
  for (const id of ['p2', 'p3', 'p4', 'p5'])
    foreign.patients.push({ patientId: id, patientStatus: 'Current', medicalRecordNumber: id })
  const pages = await readAll(reading)
  expect(pages.slice(0, 3).map((page) => numbersIn([page]))).toEqual([['M-100', 'p2'], ['p3', 'p4'], ['p5']])
  expect(numbersIn(await readAll({ ...reading, bookmark: pages[0]!.bookmark }))).toEqual(['p3', 'p4', 'p5'])
  expect(numbersIn(await readAll({ ...reading, bookmark: pages.at(-1)!.bookmark }))).toHaveLength(5)
})

test('a patient is read with every part, and a part that cannot be read stays unchanged', async () => {
  Object.assign(foreign.patients[0]!, {
    firstName: 'Greta',
    lastName: 'Dubois',
    birthDate: '1941-03-05',
    gender: 'FEMALE',
    bedId: '12B',
    unitDesc: 'West 2',
    admissionDate: '2026-11-01T00:00:00Z',
    maritalStatus: 'Widowed',
  })
  const parts: Record<string, unknown> = {
    coverages: {
      payers: [
        { payerName: 'B', payerRank: 'Secondary' },
        { payerName: 'A', payerRank: 'Primary', issuer: {} },
      ],
    },
    conditions: [{ icd10: 'I10', icd10Description: 'Hypertension', onsetDate: '2019-05-01' }],
    allergyintolerances: [{ allergen: 'Latex', category: 'Environment', severity: 'Severe', type: 'Allergy' }],
    contacts: [{ lastName: 'Dubois', contactType: 'Emergency Contact', cellPhone: '+1 202-555-0100' }],
    'adt-records': [
      { actionType: 'Admission', effectiveDateTime: '2026-11-01T10:00:00Z', bedDesc: '12B' },
      { actionType: 'x' },
    ],
    consents: [{ description: 'Full resuscitation', advanceDirective: true }],
  }
  for (const [part, content] of Object.entries(parts)) foreign.parts.set(`${part} p1`, content)
  const [page] = await readAll(reading)
  expect(page!.patients[0]).toMatchObject({
    firstName: 'Greta',
    gender: 'Female',
    bedId: '12B',
    admissionDate: '2026-11-01',
    dischargedAt: null,
    records: {
      COVERAGE: [{ payers: [{ payerName: 'A' }, { payerName: 'B' }] }],
      DIAGNOSIS: [{ icd10: 'I10' }],
      ALLERGY: [{ allergen: 'Latex' }],
      CONTACT: [{ type: [{ contactType: 'Emergency Contact' }] }],
      ADT: [{ actionType: 'Admission', effectiveDateTime: '2026-11-01T10:00:00.000Z', bedId: '12B' }],
      CONSENT: [],
      ADVANCE_CONSENT: [{ description: 'Full resuscitation' }],
      MORE_DETAILS: [{ maritalStatus: 'Widowed' }],
    },
  })
  expect(page!.patients[0]!.records).not.toHaveProperty('PRACTITIONER')
  expect(page!.warnings).toContain('patients/p1: its practitioners can’t be read')
})

test('a wrong password and an unknown facility get a readable message', async () => {
  const wrong = (settings: Record<string, string>) =>
    kind.connect({ ...clinic, settings: { ...foreign.settings, ...settings } }).test(never)
  await expect(wrong({ ehrPassword: 'other' })).rejects.toThrow('doesn’t accept the user name and password')
  await expect(wrong({ ehrFacilityId: '8' })).rejects.toThrow('Dictara has no permission for it (403).')
})
