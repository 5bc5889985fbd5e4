import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, aFacility, aPhrase, aTemplate, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { bestOf } from './plan-limits.ts'

let server: TestServer
let clinic: TestClinic
let annex: string

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  annex = await aFacility(server, clinic.clinicId)
})
afterAll(() => server.close())

const setPlan = (facilityId: string, plan: string) =>
  server.owner.query('update facilities set plan = $2 where id = $1', [facilityId, plan])
const author = (facilityIds = [clinic.facilityId]) => signedIn(server, clinic.clinicId, { facilityIds })
const create = (who: TestClient, key: string, more: object = {}) =>
  who.ask<{ id: string }>('POST /clinic/authors/canned-text', { key, phrase: 'Clear.', ...more })
const limitMessage = 'Your facility’s plan includes 4 key-to-phrases. Delete one first, or change your plan.'

test('refuses a fifth phrase of an Essentials author with a readable message; imports count, received phrases do not [Q079]', async () => {
  await setPlan(clinic.facilityId, 'ESSENTIALS')
  const manager = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
  const pushed = await aPhrase(server, clinic, manager.user.id, { key: 'pushed', exportToOtherAuthors: true })
  const offered = await aPhrase(server, clinic, manager.user.id, { key: 'offered', global: true })
  const doctor = await author()
  for (const [n, active] of [true, false, true].entries())
    expect((await create(doctor, `key ${n}`, { active })).status).toBe(200)
  const take = (ids: string, how = '') =>
    doctor.ask(`POST /clinic/authors/canned-text/import?cannedTextIds=${ids}${how}`)
  expect((await take(offered)).status).toBe(200)
  expect(await create(doctor, 'key 5')).toMatchObject({ status: 422, code: 'phrase-limit', message: limitMessage })
  const another = await aPhrase(server, clinic, manager.user.id, { key: 'another', global: true })
  expect(await take(another)).toMatchObject({ status: 422, message: limitMessage })
  // An import that replaces a phrase does not add one.
  expect((await take(offered, '&overRideExisting=true')).status).toBe(200)
  expect((await doctor.ask(`PUT /clinic/authors/canned-text/active?cannedTextIds=${pushed}`)).status).toBe(200)
  // Three simultaneous creates, with room for only one phrase.
  const [own] = (await doctor.ask<{ id: string }>('GET /clinic/authors/canned-text?type=mine')).result
  expect((await doctor.ask(`DELETE /clinic/authors/canned-text?cannedTextIds=${own!.id}`)).status).toBe(200)
  const both = await Promise.all(['one', 'two', 'three'].map((key) => create(doctor, key)))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
})

test('existing phrases remain and can be changed after a downgrade, but none can be added [Q079]', async () => {
  await setPlan(clinic.facilityId, 'STANDARD')
  const doctor = await author()
  const made = []
  for (const n of [1, 2, 3, 4, 5, 6]) made.push((await create(doctor, `own ${n}`, { active: true })).result[0]!)
  await setPlan(clinic.facilityId, 'ESSENTIALS')
  expect((await doctor.ask('GET /clinic/authors/canned-text?type=active&search=own')).size).toBe(6)
  const change = { id: made[0]!.id, key: 'own first', phrase: 'Changed.', active: true }
  expect((await doctor.ask('PUT /clinic/authors/canned-text', change)).status).toBe(200)
  expect((await create(doctor, 'own 7')).code).toBe('phrase-limit')
})

test('templates are unlimited, unless the operator limits them [Q080]', async () => {
  await setPlan(clinic.facilityId, 'ESSENTIALS')
  const doctor = await author()
  for (let n = 0; n < 5; n += 1) await aTemplate(server, clinic, doctor.user.id)
  const body = {
    templateName: 'The sixth',
    templateDescription: 'A visit',
    sectionHeadings: [{ customUIHeading: 'Plan', systemHeading: 'PLAN' }],
  }
  const add = (templateName: string) => doctor.ask('POST /clinic/authors/section-template', { ...body, templateName })
  expect((await add('The sixth')).status).toBe(200)
  const limit = (limits: object) => server.owner.query('update payment_setting set limits = $1', [limits])
  await limit({ ESSENTIALS: { templates: 6 }, STANDARD_ANNUAL: { templates: 7 } })
  expect(await add('The seventh')).toMatchObject({ status: 422, code: 'template-limit' })
  await setPlan(clinic.facilityId, 'STANDARD_ANNUAL')
  expect([(await add('The seventh')).status, (await add('The eighth')).status]).toEqual([200, 422])
  await limit({})
})

test('the best plan among an author’s enabled facilities applies [Q081]', async () => {
  const doctor = await author([clinic.facilityId, annex])
  const addFive = async (word: string) => {
    const answers = []
    for (const n of [1, 2, 3, 4, 5]) answers.push((await create(doctor, `${word} ${n}`)).status)
    return answers
  }
  await setPlan(clinic.facilityId, 'ESSENTIALS')
  await setPlan(annex, 'STANDARD_ANNUAL')
  expect(await addFive('one')).toEqual([200, 200, 200, 200, 200])
  // A facility that is disabled or has an expired plan adds nothing to the limit.
  const endAt = (day: string | null) =>
    server.owner.query('update facilities set plan_end_date = $2 where id = $1', [annex, day])
  await endAt('2026-01-01')
  expect((await create(doctor, 'one more')).code).toBe('phrase-limit')
  await endAt(null)
  await server.owner.query('update facilities set is_enabled = false where id = $1', [annex])
  expect((await create(doctor, 'one more')).code).toBe('phrase-limit')
  expect([bestOf([4, 20]), bestOf([4, null]), bestOf([])]).toEqual([20, null, null])
})
