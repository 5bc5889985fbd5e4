import type { AddressInfo } from 'node:net'
import { identityCalls } from '@dictara/contract/identity'
import { afterEach, expect, test } from 'vitest'
import { aClinic, aPerson, testPassword } from '../../testing/clinic.fixtures.ts'
import { callAnonymously } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { readConfig } from '../config.ts'
import { silentLog } from '../log.ts'
import { buildSite } from './server.ts'
import { inBatches } from '../../testing/in-batches.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** The client address that a site sees, and the HSTS header that it sends. */
async function seenBy(trustedProxies: string[], forwarded: Record<string, string>, isHttps = false) {
  const { server, stop } = await buildSite({
    site: null,
    tls: null,
    log: silentLog,
    isHttps,
    trustedProxies,
    mayUseMicrophone: false,
    isStopping: () => false,
    register: async (site) => void site.get('/who', async (request) => ({ ip: request.ip })),
  })
  stops.push(() => stop(0))
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/who`, { headers: forwarded })
  return { ...((await answer.json()) as { ip: string }), hsts: answer.headers.get('strict-transport-security') }
}

const client = { 'x-forwarded-for': '203.0.113.7' }

test('the caller’s address is taken from a trusted proxy only', async () => {
  expect(await seenBy([], client)).toMatchObject({ ip: '127.0.0.1' })
  expect(await seenBy(['10.0.0.0/8'], client)).toMatchObject({ ip: '127.0.0.1' })
  expect(await seenBy(['127.0.0.1'], client)).toMatchObject({ ip: '203.0.113.7' })
  expect(await seenBy(['127.0.0.0/8', '10.1.0.0/16'], { 'x-forwarded-for': '203.0.113.7, 10.1.2.3' })).toMatchObject({
    ip: '203.0.113.7',
  })
  // The address that the caller claims comes before the one that the proxy saw.
  expect(await seenBy(['127.0.0.1'], { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' })).toMatchObject({
    ip: '203.0.113.7',
  })
})

test('browsers are told to use https only where the site does', async () => {
  expect((await seenBy([], {}, true)).hsts).toContain('max-age=31536000')
  expect((await seenBy([], {}, false)).hsts).toBeNull()
  expect((await seenBy([], { 'x-forwarded-proto': 'https' }, false)).hsts).toBeNull()
})

test.each(['10.0.0.1/33', 'proxy.example.org', '10.0.0.0/8/8', '::1/0', '10.0.0.0/'])(
  'DICTARA_TRUSTED_PROXIES=%s is refused with a readable message',
  (text) => {
    expect(() => readConfig({ DICTARA_TRUSTED_PROXIES: text })).toThrow(/DICTARA_TRUSTED_PROXIES must be a list/)
  },
)

const signInFrom = (server: TestServer, ip: string, email: string, password = testPassword) =>
  callAnonymously(server.url, identityCalls.login, { body: { email, password } }, { 'x-forwarded-for': ip })

test('limits and audit use the person’s own address behind a trusted proxy, and the connection’s address without one', async () => {
  for (const proxies of ['127.0.0.1, ::1', '']) {
    const server = await startTestServer({ settings: proxies ? { DICTARA_TRUSTED_PROXIES: proxies } : {} })
    stops.push(() => server.close())
    const { email } = await aPerson(server, (await aClinic(server)).clinicId)
    const ask = () =>
      callAnonymously(
        server.url,
        identityCalls.findInvitation,
        { query: { token: 'x' } },
        { 'x-forwarded-for': '198.51.100.1' },
      )
    const asked = await inBatches(130, ask)
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(10)
    const answer = await signInFrom(server, '203.0.113.7', email)
    expect(answer.status).toBe(proxies ? 200 : 429)
    const { rows } = await server.owner.query("select ip from audit_events where event = 'session.opened'")
    expect(rows).toEqual(proxies ? [{ ip: '203.0.113.7' }] : [])
  }
})
