import { type Facility, type FacilityInput, mask } from '@dictara/contract/ehr-configuration'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aClinic, aFacility, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { findEhrOf } from '../facilities/index.ts'
import { aFakeEhr, anInput, connectedInput, fakeFields, masked } from './ehr-configuration.fixtures.ts'

const base = '/clinic/facility/ehr'
const fake = aFakeEhr()
let server: TestServer
let clinic: TestClinic
let clinicAdmin: TestClient

beforeAll(async () => {
  server = await startTestServer({ ehrs: { fake: fake.kind } })
  clinic = await aClinic(server)
  clinicAdmin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
})
afterAll(() => server.close())
beforeEach(() => {
  fake.problem = null
  fake.connected.length = 0
})

let names = 0
const aName = () => `Facility ${(names += 1)}`
const add = (input: object, who = clinicAdmin) => who.ask<Facility>(`POST ${base}`, input)
const edit = (id: string, input: object) => clinicAdmin.ask<Facility>(`PUT ${base}`, { ...input, id })
const added = async (input: object) => (await add(input)).result[0]!
const read = async (id: string) => (await clinicAdmin.ask<Facility>(`GET /clinic/facility/${id}/ehr`)).result[0]!
const settingsOf = (facilityId: string) =>
  server.doors.asSystem('task test', (work) => findEhrOf(work, testSecrets, facilityId), clinic.clinicId)
const eventsOf = async (facilityId: string) => {
  const { rows } = await server.owner.query(
    'select event, detail from audit_events where facility_id = $1 order by id',
    [facilityId],
  )
  return rows
}

describe('a new facility', () => {
  test('starts with the usual work types and its trial, and shows who added it [FAC-47, FAC-54]', async () => {
    const admin = await signedIn(server, clinic.clinicId, { userType: 'admin', facilityAccess: true })
    const name = aName()
    const answer = await add(anInput(name), admin)
    expect(answer).toMatchObject({ status: 200, message: 'Facility added successfully' })
    const { id } = answer.result[0]!
    expect(answer.result[0]).toMatchObject({ facilityName: name, timeZone: 'America/Chicago', ehrConfigured: false })
    expect((await admin.ask(`GET /clinic/facility/${id}/work-types`)).result).toEqual([
      {
        workTypes: ['Progress Note', 'History and Physical', 'Discharge Summary', 'Operative Note', 'Consultation'],
        workType: null,
      },
    ])
    expect((await admin.ask(`GET /clinic/facility/${id}/users`)).result).toMatchObject([{ id: admin.user.id }])
    const { rows } = await server.owner.query(
      `select plan, plan_end_date - (now() at time zone time_zone)::date as days, is_parent from facilities where id = $1`,
      [id],
    )
    expect(rows).toEqual([{ plan: 'TRIAL', days: 30, is_parent: false }])
    expect(await eventsOf(id)).toEqual([{ event: 'facility.added', detail: { ehrType: null } }])
  })

  test('must have a name unique in the clinic, even when two are added at the same time', async () => {
    const name = aName()
    const both = await Promise.all([add(anInput(name)), add(anInput(name.toUpperCase()))])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(both.find(({ status }) => status === 422)).toMatchObject({ code: 'facility-name-taken' })
  })

  test.each([
    ['its name', { facilityName: ' ' }, 'Facility Name required'],
    ['a name that can be stored', { facilityName: 'North\0' }, 'This contains characters that can’t be stored.'],
    ['a time zone', { timeZone: '' }, 'Time Zone is required'],
  ])('requires %s [FAC-31]', async (_what, part, message) => {
    expect(await add({ ...anInput(aName()), ...part })).toMatchObject({ status: 400, message })
  })

  test('requires a transcription flow and an existing time zone [FAC-28]', async () => {
    const { ehrConfiguration, ...rest } = anInput(aName())
    const { transcriptionFlow: _flow, ...without } = ehrConfiguration
    expect(await add({ ...rest, ehrConfiguration: without })).toMatchObject({
      status: 400,
      message: 'Transcription Flow is required',
    })
    expect(await add(anInput(aName(), {}, 'Mars/Olympus'))).toMatchObject({ status: 422, code: 'time-zone-unknown' })
  })
})

describe('reviews', () => {
  const countOf = async (ehr: object) => {
    const answer = await add(anInput(aName(), ehr))
    return answer.result[0]?.ehrConfiguration.reviewerCount ?? answer.message
  }

  test('number none with TRANSCRIPTION_ONLY, whatever count is sent [FAC-25]', async () => {
    expect(await countOf({ transcriptionFlow: 'TRANSCRIPTION_ONLY', reviewerCount: 4 })).toBe(0)
  })

  test('number 1 to 5 with TRANSCRIPTION_REVIEWER, and 1 by default [FAC-26, FAC-29]', async () => {
    const counts = [undefined, 1, 5].map((reviewerCount) => countOf({ reviewerCount }))
    expect(await Promise.all(counts)).toEqual([1, 1, 5])
    expect(await countOf({ reviewerCount: 0 })).toBe('Reviewer Count is required')
    for (const reviewerCount of [6, -1, 1.5])
      expect(await countOf({ reviewerCount })).toBe('Choose a reviewer count from 1 to 5.')
  })
})

describe('the EHR of a facility', () => {
  test('has its own fields, listed by EHR type [FAC-39, FAC-46]', async () => {
    expect((await clinicAdmin.ask('GET /clinic/ehr-configuration?ehrType=fake')).result).toEqual([
      { field: 'ehrBaseUrl', fieldName: 'Base URL', fieldType: 'other', value: '', choices: [] },
      { field: 'ehrUserName', fieldName: 'User Name', fieldType: 'other', value: '', choices: [] },
      { field: 'ehrPassword', fieldName: 'Password', fieldType: 'maskedText', value: '', choices: [] },
      { field: 'mode', fieldName: 'Mode', fieldType: 'dropdown', value: 'Trial', choices: ['Live', 'Trial'] },
    ])
    for (const ehrType of ['nothing', '__proto__'])
      expect(await clinicAdmin.ask(`GET /clinic/ehr-configuration?ehrType=${ehrType}`)).toMatchObject({
        status: 422,
        code: 'ehr-type-unknown',
      })
  })

  test.each([
    ['ehrBaseUrl', 'Base URL is required'],
    ['ehrPassword', 'Password is required'],
    ['mode', 'Mode is required'],
  ])('requires its field %s [FAC-27]', async (field, message) => {
    const { [field]: _left, ...fields } = fakeFields as Record<string, string>
    const answer = await add(connectedInput(aName(), { fields }))
    expect(answer).toMatchObject({ status: 422, message, result: [{ field }] })
  })

  test('requires the setting whether all patients are listed [FAC-30, FAC-35]', async () => {
    const { allPatientsRequired: _said, ...ehrConfiguration } = connectedInput('x').ehrConfiguration
    expect(await add({ ...connectedInput(aName()), ehrConfiguration })).toMatchObject({
      status: 422,
      message: 'List all patients value is required',
    })
    for (const allPatientsRequired of [true, false]) {
      const { id } = await added(connectedInput(aName(), { allPatientsRequired, rangeForDischargedPatients: 12 }))
      expect((await read(id)).ehrConfiguration).toMatchObject({ allPatientsRequired, rangeForDischargedPatients: 12 })
    }
  })

  test('accepts only the choices of a dropdown, and masked values only as base64 of UTF-8 [FAC-36]', async () => {
    const withField = (part: object) => add(connectedInput(aName(), { fields: { ...fakeFields, ...part } }))
    expect(await withField({ mode: 'Other' })).toMatchObject({ status: 422, result: [{ field: 'mode' }] })
    for (const ehrPassword of ['sesame', '////', 'QUJD!'])
      expect(await withField({ ehrPassword })).toMatchObject({ status: 422, result: [{ field: 'ehrPassword' }] })
  })

  test('is returned in full except for its secret, which is stored encrypted [FAC-37, FAC-45, FAC-49]', async () => {
    const name = aName()
    const saved = await added(connectedInput(name, { hl7Integration: true, reviewerCount: 2 }))
    const shown = { ...fakeFields, ehrPassword: mask }
    expect(saved).toEqual({
      id: saved.id,
      facilityId: saved.id,
      facilityName: name,
      disabled: false,
      isParent: false,
      timeZone: 'America/Chicago',
      ehrConfigured: true,
      ehrConfiguration: {
        facilityId: saved.id,
        organisationId: null,
        noteType: 'Progress Note',
        ehrType: 'fake',
        ehrName: 'Fake EHR',
        fields: shown,
        ehrBaseUrl: fakeFields.ehrBaseUrl,
        ehrUserName: 'dictara',
        ehrPassword: mask,
        transcriptionFlow: 'TRANSCRIPTION_REVIEWER',
        reviewerCount: 2,
        allPatientsRequired: true,
        rangeForDischargedPatients: 30,
        hl7Integration: true,
      },
      emrHandlingData: {
        emrVerificationStatus: 'NOT_VERIFIED',
        emrVerificationUrl: `/dashboard/verify-emr/${clinic.clinicId}/user/${clinicAdmin.user.id}?facilityId=${saved.id}`,
      },
      version: saved.version,
    })
    expect(await read(saved.id)).toEqual(saved)
    const { rows } = await server.owner.query('select * from ehr_settings where facility_id = $1', [saved.id])
    expect(JSON.stringify(rows)).not.toContain('sesame')
    expect(Buffer.from(rows[0].sealed).toString('latin1')).not.toContain('sesame')
    expect(await settingsOf(saved.id)).toEqual({
      ehrType: 'fake',
      settings: { ...fakeFields, ehrPassword: 'sesame 🔑' },
    })
  })
})

describe('a change', () => {
  const change = async (id: string, ehr: Partial<FacilityInput['ehrConfiguration']>, more: object = {}) =>
    edit(id, { ...connectedInput((await read(id)).facilityName, ehr), ...more })
  const masks = { ...fakeFields, ehrPassword: masked(mask) }

  test('keeps the secret when its mask is sent back, and otherwise stores the new one [FAC-48, FAC-53]', async () => {
    const { id, version } = await added(connectedInput(aName()))
    const answer = await change(id, { fields: { ...masks, mode: 'Trial' } }, { version })
    expect(answer).toMatchObject({ status: 200, message: 'Facility updated successfully' })
    expect((await settingsOf(id))!.settings).toMatchObject({ ehrPassword: 'sesame 🔑', mode: 'Trial' })
    await change(id, { fields: { ...fakeFields, ehrPassword: masked('another') } })
    expect((await settingsOf(id))!.settings['ehrPassword']).toBe('another')
    const events = await eventsOf(id)
    expect(events.map(({ event }) => event)).toEqual(['facility.added', 'facility.configured', 'facility.configured'])
    expect(events[1]!['detail']).toMatchObject({ changed: ['Mode'] })
    expect(events[2]!['detail']).toMatchObject({ changed: expect.arrayContaining(['Password']) as string[] })
    expect(JSON.stringify(events)).not.toMatch(/sesame|another/)
  })

  test('to another address needs the secret entered again, and the stored one is never sent there', async () => {
    const { id } = await added(connectedInput(aName()))
    const elsewhere = { ...masks, ehrBaseUrl: 'https://thief.example.net/api' }
    const refused = { status: 422, result: [{ field: 'ehrPassword' }] }
    expect(await change(id, { fields: elsewhere })).toMatchObject(refused)
    const body = { id, ehrType: 'fake', fields: elsewhere }
    expect(await clinicAdmin.ask(`POST ${base}/test`, body)).toMatchObject(refused)
    const open = { ...masks, ehrBaseUrl: fakeFields.ehrBaseUrl.replace('https:', 'http:') }
    expect(await clinicAdmin.ask(`POST ${base}/test`, { ...body, fields: open })).toMatchObject(refused)
    expect(fake.connected).toEqual([])
    const sameHost = { ...masks, ehrBaseUrl: 'https://ehr.example.org/v2' }
    expect((await change(id, { fields: sameHost })).status).toBe(200)
  })

  test('from the same version as another one is refused, with the current data', async () => {
    const { id, version } = await added(connectedInput(aName()))
    const both = await Promise.all(
      [2, 3].map((reviewerCount) => change(id, { fields: masks, reviewerCount }, { version })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const lost = both.find(({ status }) => status === 409)!
    expect(lost.result[0]).toEqual(await read(id))
  })

  test('of another clinic’s facility is not found', async () => {
    const other = await aClinic(server, 'Other Clinic')
    expect((await edit(other.facilityId, anInput(aName()))).status).toBe(404)
    expect((await clinicAdmin.ask(`GET /clinic/facility/${other.facilityId}/ehr`)).status).toBe(404)
  })

  test('to no EHR deletes the connection settings, and the notes stay in Dictara', async () => {
    const { id } = await added(connectedInput(aName()))
    expect((await edit(id, anInput(aName()))).result[0]).toMatchObject({
      ehrConfigured: false,
      ehrConfiguration: { ehrType: null, fields: {} },
      emrHandlingData: { emrVerificationStatus: null },
    })
    expect(await settingsOf(id)).toBeNull()
    const { rows } = await server.owner.query('select from ehr_settings where facility_id = $1', [id])
    expect(rows).toEqual([])
  })
})

test('the demo EHR is offered until it is reset, and never again after that [FAC-24, FAC-38, FAC-44]', async () => {
  const types = async (id: string) => (await clinicAdmin.ask(`GET /clinic/ehr-integration?facilityId=${id}`)).result
  const demo = { ehrType: 'demo', fields: { asksVerification: 'No' }, allPatientsRequired: true }
  const name = aName()
  const { id } = await added(anInput(name, demo))
  const [known, fakeOne] = [
    { ehrName: 'Demo EHR', ehrType: 'demo' },
    { ehrName: 'Fake EHR', ehrType: 'fake' },
  ]
  expect(await types(id)).toEqual(expect.arrayContaining([known, fakeOne]))
  expect((await edit(id, connectedInput(name))).status).toBe(200)
  expect(await types(id)).not.toContainEqual(known)
  expect(await types(id)).toContainEqual(fakeOne)
  expect(await edit(id, anInput(name, demo))).toMatchObject({ status: 422, code: 'demo-ehr-reset' })
  expect(await types(clinic.facilityId)).toContainEqual(known)
})

describe('Test connection', () => {
  const tryIt = (body: object) => clinicAdmin.ask(`POST ${base}/test`, body)

  test('checks the connection with unsaved values, and saves none of them', async () => {
    expect(await tryIt({ ehrType: 'fake', fields: fakeFields })).toMatchObject({
      status: 200,
      message: 'The connection works.',
    })
    expect(fake.connected[0]!.settings).toEqual({ ...fakeFields, ehrPassword: 'sesame 🔑' })
    const { id } = await added(connectedInput(aName()))
    const before = await settingsOf(id)
    await tryIt({ id, ehrType: 'fake', fields: { ...fakeFields, ehrPassword: masked(mask), ehrUserName: 'other' } })
    expect(fake.connected[1]).toMatchObject({
      facilityId: id,
      settings: { ehrUserName: 'other', ehrPassword: 'sesame 🔑' },
    })
    expect(await settingsOf(id)).toEqual(before)
  })

  test('shows a failure in the words of the EHR', async () => {
    fake.problem = 'The EHR doesn’t accept the user name or password.'
    const { id } = await added(connectedInput(aName()))
    expect(await tryIt({ id, ehrType: 'fake', fields: fakeFields })).toMatchObject({
      status: 422,
      message: fake.problem,
    })
    expect((await eventsOf(id)).at(-1)).toEqual({ event: 'facility.ehr-tested', detail: { works: false } })
  })
})

test('an admin without facility access can change and test nothing (Q087)', async () => {
  const linked = await aFacility(server, clinic.clinicId, { name: aName() })
  const admin = await signedIn(server, clinic.clinicId, { userType: 'admin', facilityIds: [linked] })
  for (const what of [
    admin.ask('GET /clinic/facility'),
    admin.ask(`POST ${base}`, anInput(aName())),
    admin.ask(`PUT ${base}`, { ...anInput(aName()), id: linked }),
    admin.ask(`POST ${base}/test`, { ehrType: 'fake', fields: fakeFields }),
  ])
    expect((await what).status).toBe(403)
  expect((await admin.ask(`GET /clinic/facility/${linked}/ehr`)).status).toBe(200)
})
