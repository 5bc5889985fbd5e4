import { defaultPreferences } from '@dictara/contract/preferences'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
})
afterAll(() => server.close())

const somebody = () => signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
const path = '/clinic/user/preferences'
const get = async (who: TestClient) => (await who.ask(`GET ${path}`)).result[0]
const put = (who: TestClient, body: unknown) => who.ask(`PUT ${path}`, body)
const kept = async ({ user }: TestClient) => {
  const { rows } = await server.owner.query('select chosen from user_preferences where user_id = $1', [user.id])
  return rows[0]?.chosen as unknown
}

test('a person without choices has the defaults, and a choice is stored for this person only [Q203]', async () => {
  const [one, other] = [await somebody(), await somebody()]
  expect(await get(one)).toEqual(defaultPreferences)
  const change = { density: 'compact', panel: null, keys: { play: 'F4' } }
  const answer = await put(one, change)
  expect(answer).toMatchObject({ status: 200, success: true, result: [{ ...defaultPreferences, ...change }] })
  expect(await get(one)).toEqual({ ...defaultPreferences, ...change })
  expect(await get(other)).toEqual(defaultPreferences)
})

test('the choices are exactly speed, step, follow, volume, louder, density, rail, panel, facts folded, auto-next, notices outside and keys [Q203]', async () => {
  const who = await somebody()
  const all = {
    speed: 1.75,
    step: 4,
    follow: false,
    volume: 0.3,
    louder: 12,
    density: 'compact',
    rail: 'closed',
    panel: 'comments',
    factsFolded: true,
    autoNext: false,
    noticesOutside: true,
    keys: { play: 'F4' },
  }
  expect(await put(who, all)).toMatchObject({ status: 200 })
  expect([await get(who), await kept(who)]).toEqual([all, all])
})

test('choices that are not sent stay, and different choices from several devices at the same time are all stored [Q203]', async () => {
  const who = await somebody()
  await put(who, { speed: 1.5 })
  const changes = [{ volume: 0.2 }, { rail: 'open' }, { autoNext: false }, { step: 5 }, { follow: false }]
  await Promise.all(changes.map((change) => put(who, change)))
  expect(await get(who)).toEqual({ ...defaultPreferences, speed: 1.5, ...Object.assign({}, ...changes) })
})

test('choices stored by a newer version are returned as far as this one knows them, and survive a save [Q203]', async () => {
  const who = await somebody()
  const newer = { density: 'tiny', speed: 99, keys: { play: 7 }, follow: false, minimap: { side: 'left' } }
  await server.owner.query('insert into user_preferences values ($1, $2, $3)', [clinic.clinicId, who.user.id, newer])
  expect(await get(who)).toEqual({ ...defaultPreferences, follow: false })
  await put(who, { speed: 2 })
  expect(await kept(who)).toEqual({ ...newer, speed: 2 })
})

test.each([
  ['an unknown choice', { colour: 'red' }],
  ['an unknown value', { density: 'tiny' }],
  ['a number that is too large', { volume: 2 }],
  ['null for a number', { speed: null }],
  [
    'a list of more than 100 keys',
    { keys: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`action ${n}`, 'F1'])) },
  ],
  ['a very long key', { keys: { play: 'x'.repeat(2_000) } }],
  ['a list', []],
  ['an empty body', null],
])('%s is refused, and nothing is stored [Q203]', async (_what, body) => {
  const who = await somebody()
  const good = body && !Array.isArray(body) ? { step: 9, ...body } : body
  expect((await put(who, good)).status).toBe(400)
  expect(await kept(who)).toBeUndefined()
})
