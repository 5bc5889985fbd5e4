import type { FacilityJob, FacilityUser, ListedFacility } from '@dictara/contract/ehr-configuration'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, aFacility, aJob, aPerson, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { aFakeEhr } from './ehr-configuration.fixtures.ts'

let server: TestServer
let clinic: TestClinic
let clinicAdmin: TestClient

beforeAll(async () => {
  server = await startTestServer({ ehrs: { fake: aFakeEhr().kind } })
  clinic = await aClinic(server)
  clinicAdmin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
})
afterAll(() => server.close())

const list = (query = '', who = clinicAdmin) => who.ask<ListedFacility>(`GET /clinic/facility${query}`)
const namesOf = ({ result }: { result: ListedFacility[] }) => result.map(({ facilityName }) => facilityName)

test('the managed facilities are listed with their fields, the parent first, and disabled ones too [FAC-06, FAC-09]', async () => {
  await server.owner.query("update facilities set is_parent = true, ehr_type = 'demo' where id = $1", [
    clinic.facilityId,
  ])
  await aFacility(server, clinic.clinicId, {
    name: 'Annex',
    isEnabled: false,
    transcriptionFlow: 'TRANSCRIPTION_ONLY',
    reviewerCount: 0,
  })
  expect(await list('?page=0&searchValue=&size=12')).toMatchObject({
    status: 200,
    success: true,
    message: expect.any(String),
    size: 2,
    result: [
      {
        facilityId: clinic.facilityId,
        facilityName: 'Hill Clinic Main',
        disabled: false,
        isParent: true,
        timeZone: 'America/New_York',
        fields: [
          { fieldName: 'EHR', fieldValue: 'Demo EHR' },
          { fieldName: 'Transcription Flow', fieldValue: 'Transcription and review' },
          { fieldName: 'Reviewer Count', fieldValue: '2' },
          { fieldName: 'Time Zone', fieldValue: 'America/New York' },
        ],
      },
      {
        facilityName: 'Annex',
        disabled: true,
        isParent: false,
        fields: [
          { fieldName: 'EHR', fieldValue: 'None' },
          { fieldName: 'Transcription Flow', fieldValue: 'Transcription only' },
          { fieldName: 'Reviewer Count', fieldValue: '0' },
          { fieldName: 'Time Zone', fieldValue: 'America/New York' },
        ],
      },
    ],
  })
})

test('facilities are listed 12 per page, and can be filtered by search and EHR type [FAC-07, FAC-61]', async () => {
  const here = await aClinic(server, 'Large Clinic')
  const admin = await signedIn(server, here.clinicId, { userType: 'clinicAdmin' })
  for (let n = 1; n <= 13; n += 1)
    await aFacility(server, here.clinicId, { name: `Ward ${String(n).padStart(2, '0')}` })
  const [first, second] = [await list('', admin), await list('?page=1', admin)]
  expect([first.result.length, second.result.length, first.size]).toEqual([12, 2, 14])
  expect(namesOf(second)).toEqual(['Ward 12', 'Ward 13'])
  expect(namesOf(await list('?searchValue=ward%2007', admin))).toEqual(['Ward 07'])
  await server.owner.query("update facilities set ehr_type = 'fake' where name = 'Ward 03'")
  expect(namesOf(await list('?type=fake', admin))).toEqual(['Ward 03'])
})

test('an admin with facility access sees the facilities they are linked to', async () => {
  const linked = await aFacility(server, clinic.clinicId, { name: 'Linked House' })
  const admin = await signedIn(server, clinic.clinicId, {
    userType: 'admin',
    facilityAccess: true,
    facilityIds: [linked],
  })
  expect(namesOf(await list('', admin))).toEqual(['Linked House'])
})

test('before a facility is disabled its unfinished jobs are listed with their states [FAC-40, FAC-51]', async () => {
  const facilityId = await aFacility(server, clinic.clinicId, { name: 'Closing House' })
  const author = await aPerson(server, clinic.clinicId, {
    facilityIds: [facilityId],
    firstName: 'Ann',
    lastName: 'Author',
  })
  const gone = await aPerson(server, clinic.clinicId, { facilityIds: [facilityId], firstName: 'Gone' })
  await server.owner.query('update users set is_enabled = false where id = $1', [gone.id])
  const there = { ...clinic, facilityId }
  const submittedAt = (minute: number) => ({ submittedAt: `2026-11-20T08:0${minute}:00Z`, authorId: author.id })
  await aJob(server, there, { ...submittedAt(0), status: 'AVAILABLE' })
  await aJob(server, there, { ...submittedAt(1), status: 'READY', level: 'LEVEL_1' })
  await aJob(server, there, { ...submittedAt(2), status: 'IN_REVIEW', level: 'LEVEL_1' })
  await aJob(server, there, { ...submittedAt(3), status: 'COMPLETED' })
  const jobs = (more = '') =>
    clinicAdmin.ask<FacilityJob>(`GET /clinic/facility/facility-based-jobs?facilityId=${facilityId}${more}`)
  expect(await jobs('&jobStatus=Available&jobStatus=Ready&jobStatus=InProgress')).toMatchObject({
    size: 3,
    result: [
      {
        jobNumber: expect.any(String),
        submissionTime: '2026-11-20T08:00:00.000Z',
        author: 'Ann Author',
        status: 'Available',
      },
      { status: 'Ready' },
      { status: 'InProgress' },
    ],
  })
  expect((await jobs('&jobStatus=READY')).result.map(({ status }) => status)).toEqual(['Ready'])
  for (const none of ['Billed', '']) expect(await jobs(`&jobStatus=${none}`)).toMatchObject({ size: 0, result: [] })
})

test('the enabled people of a facility are listed by name and email [FAC-19, FAC-41, FAC-52]', async () => {
  const facilityId = await aFacility(server, clinic.clinicId, { name: 'Peopled House' })
  const here = { facilityIds: [facilityId] }
  const { user } = await signedIn(server, clinic.clinicId, { ...here, firstName: 'Ann', lastName: 'Author' })
  const gone = await signedIn(server, clinic.clinicId, here)
  await server.owner.query('update users set is_enabled = false where id = $1', [gone.user.id])
  expect((await clinicAdmin.ask<FacilityUser>(`GET /clinic/facility/${facilityId}/users`)).result).toEqual([
    { id: user.id, fullName: 'Ann Author', email: user.email },
  ])
})

test('only a clinicAdmin can disable and enable a facility, and each change is audited once [FAC-18, FAC-20, FAC-50]', async () => {
  const facilityId = await aFacility(server, clinic.clinicId, { name: 'Switched House' })
  const admin = await signedIn(server, clinic.clinicId, {
    userType: 'admin',
    facilityAccess: true,
    facilityIds: [facilityId],
  })
  const turn = (isDisabled: boolean, who = clinicAdmin) =>
    who.ask(`PUT /clinic/admin/${facilityId}?isDisabled=${isDisabled}`)
  expect((await turn(true, admin)).status).toBe(403)
  for (let time = 0; time < 2; time += 1) expect(await turn(true)).toMatchObject({ message: 'Facility disabled' })
  expect((await list('?searchValue=Switched')).result).toMatchObject([{ disabled: true }])
  expect(await turn(false)).toMatchObject({ message: 'Facility enable' })
  const { rows } = await server.owner.query(
    "select event from audit_events where facility_id = $1 and event like 'facility.%abled' order by id",
    [facilityId],
  )
  expect(rows.map(({ event }) => event)).toEqual(['facility.disabled', 'facility.enabled'])
})

test('a disabled facility is marked in facility choices, and is on no dashboard (Q088)', async () => {
  const facilityId = await aFacility(server, clinic.clinicId, { name: 'Hidden House', isEnabled: false })
  const doctor = await signedIn(server, clinic.clinicId, { facilityIds: [facilityId] })
  expect((await doctor.ask('GET /clinic/user/facilities?searchValue=')).result).toMatchObject([{ disabled: true }])
  expect((await doctor.ask(`GET /clinic/user/${doctor.user.id}/notification-dashboard`)).result).toEqual([])
})

test('a clinic counts as configured while one of its enabled facilities has an EHR (Q092)', async () => {
  const here = await aClinic(server, 'Small Clinic')
  const admin = await signedIn(server, here.clinicId, { userType: 'clinicAdmin' })
  const isConfigured = async () =>
    (await admin.ask<{ clinicConfigured: boolean }>('GET /authenticate/token')).result[0]!.clinicConfigured
  expect(await isConfigured()).toBe(false)
  await server.owner.query("update facilities set ehr_type = 'fake' where id = $1", [here.facilityId])
  expect(await isConfigured()).toBe(true)
  await admin.ask(`PUT /clinic/admin/${here.facilityId}?isDisabled=true`)
  expect(await isConfigured()).toBe(false)
})

test('a signed-in user gets their type, clinic and transcription flow, and whether EHR and HL7 are set up [FAC-42]', async () => {
  const here = await aClinic(server, 'Told Clinic')
  await server.owner.query(
    "update facilities set ehr_type = 'fake', hl7_integration = true, transcription_flow = 'TRANSCRIPTION_ONLY' where id = $1",
    [here.facilityId],
  )
  const doctor = await signedIn(server, here.clinicId, { facilityIds: [here.facilityId] })
  expect((await doctor.ask('GET /authenticate/token')).result[0]).toMatchObject({
    userType: 'doctor',
    clinicId: here.clinicId,
    transcriptionFlow: 'TRANSCRIPTION_ONLY',
    clinicConfigured: true,
    hl7Integration: true,
    emrHandlingData: { emrVerificationUrl: null },
  })
})
