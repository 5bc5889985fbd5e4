import type { AddressInfo } from 'node:net'
import { identityCalls } from '@dictara/contract/identity'
import { noteCalls } from '@dictara/contract/notes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { movableClock } from '../../platform/clock.ts'
import { buildSite } from '../../platform/http/server.ts'
import { silentLog } from '../../platform/log.ts'
import { newId } from '../../platform/ids.ts'
import { aClinic, aFacility, aJob, aPatient, aPerson, testPassword } from '../../testing/clinic.fixtures.ts'
import { callAnonymously, clientOf, cookieOf, signInAs, type TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { hashPassword } from './passwords.ts'

const password = 'a quiet morning in winter'
const email = 'ann@example.org'
const clock = movableClock(new Date('2026-11-20T08:00:00Z'))
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ clock })
  const clinicId = newId()
  await server.owner.query('insert into clinics (clinic_id, name) values ($1, $2)', [clinicId, 'Hill Clinic'])
  const people = [
    [email, 'doctor'],
    ['ben@example.org', 'reviewer'],
    ['cat@example.org', 'biller'],
  ]
  for (const [address, userType] of people)
    await server.owner.query(
      `insert into users (id, clinic_id, email, password_hash, first_name, last_name, user_type, user_privilege)
       values ($1, $2, $3, $4, 'Ann', 'Lee', $5, 'TRANSCRIPTION_ONLY')`,
      [newId(), clinicId, address, await hashPassword(password), userType],
    )
})
afterAll(() => server.close())
// The test clock stands still, so among more than ten sessions it is undefined which has been idle longest. Start with
// none.
beforeEach(() => server.owner.query('update sessions set ended_at = created_at where ended_at is null'))

const signIn = (address = email) => signInAs(server.url, address, password)

describe('sign-in', () => {
  test('answers the stored user with token, session and scopes [AUTH-32, AUTH-34, AUTH-51]', async () => {
    const { user } = await signIn()
    const { rows } = await server.owner.query('select id, clinic_id from users where email = $1', [email])
    expect(user).toMatchObject({
      id: rows[0].id,
      clinicId: rows[0].clinic_id,
      email,
      firstName: 'Ann',
      lastName: 'Lee',
      fullName: 'Ann Lee',
      profilePic: null,
      userType: 'doctor',
      userPrivilege: 'TRANSCRIPTION_ONLY',
      scopes: ['ROLE_DOCTOR'],
      superAdmin: false,
      clinicConfigured: false,
      transcriptionFlow: 'TRANSCRIPTION_REVIEWER',
      hl7Integration: false,
      emrHandlingData: { emrVerificationUrl: null },
      unsavedStatus: false,
    })
    expect(user.token.split('.')).toHaveLength(3)
    const sessions = await server.owner.query('select user_id from sessions where id = $1', [user.sessionId])
    expect(sessions.rows).toEqual([{ user_id: user.id }])
  })

  test.each([true, false])(
    'returns whether the person may manage facilities as facilityAccessEnable: %s [AUTH-52]',
    async (facilityAccess) => {
      await server.owner.query('update users set facility_access = $1 where email = $2', [facilityAccess, email])
      const { user, call } = await signIn()
      expect(user.facilityAccessEnable).toBe(facilityAccess)
      expect((await call(identityCalls.renewToken)).result[0]!.facilityAccessEnable).toBe(facilityAccess)
    },
  )

  test('answers a wrong password and an unknown email in the same way', async () => {
    const wrong = await callAnonymously(server.url, identityCalls.login, { body: { email, password: 'wrong' } })
    const unknown = await callAnonymously(server.url, identityCalls.login, {
      body: { email: 'x@example.org', password: 'wrong' },
    })
    expect({ ...wrong, headers: null }).toEqual({ ...unknown, headers: null })
    expect(wrong).toMatchObject({ status: 401, success: false, code: 'wrong-credentials' })
  })

  test.each([
    ['their password is changed', "password_hash = 'another one'"],
    ['they are disabled', 'is_enabled = false'],
  ])('opens no session when at the same moment %s', async (_what, change) => {
    const { rows } = await server.owner.query<{ clinic_id: string }>('select clinic_id from users where email = $1', [
      email,
    ])
    const { id, email: address } = await aPerson(server, rows[0]!.clinic_id)
    const other = await server.owner.connect()
    try {
      await other.query('begin')
      await other.query(`update users set ${change} where id = $1`, [id])
      const answer = callAnonymously(server.url, identityCalls.login, {
        body: { email: address, password: testPassword },
      })
      // The sign-in has read the old state of the user and waits for a lock to record the sign-in.
      const waiting = async () =>
        (
          await server.owner.query(
            "select from pg_stat_activity where wait_event_type = 'Lock' and usename = 'dictara_gate'",
          )
        ).rowCount
      await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
      await other.query("select gate.end_sessions_of($1, now(), 'CREDENTIALS_CHANGED')", [id])
      await other.query('commit')
      expect((await answer).status).toBe(401)
    } finally {
      other.release()
    }
    const open = await server.owner.query('select from sessions where user_id = $1 and ended_at is null', [id])
    expect(open.rows).toEqual([])
  })

  test('refuses an unknown field with a readable message', async () => {
    const answer = await callAnonymously(server.url, identityCalls.login, {
      body: { email, password, admin: true } as never,
    })
    expect(answer).toMatchObject({ status: 400, message: expect.stringMatching(/^Check what you entered/) })
  })

  test('reports an empty email or password as required', async () => {
    const empty = (body: object) => callAnonymously(server.url, identityCalls.login, { body } as never)
    expect((await empty({ email: '', password })).message).toBe('Email is required')
    expect((await empty({ email })).message).toBe('Password is required')
  })

  test('is delayed after five failures, but not on the owner’s own device', async () => {
    const address = 'cat@example.org'
    const own = await signIn(address)
    const fail = () => callAnonymously(server.url, identityCalls.login, { body: { email: address, password: 'wrong' } })
    for (let i = 0; i < 5; i += 1) expect((await fail()).status).toBe(401)
    expect(await fail()).toMatchObject({ status: 429, code: 'sign-in-delayed' })
    const again = await callAnonymously(
      server.url,
      identityCalls.login,
      { body: { email: address, password } },
      { cookie: own.cookie },
    )
    expect(again.status).toBe(200)
    expect(cookieOf(again.headers)).toBe('')
  })
})

describe('a session', () => {
  test('is checked with its token and its cookie at every call [AUTH-36]', async () => {
    const person = await signIn()
    expect((await person.ask('GET /authenticate/token')).result).toMatchObject([{ id: person.user.id }])
    const bearer = { authorization: `Bearer ${person.user.token}` }
    expect((await callAnonymously(server.url, identityCalls.renewToken, {}, bearer)).status).toBe(401)
    const tampered = { authorization: `Bearer ${person.user.token.slice(0, -3)}AAA`, cookie: person.cookie }
    expect((await callAnonymously(server.url, identityCalls.renewToken, {}, tampered)).status).toBe(401)
  })

  test('lets its own browser look up the signed-in person by token [AUTH-37]', async () => {
    const person = await signIn()
    const { token } = person.user
    const who = (given: string, cookie = person.cookie) =>
      callAnonymously(server.url, identityCalls.currentLogin, { query: { token: given } }, { cookie })
    expect(await who(token)).toMatchObject({ status: 200, success: true, result: [person.user] })
    const address = `${server.url}/api/authenticate/get-login?token=${token}`
    expect((await fetch(address, { headers: { cookie: person.cookie } })).status).toBe(200)
    expect(await who(`${token.slice(0, -3)}AAA`)).toMatchObject({ status: 401, success: false })
    // A stolen token is refused in another browser.
    expect((await who(token, (await signIn('ben@example.org')).cookie)).status).toBe(401)
    await person.call(identityCalls.logout, { query: { sessionId: person.user.sessionId } })
    expect((await who(token)).status).toBe(401)
  })

  test('ends immediately by sign-out, and nobody can end another person’s session [AUTH-38]', async () => {
    const person = await signIn()
    const other = await signIn('ben@example.org')
    const logout = (sessionId: string) => person.ask(`GET /authenticate/logout?session-id=${sessionId}`)
    expect((await logout(other.user.sessionId)).status).toBe(404)
    expect((await logout(person.user.sessionId)).status).toBe(200)
    expect((await person.call(identityCalls.renewToken)).status).toBe(401)
    expect((await other.call(identityCalls.renewToken)).status).toBe(200)
  })

  test('can be named in a call only by another open session of the same person [Q181]', async () => {
    const parent = await signIn()
    const key = (await parent.call(identityCalls.encryptedKey)).result[0]!
    const redeemed = await callAnonymously(
      server.url,
      identityCalls.checkLogin,
      { query: { encryptedKey: key } },
      { cookie: parent.cookie },
    )
    const child = clientOf(server.url, redeemed.result[0]!, parent.cookie)
    const elsewhere = await signIn()
    const stranger = await signIn('ben@example.org')
    const { rows } = await server.owner.query('select clinic_id, id from users where email = $1', [email])
    const clinic = { clinicId: rows[0].clinic_id, facilityId: '', patientId: '' }
    clinic.facilityId = await aFacility(server, clinic.clinicId)
    clinic.patientId = await aPatient(server, clinic.clinicId, clinic.facilityId)
    const ownJob = await aJob(server, clinic, { authorId: rows[0].id, holderId: rows[0].id })
    const save = async (who: TestClient, sessionId: string) => {
      const { status, code, message } = await who.call(noteCalls.saveAudioTime, {
        params: { id: ownJob },
        query: { audioTime: 1, sessionId },
      })
      return { status, code, message }
    }
    for (const who of [parent, child, elsewhere])
      for (const named of [parent, child, elsewhere])
        expect(await save(who, named.user.sessionId)).toMatchObject({ status: 200 })
    const unknown = await save(parent, newId())
    expect(unknown).toMatchObject({ status: 404, code: 'not-found' })
    expect(await save(parent, stranger.user.sessionId)).toEqual(unknown)
    // The call ends the session that it names, not the session that makes the call.
    await parent.call(identityCalls.logout, { query: { sessionId: elsewhere.user.sessionId } })
    expect((await elsewhere.call(identityCalls.renewToken)).status).toBe(401)
    expect((await parent.call(identityCalls.renewToken)).status).toBe(200)
    expect(await save(parent, elsewhere.user.sessionId)).toEqual(unknown)
  })

  test('ends after fifteen idle minutes even though the page polls [SHELL-46, SHELL-47]', async () => {
    const person = await signIn()
    let token = person.user.token
    const poll = () =>
      callAnonymously(
        server.url,
        identityCalls.renewToken,
        {},
        { authorization: `Bearer ${token}`, cookie: person.cookie },
      )
    for (let seconds = 0; seconds < 14 * 60; seconds += 60) {
      clock.advance(60_000)
      const answer = await poll()
      expect(answer.status).toBe(200)
      token = answer.result[0]!.token
    }
    clock.advance(61_000)
    expect((await poll()).status).toBe(401)
  })

  test('of a disabled person ends at the next call', async () => {
    const person = await signIn('ben@example.org')
    await server.owner.query('update users set is_enabled = false where id = $1', [person.user.id])
    expect((await person.call(identityCalls.renewToken)).status).toBe(401)
    await server.owner.query('update users set is_enabled = true where id = $1', [person.user.id])
  })
})

describe('the encrypted key', () => {
  const redeem = (encryptedKey: string, cookie: string) =>
    callAnonymously(server.url, identityCalls.checkLogin, { query: { encryptedKey } }, { cookie })

  test('opens one child session, in the same browser, that ends with its parent [XAUTH-14]', async () => {
    const person = await signIn()
    const key = (await person.call(identityCalls.encryptedKey)).result[0]!
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(key, person.cookie)))
    const winners = answers.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    const child = winners[0]!.result[0]!
    expect(child).toMatchObject({ id: person.user.id, crossAuthenticated: true })
    const asChild = { authorization: `Bearer ${child.token}`, cookie: person.cookie }
    expect((await callAnonymously(server.url, identityCalls.renewToken, {}, asChild)).status).toBe(200)
    await person.call(identityCalls.logout)
    expect((await callAnonymously(server.url, identityCalls.renewToken, {}, asChild)).status).toBe(401)
  })

  test('opens a session whose sign-out ends all related sessions, but not those of another sign-in [SHELL-50, XAUTH-14]', async () => {
    const [person, elsewhere] = [await signIn(), await signIn()]
    const key = async () => (await person.call(identityCalls.encryptedKey)).result[0]!
    const [child, sibling] = [await redeem(await key(), person.cookie), await redeem(await key(), person.cookie)]
    const status = async (token: string, { cookie } = person) =>
      (await callAnonymously(server.url, identityCalls.renewToken, {}, { authorization: `Bearer ${token}`, cookie }))
        .status
    const asChild = { authorization: `Bearer ${child.result[0]!.token}`, cookie: person.cookie }
    await callAnonymously(server.url, identityCalls.logout, {}, asChild)
    for (const { token } of [person.user, child.result[0]!, sibling.result[0]!]) expect(await status(token)).toBe(401)
    expect(await status(elsewhere.user.token, elsewhere)).toBe(200)
  })

  test('does not extend the twelve hours, however often the person switches to the recorder and back', async () => {
    const person = await signIn()
    let who = person
    for (let hour = 0; hour < 12 * 5 - 1; hour += 1) {
      clock.advance(12 * 60_000)
      const key = await who.call(identityCalls.encryptedKey)
      expect(key.status, `after ${((hour + 1) * 12) / 60} h`).toBe(200)
      who = clientOf(server.url, (await redeem(key.result[0]!, person.cookie)).result[0]!, person.cookie)
    }
    clock.advance(11 * 60_000 + 30_000)
    const key = (await who.call(identityCalls.encryptedKey)).result[0]!
    expect((await who.call(identityCalls.draftKey)).status).toBe(200)
    clock.advance(30_000)
    expect((await who.call(identityCalls.draftKey)).status).toBe(401)
    expect((await person.call(identityCalls.draftKey)).status).toBe(401)
    expect((await redeem(key, person.cookie)).status).toBe(401)
  })

  test('stays usable after another person tries it without the cookie', async () => {
    const [person, stranger] = [await signIn(), await signIn('ben@example.org')]
    const key = (await person.call(identityCalls.encryptedKey)).result[0]!
    expect((await redeem(key, stranger.cookie)).status).toBe(401)
    expect((await redeem(key, person.cookie)).status).toBe(200)
    expect((await redeem(key, person.cookie)).status).toBe(401)
  })

  test('works in the other application only, and is not used up in the one that created it [Q166]', async () => {
    const origins = { web: '', recorder: '' }
    const stops: (() => Promise<void>)[] = []
    for (const application of ['web', 'recorder'] as const) {
      const { server: site, stop } = await buildSite({
        site: null,
        tls: null,
        mayUseMicrophone: false,
        log: silentLog,
        isStopping: () => false,
        register: (of) => server.app.register(of, application),
      })
      await site.listen({ port: 0, host: '127.0.0.1' })
      origins[application] = `http://127.0.0.1:${(site.server.address() as AddressInfo).port}`
      stops.push(() => stop(0))
    }
    const person = await signIn()
    for (const [from, to] of [
      ['web', 'recorder'],
      ['recorder', 'web'],
    ] as const) {
      const client = clientOf(origins[from], person.user, person.cookie)
      const query = { encryptedKey: (await client.call(identityCalls.encryptedKey)).result[0]! }
      const redeemAt = async (origin: string) =>
        (await callAnonymously(origin, identityCalls.checkLogin, { query }, { cookie: person.cookie })).status
      expect(await redeemAt(origins[from])).toBe(401)
      expect(await redeemAt(origins[to])).toBe(200)
    }
    for (const stop of stops) await stop()
  })

  test('is refused when late, unknown or used in another browser', async () => {
    const person = await signIn()
    const other = await signIn()
    const key = async () => (await person.call(identityCalls.encryptedKey)).result[0]!
    expect((await redeem(await key(), other.cookie)).status).toBe(401)
    expect((await redeem('unknown', person.cookie)).status).toBe(401)
    const late = await key()
    clock.advance(60_001)
    expect((await redeem(late, person.cookie)).status).toBe(401)
  })

  test('is not available to reviewers [XAUTH-13]', async () => {
    const reviewer = await signIn('ben@example.org')
    expect((await reviewer.call(identityCalls.encryptedKey)).status).toBe(403)
  })
})

test.each([
  ['doctor', 'ROLE_DOCTOR'],
  ['transcriptionist', 'ROLE_TRANSCRIPTIONIST'],
  ['reviewer', 'ROLE_REVIEWER'],
  ['biller', 'ROLE_BILLER'],
  ['clinicAdmin', 'ROLE_CLINIC_ADMIN'],
  ['admin', 'ROLE_ADMIN'],
  ['dictaraGod', 'ROLE_DICTIONARY'],
] as const)('a %s can sign in and is known by that role [AUTH-01]', async (userType, scope) => {
  const { clinicId } = await aClinic(server)
  const person = await aPerson(server, clinicId, { userType })
  if (userType === 'dictaraGod')
    await server.owner.query('update users set clinic_id = null where id = $1', [person.id])
  const { user, ask } = await signInAs(server.url, person.email, testPassword)
  expect(user).toMatchObject({ id: person.id, userType, scopes: expect.arrayContaining([scope]) })
  expect((await ask<{ userType: string }>('GET /authenticate/token')).result[0]!.userType).toBe(userType)
})

test('each person has their own draft key, which stays the same', async () => {
  const [ann, again, ben] = [await signIn(), await signIn(), await signIn('ben@example.org')]
  const keyOf = async (person: typeof ann) => (await person.call(identityCalls.draftKey)).result[0]!
  expect(Buffer.from(await keyOf(ann), 'base64')).toHaveLength(32)
  expect(await keyOf(again)).toBe(await keyOf(ann))
  expect(await keyOf(ben)).not.toBe(await keyOf(ann))
})

test('a draft key missing from an older database is derived again as the same key, so stored drafts still open', async () => {
  const ann = await signIn()
  const key = (await ann.call(identityCalls.draftKey)).result[0]!
  await server.owner.query('update users set sealed_draft_key = null where id = $1', [ann.user.id])
  expect((await ann.call(identityCalls.draftKey)).result[0]).toBe(key)
})
