import { identityCalls } from '@dictara/contract/identity'
import { liveCloseCodes } from '@dictara/contract/notifications'
import { sessionCalls as calls, mostSessions } from '@dictara/contract/sessions'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { aClinic, aFacility, aPerson, signedIn, type TestClinic, testPassword } from '../../testing/clinic.fixtures.ts'
import { aLiveTab } from '../../testing/live-tab.ts'
import { callAnonymously, clientOf, cookieOf, signInAs, type TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { deviceOf } from './device-of.ts'

const clock = movableClock(new Date('2026-11-20T08:00:00Z'))
let server: TestServer
let clinic: TestClinic

beforeAll(async () => {
  server = await startTestServer({ clock })
  clinic = await aClinic(server)
})
afterAll(() => server.close())

const agents = {
  chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
}

async function signInWith(email: string, agent: string): Promise<TestClient> {
  const body = { email, password: testPassword }
  const answer = await callAnonymously(server.url, identityCalls.login, { body }, { 'user-agent': agent })
  return clientOf(server.url, answer.result[0]!, cookieOf(answer.headers), agent)
}
const aDoctor = () => aPerson(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
const signIn = (email: string) => signInAs(server.url, email, testPassword)
async function signInOften(email: string, times: number): Promise<TestClient[]> {
  const clients: TestClient[] = []
  for (let done = 0; done < times; done += 1) {
    clients.push(await signIn(email))
    clock.advance(1000)
  }
  return clients
}
const list = async (who: TestClient, id = who.user.id) =>
  (await who.call(calls.listSessions, { params: { id } })).result
const end = (who: TestClient, session: string, id = who.user.id) =>
  who.ask(`DELETE /clinic/user/${id}/sessions/${session}`)
const endOthers = (who: TestClient, id = who.user.id) => who.ask(`DELETE /clinic/user/${id}/sessions`)
const sessionOf = ({ user }: TestClient) => user.sessionId
/** The status of the person’s next call. */
const nextStatus = async (who: TestClient) => (await who.ask('GET /clinic/user/facilities')).status
const eventsOf = async (userId: string) =>
  (
    await server.owner.query<{ event: string; user_id: string; detail: Record<string, unknown> }>(
      `select event, user_id, detail from audit_events
       where event in ('session.ended', 'person.sessions-ended') and (user_id = $1::uuid or detail ->> 'userId' = $1::uuid::text) order by id`,
      [userId],
    )
  ).rows

test('a person sees their sessions with browser, system, address and start, and which one is the current one [S30]', async () => {
  const { email } = await aDoctor()
  const desk = await signInWith(email, agents.chrome)
  clock.advance(60_000)
  const phone = await signInWith(email, agents.phone)
  expect(await list(phone)).toEqual([
    {
      sessionId: sessionOf(phone),
      browser: 'Safari',
      system: 'iOS',
      isPhone: true,
      ip: expect.stringMatching(/127\.0\.0\.1|::1/),
      signedInAt: clock.now().toISOString(),
      lastActiveAt: clock.now().toISOString(),
      isThis: true,
    },
    expect.objectContaining({ sessionId: sessionOf(desk), browser: 'Chrome', system: 'Windows', isPhone: false }),
  ])
  expect((await list(desk)).map(({ isThis }) => isThis)).toEqual([false, true])
})

test('a child session counts as its parent, even when it makes the request, and ended sessions are not shown [S30]', async () => {
  const { email } = await aDoctor()
  const [desk, gone] = [await signIn(email), await signIn(email)]
  clock.advance(10 * 60_000)
  const key = (await desk.call(identityCalls.encryptedKey)).result[0]!
  const opened = await callAnonymously(
    server.url,
    identityCalls.checkLogin,
    { query: { encryptedKey: key } },
    { cookie: desk.cookie },
  )
  const recorder = clientOf(server.url, opened.result[0]!, desk.cookie)
  clock.advance(6 * 60_000)
  expect(await list(recorder)).toMatchObject([{ sessionId: sessionOf(desk), isThis: true }])
  expect((await list(recorder)).map(({ sessionId }) => sessionId)).not.toContain(sessionOf(gone))
  // Ending the session from elsewhere also ends its recorder session.
  const phone = await signIn(email)
  expect((await end(phone, sessionOf(desk))).status).toBe(200)
  expect([await nextStatus(recorder), await nextStatus(phone)]).toEqual([401, 200])
})

test('an ended session is refused at its next call, its live channel closes, and the others continue [S30, S34]', async () => {
  const { id, email } = await aDoctor()
  const [lost, staying] = [await signIn(email), await signIn(email)]
  const [itsTab, ownTab] = [await aLiveTab(server.url, lost), await aLiveTab(server.url, staying)]
  expect(await end(staying, sessionOf(lost))).toMatchObject({ status: 200, message: 'Session ended.' })
  expect(await itsTab.closed).toBe(liveCloseCodes.sessionEnded)
  expect([await nextStatus(lost), await nextStatus(staying)]).toEqual([401, 200])
  expect(await list(staying)).toHaveLength(1)
  ownTab.close()
  expect(await eventsOf(id)).toEqual([{ event: 'session.ended', user_id: id, detail: { reason: 'ENDED_BY_PERSON' } }])
  expect((await end(staying, sessionOf(lost))).message).toBe('That session had already ended.')
  expect(await eventsOf(id)).toHaveLength(1)
})

test('a person can end all other sessions, and the current one continues [S30]', async () => {
  const { email } = await aDoctor()
  const [first, second, third] = await signInOften(email, 3)
  expect(await endOthers(second!)).toMatchObject({ status: 200, message: '2 sessions ended.' })
  expect([await nextStatus(first!), await nextStatus(second!), await nextStatus(third!)]).toEqual([401, 200, 401])
  expect((await endOthers(second!)).message).toBe('There were no other sessions.')
})

test('two simultaneous ends of one session are both answered and end it once, and so do an end and a sign-out [S30]', async () => {
  const { id, email } = await aDoctor()
  const [one, other, lost] = await signInOften(email, 3)
  const admin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
  const answers = await Promise.all([
    end(one!, sessionOf(lost!)),
    end(other!, sessionOf(lost!)),
    end(admin, sessionOf(lost!), id),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers.filter(({ message }) => message === 'Session ended.')).toHaveLength(1)
  expect((await eventsOf(id)).filter(({ event }) => event === 'session.ended')).toHaveLength(1)
  const [ended, signedOut] = await Promise.all([end(one!, sessionOf(other!)), other!.call(identityCalls.logout, {})])
  expect(ended.status).toBe(200)
  expect([200, 401]).toContain(signedOut.status)
  expect(await nextStatus(other!)).toBe(401)
  expect((await eventsOf(id)).filter(({ event }) => event === 'session.ended')).toHaveLength(2)
})

test('two sessions that end each other at the same time leave at most one, without a deadlock [S30]', async () => {
  const { email } = await aDoctor()
  const [one, other] = await signInOften(email, 2)
  const answers = await Promise.all([endOthers(one!), endOthers(other!)])
  for (const { status } of answers) expect([200, 401]).toContain(status)
  expect(
    [await nextStatus(one!), await nextStatus(other!)].filter((status) => status === 200).length,
  ).toBeLessThanOrEqual(1)
})

test('the eleventh sign-in ends the session that was idle the longest, and no other [S30]', async () => {
  const { id, email } = await aDoctor()
  const clients = await signInOften(email, mostSessions)
  const tab = await aLiveTab(server.url, clients[1]!)
  // The oldest session is in use, so it is not the one that ends.
  clock.advance(20_000)
  await clients[0]!.call(identityCalls.encryptedKey)
  const eleventh = await signIn(email)
  expect(await tab.closed).toBe(liveCloseCodes.sessionEnded)
  const answers = await Promise.all([...clients, eleventh].map(nextStatus))
  expect(answers).toEqual([200, 401, ...Array(mostSessions - 1).fill(200)])
  expect((await eventsOf(id)).at(-1)?.detail).toEqual({ reason: 'TOO_MANY' })
  // These sessions have expired, so another sign-in ends none of them.
  clock.advance(15 * 60_000)
  await signIn(email)
  expect(await eventsOf(id)).toHaveLength(1)
})

test('many simultaneous sign-ins leave ten sessions [S30]', async () => {
  const { email } = await aDoctor()
  const clients = await signInOften(email, mostSessions - 1)
  clients.push(...(await Promise.all([1, 2, 3, 4].map(() => signIn(email)))))
  const answers = await Promise.all(clients.map(nextStatus))
  expect(answers.filter((status) => status === 200)).toHaveLength(mostSessions)
})

test('a clinicAdmin can see and end the sessions of anyone in the clinic, and the audit records it [S30]', async () => {
  const { id, email } = await aDoctor()
  const [one, two, three] = await signInOften(email, 3)
  const admin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
  expect((await list(admin, id)).map(({ sessionId, isThis }) => [sessionId, isThis])).toEqual(
    [three!, two!, one!].map((who) => [sessionOf(who), false]),
  )
  expect((await end(admin, sessionOf(one!), id)).message).toBe('Session ended.')
  expect((await endOthers(admin, id)).message).toBe('2 sessions ended.')
  expect(await Promise.all([one!, two!, three!, admin].map(nextStatus))).toEqual([401, 401, 401, 200])
  const ended = { event: 'session.ended', user_id: id, detail: { reason: 'ENDED_BY_ADMIN' } }
  const by = (sessions: number) => ({
    event: 'person.sessions-ended',
    user_id: admin.user.id,
    detail: { userId: id, sessions },
  })
  expect(await eventsOf(id)).toEqual([ended, by(1), ended, ended, by(2)])
})

test('nobody else can: an admin neither sees nor ends them, and others cannot learn that the person exists [S30]', async () => {
  const { id, email } = await aDoctor()
  const person = await signIn(email)
  const [admin, colleague] = [
    await signedIn(server, clinic.clinicId, { userType: 'admin', facilityIds: [clinic.facilityId] }),
    await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] }),
  ]
  const annex = await aFacility(server, clinic.clinicId)
  const [elsewhereAdmin, otherAdmin] = [
    await signedIn(server, clinic.clinicId, { userType: 'admin', facilityIds: [annex] }),
    await signedIn(server, (await aClinic(server, 'Valley Clinic')).clinicId, { userType: 'clinicAdmin' }),
  ]
  const asked = async (who: TestClient) => [
    (await who.ask(`GET /clinic/user/${id}/sessions`)).status,
    (await end(who, sessionOf(person), id)).status,
    (await endOthers(who, id)).status,
  ]
  expect(await asked(admin)).toEqual([403, 403, 403])
  for (const who of [colleague, elsewhereAdmin, otherAdmin]) expect(await asked(who)).toEqual([404, 404, 404])
  expect(await nextStatus(person)).toBe(200)
})

test('a session of another person, of another clinic or with an unknown id is not found among one’s own [S30]', async () => {
  const [mine, colleague] = [await signIn((await aDoctor()).email), await signIn((await aDoctor()).email)]
  const other = await signedIn(server, (await aClinic(server, 'Valley Clinic')).clinicId)
  const admin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
  for (const session of [sessionOf(colleague), sessionOf(other), newId()]) {
    expect((await end(mine, session)).status).toBe(404)
    expect((await end(admin, session, mine.user.id)).status).toBe(404)
  }
  // A failed sign-in is not a session that can be ended.
  const failed = { email: mine.user.email, password: 'not the right pass phrase' }
  await callAnonymously(server.url, identityCalls.login, { body: failed })
  const { rows } = await server.owner.query<{ id: string }>(
    "select id from sessions where user_id = $1 and logging_status = 'FAILED'",
    [mine.user.id],
  )
  expect((await end(mine, rows[0]!.id)).status).toBe(404)
  expect(await list(mine)).toHaveLength(1)
  expect([await nextStatus(colleague), await nextStatus(other)]).toEqual([200, 200])
})

test.each([
  [agents.chrome, 'Chrome', 'Windows', false],
  [agents.phone, 'Safari', 'iOS', true],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox', 'Linux', false],
  [`${agents.chrome} Edg/141.0.0.0`, 'Microsoft Edge', 'Windows', false],
  [
    'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
    true,
  ],
  ['', null, null, false],
  ['   ', null, null, false],
])('%j is recognised as the browser %s on the system %s', (agent, browser, system, isPhone) => {
  expect(deviceOf(agent)).toEqual({ browser, system, isPhone })
})

test('any user agent gives short names or none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 300 }), fc.string({ maxLength: 300, unit: 'binary' })), (agent) => {
      const { browser, system } = deviceOf(agent)
      for (const word of [browser, system]) if (word !== null) expect(word).toMatch(/^.{1,300}$/su)
    }),
  )
})
