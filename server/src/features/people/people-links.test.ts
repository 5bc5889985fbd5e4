import { facilityCalls } from '@dictara/contract/facilities'
import { peopleCalls as calls } from '@dictara/contract/people'
import type { GroupLevel } from '@dictara/contract/reviewer-groups'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { aClinic, aFacility, aGroup, aPerson, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
let other: TestClinic
let clinicAdmin: TestClient
let admin: TestClient

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  other = await aClinic(server, 'Other Clinic')
  const here = { facilityIds: [clinic.facilityId] }
  clinicAdmin = await signedIn(server, clinic.clinicId, { ...here, userType: 'clinicAdmin' })
  admin = await signedIn(server, clinic.clinicId, { ...here, userType: 'admin' })
})
afterAll(() => server.close())

let npis = 4_000_000_000
const doctor = (more: object) => ({
  firstName: 'Ann',
  lastName: 'Lee',
  email: `${newId()}@example.org`,
  npi: String((npis += 1)),
  phoneNumber: { countryCode: '+1', number: '5550100' },
  ...more,
})

test('the reviewers and groups of a level are listed, without those of other levels, facilities or clinics [PEOP-59]', async () => {
  const reviewer = await aPerson(server, clinic.clinicId, {
    userType: 'reviewer',
    firstName: 'Ruth',
    lastName: 'Amsel',
    facilityIds: [clinic.facilityId],
  })
  const annex = await aFacility(server, clinic.clinicId)
  const elsewhere = await aPerson(server, clinic.clinicId, { userType: 'reviewer', facilityIds: [annex] })
  await aPerson(server, other.clinicId, { userType: 'reviewer', facilityIds: [other.facilityId] })
  const groupOf = async (groupName: string, level: GroupLevel, reviewerIds: string[]) => ({
    id: await aGroup(server, clinic.clinicId, { groupName, level, reviewerIds }),
    groupName,
  })
  const [first, second, all, theirs] = [
    await groupOf('First', 'LEVEL_1', [reviewer.id]),
    await groupOf('Second', 'LEVEL_2', [reviewer.id]),
    await groupOf('Whole', 'ALL_LEVELS', []),
    await groupOf('Yonder', 'ALL_LEVELS', [elsewhere.id]),
  ]
  await aGroup(server, other.clinicId)
  const reviewersFor = async (level: 'LEVEL_1' | 'LEVEL_2', who = admin) => {
    const answer = await who.call(calls.listReviewersForLevel, { query: { level } })
    expect(answer.result).toHaveLength(1)
    return answer.result[0]!
  }
  const ruth = { id: reviewer.id, fullName: 'Ruth Amsel', email: reviewer.email }
  expect(await reviewersFor('LEVEL_1')).toEqual({ reviewers: [ruth], reviewerGroups: [first, all] })
  expect(await reviewersFor('LEVEL_2')).toEqual({ reviewers: [ruth], reviewerGroups: [second, all] })
  expect((await reviewersFor('LEVEL_2', clinicAdmin)).reviewerGroups).toEqual([second, all, theirs])
  expect((await reviewersFor('LEVEL_2', clinicAdmin)).reviewers.map(({ id }) => id)).toContain(elsewhere.id)
  const wrong = await admin.raw('/api/clinic/reviewer/group/level?level=LEVEL_3')
  expect([wrong.status, ((await wrong.json()) as { message: string }).message]).toEqual([
    400,
    expect.stringContaining('Use LEVEL_1 or LEVEL_2.'),
  ])
})

test('the list of billers for selection has a hundred per page, each with id and full name only [PEOP-28, PEOP-73]', async () => {
  for (let n = 0; n < 102; n += 1)
    await aPerson(server, clinic.clinicId, { userType: 'biller', firstName: 'Bill', lastName: String(1000 + n) })
  const gone = await aPerson(server, clinic.clinicId, { userType: 'biller', firstName: 'Bill', lastName: '0999' })
  await clinicAdmin.call(calls.togglePerson, { params: { id: gone.id }, body: { isEnabled: false } })
  const asked = async (query: string) => {
    const answer = await admin.raw(`/api/clinic/biller?${query}`)
    return (await answer.json()) as { result: { id: string; fullName: string }[]; size: number }
  }
  const first = await asked('page=0&size=100')
  expect(first.size).toBe(102)
  expect(first.result).toHaveLength(100)
  expect(first.result[0]).toEqual({ id: expect.any(String), fullName: 'Bill 1000' })
  expect((await asked('page=1&size=100')).result.map(({ fullName }) => fullName)).toEqual(['Bill 1100', 'Bill 1101'])
  expect((await asked('page=0')).result).toHaveLength(100)
})

test('the facilities that a person may choose are listed with their disabled flag [PEOP-78]', async () => {
  const closed = await aFacility(server, clinic.clinicId, { name: 'Closed', isEnabled: false })
  const viewer = await signedIn(server, clinic.clinicId, {
    userType: 'admin',
    facilityIds: [clinic.facilityId, closed],
  })
  const { result } = await viewer.call(facilityCalls.listUserFacilities, {})
  expect(result).toEqual([
    expect.objectContaining({ facilityId: closed, facilityName: 'Closed', disabled: true }),
    expect.objectContaining({ facilityId: clinic.facilityId, facilityName: 'Hill Clinic Main', disabled: false }),
  ])
})

test('a doctor can be linked to facilities and a biller, and both links can be changed and removed [PEOP-02]', async () => {
  const north = await aFacility(server, clinic.clinicId, { name: 'North' })
  const [bea, bob] = [
    await aPerson(server, clinic.clinicId, { userType: 'biller' }),
    await aPerson(server, clinic.clinicId, { userType: 'biller' }),
  ]
  const values = doctor({ facilityIds: [clinic.facilityId, north], biller: bea.id })
  const added = (await clinicAdmin.call(calls.addDoctor, { body: values as never })).result[0]!
  expect(added).toMatchObject({ facilityIds: [clinic.facilityId, north], biller: bea.id })
  const edited = async (more: object) =>
    (await clinicAdmin.call(calls.editDoctor, { body: { ...values, ...more, id: added.id } as never })).result[0]!
  expect(await edited({ facilityIds: [north], biller: bob.id })).toMatchObject({ facilityIds: [north], biller: bob.id })
  // An admin of the other facility no longer sees this doctor.
  expect((await admin.call(calls.listDoctors, { query: { name: values.email } })).result).toEqual([])
  expect(await edited({ facilityIds: [], biller: null })).toMatchObject({ facilities: [], biller: null })
})

test('adding a doctor has a message for each way of adding, and editing has its own [PEOP-83, PEOP-84, PEOP-85]', async () => {
  await server.owner.query(
    "insert into ehr_doctors values ($1, 'e9', 'Mira', 'Lund', 'mira@example.org', '3000000001', '+1', '5550101')",
    [clinic.clinicId],
  )
  const body = doctor({})
  const added = await clinicAdmin.call(calls.addDoctor, { body: body as never })
  expect(added.message).toBe('Doctor added successfully.')
  const ofEhr = await clinicAdmin.call(calls.addDoctor, { body: doctor({ ehrDoctorId: 'e9' }) as never })
  expect(ofEhr.message).toBe('Doctor Added Successfully')
  const edited = await clinicAdmin.call(calls.editDoctor, { body: { ...body, id: added.result[0]!.id } as never })
  expect(edited.message).toBe('Doctor details updated.')
})

test('an admin can choose only reviewers of their facilities, and keeps the reviewers that others chose [PEOP-59]', async () => {
  const annex = await aFacility(server, clinic.clinicId)
  const elsewhere = await aPerson(server, clinic.clinicId, { userType: 'reviewer', facilityIds: [annex] })
  const reviewerFlowConfig = {
    reviewerFlow: 'LEVEL_1' as const,
    reviewersForLevel1: [elsewhere.id],
    reviewerGroupsForLevel1: [],
    reviewersForLevel2: [],
    reviewerGroupsForLevel2: [],
  }
  const wanted = doctor({ facilityIds: [clinic.facilityId], reviewerFlowConfig })
  const refused = await admin.call(calls.addDoctor, { body: wanted as never })
  expect(refused).toMatchObject({ status: 422, code: 'reviewer-unknown' })
  const added = (await clinicAdmin.call(calls.addDoctor, { body: wanted as never })).result[0]!
  const body = { ...wanted, id: added.id, lastName: 'Leigh' }
  expect((await admin.call(calls.editDoctor, { body: body as never })).status).toBe(200)
})

test('a person cannot be newly linked to a disabled facility, but keeps an existing link [PEOP-78]', async () => {
  const [closed, closing] = [
    await aFacility(server, clinic.clinicId, { name: 'Shut', isEnabled: false }),
    await aFacility(server, clinic.clinicId, { name: 'Closing' }),
  ]
  const add = (facilityIds: string[]) => clinicAdmin.call(calls.addDoctor, { body: doctor({ facilityIds }) as never })
  expect(await add([clinic.facilityId, closed])).toMatchObject({ status: 422, code: 'facility-disabled' })
  const values = doctor({ facilityIds: [closing] })
  const { id } = (await clinicAdmin.call(calls.addDoctor, { body: values as never })).result[0]!
  await server.owner.query('update facilities set is_enabled = false where id = $1', [closing])
  const edit = (facilityIds: string[]) =>
    clinicAdmin.call(calls.editDoctor, { body: { ...values, id, facilityIds } as never })
  expect((await edit([closing, clinic.facilityId])).result[0]!.facilityIds).toHaveLength(2)
  expect(await edit([closing, closed])).toMatchObject({ status: 422, code: 'facility-disabled' })
})

test('a birth date is in the future by the clinic’s own day, not the server’s', async () => {
  const add = (dob: string) => clinicAdmin.call(calls.addDoctor, { body: doctor({ dob }) as never })
  // At any moment, at least one of these time zones has another date than London.
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await server.owner.query('update facilities set time_zone = $2, is_parent = true where id = $1', [
      clinic.facilityId,
      zone,
    ])
    const dayIn = (days: number) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(Date.now() + days * 86_400_000))
    expect((await add(dayIn(0))).status).toBe(200)
    expect(await add(dayIn(1))).toMatchObject({
      status: 400,
      message: 'The date of birth can’t be in the future.',
    })
  }
  await server.owner.query("update facilities set time_zone = 'UTC', is_parent = false where id = $1", [
    clinic.facilityId,
  ])
})

test('a birth date in the future is refused, and today’s is accepted', async () => {
  const now = Date.now()
  const add = (dob: string) => clinicAdmin.call(calls.addDoctor, { body: doctor({ dob }) as never })
  const dayIn = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10)
  for (const dob of [dayIn(1), '2999-12-31'])
    expect(await add(dob)).toMatchObject({ status: 400, message: 'The date of birth can’t be in the future.' })
  expect((await add(dayIn(0))).status).toBe(200)
})

test.each(['(((((', '......', '----', '()()', '12', '1234567890123456', '555 01 x', '555\t0100'])(
  'the phone number %j is refused with a readable message',
  async (number) => {
    const phoneNumber = { countryCode: '+1', number }
    const answer = await clinicAdmin.call(calls.addDoctor, { body: doctor({ phoneNumber }) as never })
    expect(answer).toMatchObject({ status: 400, message: 'Please enter a valid phone number.' })
  },
)

test.each([undefined, null, { countryCode: '+1' }, { countryCode: '+1', number: ' ' }])(
  'a missing phone number is refused as required: %j [PEOP-45]',
  async (phoneNumber) => {
    const answer = await clinicAdmin.call(calls.addDoctor, { body: doctor({ phoneNumber }) as never })
    expect(answer).toMatchObject({ status: 400, message: 'Phone Number is required' })
  },
)

test.each(['5550100', '(202) 555-0100', '202.555.0100', '30 123456', '0800 - 11 22'])(
  'the phone number %j is accepted',
  async (number) => {
    const phoneNumber = { countryCode: '+1', number }
    expect((await clinicAdmin.call(calls.addDoctor, { body: doctor({ phoneNumber }) as never })).status).toBe(200)
  },
)
