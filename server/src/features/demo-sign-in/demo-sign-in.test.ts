import { demoSignInCalls } from '@dictara/contract/demo-sign-in'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { aClinic, aPerson, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { callAnonymously, clientOf, cookieOf } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const { listDemoPeople, signInToDemo } = demoSignInCalls
let server: TestServer
let demo: TestClinic
let dana: { id: string }

const change = (what: string, id: string) => server.owner.query(`update users set ${what} where id = $1`, [id])

beforeAll(async () => {
  server = await startTestServer()
  demo = await aClinic(server, 'Harbor Street Clinic')
  await server.owner.query('update clinics set demo = true where clinic_id = $1', [demo.clinicId])
  dana = await aPerson(server, demo.clinicId, { facilityIds: [demo.facilityId], lastName: 'Okafor' })
  await change("email = 'doctor@demo.dictara.example'", dana.id)
})
afterAll(() => server.close())

const people = () => callAnonymously(server.url, listDemoPeople, {})
const signIn = (userId: string) => callAnonymously(server.url, signInToDemo, { body: { userId } })

test('one click opens an ordinary session of a demo person, with its audit event (Q212)', async () => {
  expect((await people()).result).toEqual([
    { id: dana.id, fullName: expect.stringContaining('Okafor'), userType: 'doctor', userPrivilege: expect.any(String) },
  ])
  const answer = await signIn(dana.id)
  expect(answer).toMatchObject({ status: 200, result: [{ id: dana.id, clinicId: demo.clinicId, demo: true }] })
  const user = answer.result[0]!
  const client = clientOf(server.url, user, cookieOf(answer.headers))
  expect((await client.ask('GET /authenticate/token')).status).toBe(200)
  const { rows } = await server.owner.query('select event, detail from audit_events where session_id = $1', [
    user.sessionId,
  ])
  expect(rows).toEqual([{ event: 'session.opened', detail: { by: ['DEMO'] } }])
  // Without the browser’s cookie the token is refused, as in any session.
  expect((await clientOf(server.url, user, '').ask('GET /authenticate/token')).status).toBe(401)
})

test('only demo people meant for everyone are offered and signed in, and nobody of a real clinic on the same machine', async () => {
  const real = await aClinic(server, 'Hill Clinic')
  const make = async (clinicId: string, name: string, isOfDemo: boolean) => {
    const { id } = await aPerson(server, clinicId, { userType: 'clinicAdmin' })
    if (isOfDemo) await change(`email = '${name}@demo.dictara.example'`, id)
    return id
  }
  // A demo address in a clinic that is not the demo, and a real address in the demo.
  const others = [await make(real.clinicId, 'ann', true), await make(demo.clinicId, 'own', false)]
  const [disabled, operator, factor] = [
    await make(demo.clinicId, 'off', true),
    await make(demo.clinicId, 'operator', true),
    await make(demo.clinicId, 'factor', true),
  ]
  await change('is_enabled = false', disabled)
  await change('super_admin = true', operator)
  await server.owner.query(
    `insert into totp_factors (clinic_id, user_id, sealed_secret, begun_at, confirmed_at) values ($1, $2, '\\x00', now(), now())`,
    [demo.clinicId, factor],
  )
  expect((await people()).result.map(({ id }) => id)).toEqual([dana.id])
  for (const id of [...others, disabled, operator, factor, newId()]) {
    const answer = await signIn(id)
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([404, []])
  }
})

/** Sends a request with its own Host header, which fetch does not allow, and returns the status. */
const statusOf = (method: string, path: string, headers: Record<string, string>, body?: object) =>
  new Promise<number>((resolve, reject) => {
    const asked = request(`${server.url}/api${path}`, { method, headers }, (answer) => {
      void text(answer).then(() => resolve(answer.statusCode!), reject)
    })
    asked.on('error', reject)
    asked.end(body && JSON.stringify(body))
  })

test.each([
  ['another host name', { host: 'dictara.example' }],
  ['a host name that starts with localhost', { host: 'localhost.dictara.example' }],
  ['a network address of this computer', { host: '192.168.1.5:4000' }],
  ['a reverse proxy', { 'x-forwarded-for': '203.0.113.9' }],
  ['a proxy with a Via header', { via: '1.1 edge' }],
])('through %s the demo does not exist', async (_what, headers) => {
  expect(await statusOf('GET', '/demo/people', headers)).toBe(404)
  const json = { ...headers, 'content-type': 'application/json' }
  expect(await statusOf('POST', '/demo/sign-in', json, { userId: dana.id })).toBe(404)
  expect(await statusOf('GET', '/demo/people', { host: 'localhost:4000' })).toBe(200)
})

test.each([
  ['a public address', { DICTARA_PUBLIC_URL: 'https://dictara.example.org' }],
  ['a public address and the demo requested', { DICTARA_PUBLIC_URL: 'https://x.example', DICTARA_DEMO: 'yes' }],
  ['the demo switched off', { DICTARA_DEMO: 'no' }],
])('with %s the calls answer 404, and browsers learn that there is no demo', async (_what, settings) => {
  const siteConfig = async () => (await fetch(`${server.url}/api/config.json`)).json()
  expect(await siteConfig()).toMatchObject({ hasDemo: true })
  const before = { ...server.config }
  Object.assign(server.config, settings)
  try {
    expect((await people()).status).toBe(404)
    expect((await signIn(dana.id)).status).toBe(404)
    expect(await siteConfig()).toMatchObject({ hasDemo: false })
  } finally {
    Object.assign(server.config, before)
  }
})
