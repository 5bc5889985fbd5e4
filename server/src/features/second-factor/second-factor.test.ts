import { identityCalls } from '@dictara/contract/identity'
import { profileCalls } from '@dictara/contract/profile'
import { factorCalls } from '@dictara/contract/second-factor'
import { proofCalls, secondStepCalls } from '@dictara/contract/second-step'
import { type SignInPolicy, signInPolicyCalls } from '@dictara/contract/sign-in-policy'
import fc from 'fast-check'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { movableClock } from '../../platform/clock.ts'
import {
  aClinic,
  aPerson,
  signedIn,
  type TestClinic,
  type TestPerson,
  testPassword,
} from '../../testing/clinic.fixtures.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { aPasskeyDevice, type Unlike } from '../../testing/passkey-device.ts'
import { callAnonymously, clientOf, cookieOf, signInAs, type TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { times } from '../../../../tools/src/times.ts'

const second = 1000
const minute = 60 * second
const clock = movableClock(new Date('2026-11-20T08:00:00Z'))
let mail: MailServer
let server: TestServer
let clinic: TestClinic

beforeAll(async () => {
  mail = await startMailServer()
  const settings = { DICTARA_SMTP_URL: mail.url, DICTARA_TRUSTED_PROXIES: '127.0.0.1, ::1' }
  server = await startTestServer({ clock, tasks: true, settings })
  clinic = await aClinic(server)
})
afterAll(async () => {
  await server.close()
  await mail.stop()
})

const rows = async (sql: string, ...values: unknown[]) => (await server.owner.query(sql, values)).rows
const codeOf = (secret: string, aside = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() + aside * 30 * second })

/** A person with an authenticator app, after the time step of its first code. */
async function withApp(person: TestPerson = {}) {
  const who = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId], ...person })
  const { secret, uri } = (await who.call(factorCalls.beginTotp)).result[0]!
  const confirmed = await who.call(factorCalls.confirmTotp, { body: { code: codeOf(secret) } })
  expect(confirmed.status).toBe(200)
  clock.advance(30 * second)
  return { who, secret, uri, recoveryCodes: confirmed.result[0]!.recoveryCodes }
}
const emailOf = ({ user }: TestClient) => user.email

let networks = 0
/** Headers of a request from a new network, either in an unknown browser or with this cookie. */
const headersFrom = (cookie = '') => {
  networks += 1
  const network = { 'x-forwarded-for': `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}` }
  return cookie ? { ...network, cookie } : network
}

const login = (email: string, cookie = '', password = testPassword) =>
  callAnonymously(server.url, identityCalls.login, { body: { email, password } }, headersFrom(cookie))
/** Enters the right password and returns the handle and the browser cookie that it belongs to. */
async function begun(email: string, cookie = '') {
  const answer = await login(email, cookie)
  expect(answer).toMatchObject({ status: 200, result: [] })
  return { handle: answer.pending!.handle, ways: answer.pending!.ways, cookie: cookieOf(answer.headers) || cookie }
}
type Shown = { code: string } | { recoveryCode: string }
const finish = (
  { handle, cookie }: { handle: string; cookie: string },
  shown: Shown | { passkey: ReturnType<Device['sign']> },
) => callAnonymously(server.url, secondStepCalls.finishSignIn, { body: { handle, ...shown } }, headersFrom(cookie))

type Device = ReturnType<typeof aPasskeyDevice>
/** A person whose only second factor is a passkey. */
async function withPasskey(who?: TestClient, name = 'Desk') {
  const owner = who ?? (await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] }))
  const device = aPasskeyDevice(server.url)
  const options = (await owner.call(factorCalls.beginPasskey)).result[0]!
  const added = await owner.call(factorCalls.addPasskey, { body: { name, passkey: device.make(options) } })
  expect(added.status).toBe(200)
  clock.advance(second)
  return { who: owner, device, recoveryCodes: added.result[0]!.recoveryCodes }
}
const challenge = async (cookie = '', handle?: string) => {
  const answer = await callAnonymously(
    server.url,
    secondStepCalls.passkeyChallenge,
    { body: handle === undefined ? {} : { handle } },
    headersFrom(cookie),
  )
  return { status: answer.status, options: answer.result[0]!, cookie: cookieOf(answer.headers) || cookie }
}
async function byPasskey(device: Device, unlike: Unlike = {}) {
  const { options, cookie } = await challenge()
  return callAnonymously(
    server.url,
    secondStepCalls.signInByPasskey,
    { body: { passkey: device.sign(options, unlike) } },
    headersFrom(cookie),
  )
}

describe('an authenticator app', () => {
  test('is active after its first correct code; from then on a sign-in needs a code', async () => {
    const { who, secret, uri } = await withApp()
    expect(uri).toContain(`secret=${secret}`)
    expect(decodeURIComponent(uri)).toContain(`Dictara:${emailOf(who)}`)
    const sessions = () => rows('select id from sessions where user_id = $1', who.user.id)
    const before = await sessions()
    const waiting = await begun(emailOf(who))
    expect(waiting.ways).toEqual(['TOTP', 'RECOVERY'])
    expect(await sessions()).toEqual(before)
    const answer = await finish(waiting, { code: codeOf(secret) })
    expect(answer).toMatchObject({ status: 200, result: [{ id: who.user.id, token: expect.any(String) }] })
    const again = clientOf(server.url, answer.result[0]!, waiting.cookie)
    expect((await again.call(identityCalls.renewToken)).status).toBe(200)
    const [opened] = await rows(
      "select detail from audit_events where session_id = $1 and event = 'session.opened'",
      answer.result[0]!.sessionId,
    )
    expect(opened.detail).toEqual({ by: ['PASSWORD', 'TOTP'] })
  })

  test('is not required before its first correct code, and its secret is shown once and stored encrypted', async () => {
    const who = await signedIn(server, clinic.clinicId)
    const { secret } = (await who.call(factorCalls.beginTotp)).result[0]!
    expect(await who.call(factorCalls.confirmTotp, { body: { code: '000000' } })).toMatchObject({
      status: 422,
      code: 'code-wrong',
    })
    expect((await login(emailOf(who))).result).toHaveLength(1)
    const [kept] = await rows('select * from totp_factors where user_id = $1', who.user.id)
    const plain = Buffer.from(Secret.fromBase32(secret).buffer)
    expect(kept.sealed_secret.includes(plain)).toBe(false)
    // A second request returns a new secret, and the first one becomes invalid.
    const other = (await who.call(factorCalls.beginTotp)).result[0]!.secret
    expect(other).not.toBe(secret)
    expect((await who.call(factorCalls.confirmTotp, { body: { code: codeOf(secret) } })).status).toBe(422)
    expect((await who.call(factorCalls.confirmTotp, { body: { code: codeOf(other) } })).status).toBe(200)
    expect(await who.call(factorCalls.beginTotp)).toMatchObject({ status: 409, code: 'totp-there', result: [] })
    expect(JSON.stringify(await who.call(factorCalls.getFactors))).not.toContain(other)
  })

  test('accepts the codes of the half minute before and after, and no others', async () => {
    const { who, secret } = await withApp()
    clock.advance(10 * minute)
    for (const [aside, status] of [
      [-2, 422],
      [2, 422],
      [-1, 200],
      [1, 200],
    ] as const)
      expect((await finish(await begun(emailOf(who)), { code: codeOf(secret, aside) })).status, String(aside)).toBe(
        status,
      )
  })

  test('accepts each code once and no older one afterwards, and of two simultaneous uses only one', async () => {
    const { who, secret } = await withApp()
    const [one, two] = [await begun(emailOf(who)), await begun(emailOf(who))]
    const both = await Promise.all([one, two].map((waiting) => finish(waiting, { code: codeOf(secret) })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const left = both[0]!.status === 200 ? two : one
    expect((await finish(left, { code: codeOf(secret) })).status).toBe(422)
    expect((await finish(left, { code: codeOf(secret, -1) })).status).toBe(422)
    expect((await finish(left, { code: codeOf(secret, 1) })).status).toBe(200)
  })

  test('is no longer required once its owner removes it, which also deletes the recovery codes', async () => {
    const { who } = await withApp()
    expect((await who.call(factorCalls.removeTotp)).status).toBe(200)
    expect((await login(emailOf(who))).result).toHaveLength(1)
    expect(await rows('select * from recovery_codes where user_id = $1', who.user.id)).toEqual([])
  })
})

describe('a pending sign-in', () => {
  test('is hidden without the correct password: the answer is the same with and without a second factor', async () => {
    const { who } = await withApp()
    const none = await aPerson(server, clinic.clinicId)
    const answers = await Promise.all(
      [emailOf(who), none.email, 'nobody@example.org'].map((email) => login(email, '', 'not the password')),
    )
    const [first, ...others] = answers.map((answer) => ({ ...answer, headers: null }))
    expect(first).toMatchObject({ status: 401, code: 'wrong-credentials', result: [] })
    for (const other of others) expect(other).toEqual(first)
  })

  test('works once, in its own browser, for five minutes; a wrong, expired, used or foreign one is refused', async () => {
    const { who, secret } = await withApp()
    const other = await withApp()
    const waiting = await begun(emailOf(who))
    const foreign = await begun(emailOf(other.who))
    const over = { status: 410, code: 'sign-in-over' }
    expect(await finish({ ...waiting, handle: 'unknown' }, { code: codeOf(secret) })).toMatchObject(over)
    expect(await finish({ ...waiting, cookie: foreign.cookie }, { code: codeOf(secret) })).toMatchObject(over)
    // Another person’s code or recovery code is refused.
    expect((await finish(foreign, { code: codeOf(secret) })).status).toBe(422)
    expect((await finish(waiting, { recoveryCode: other.recoveryCodes[0]! })).status).toBe(422)
    expect((await finish(waiting, { code: codeOf(secret) })).status).toBe(200)
    clock.advance(30 * second)
    expect(await finish(waiting, { code: codeOf(secret) })).toMatchObject(over)
    const late = await begun(emailOf(who))
    clock.advance(5 * minute)
    expect(await finish(late, { code: codeOf(secret) })).toMatchObject(over)
    const [kept] = await rows('select * from pending_sign_ins where user_id = $1 limit 1', who.user.id)
    expect(JSON.stringify(kept)).not.toContain(late.handle)
  })

  test('allows five tries, counted together with those of the password and across several pending sign-ins', async () => {
    const { who, secret } = await withApp()
    const one = await begun(emailOf(who))
    const two = await begun(emailOf(who))
    for (const waiting of [one, one, two, one, two])
      expect((await finish(waiting, { code: '000000' })).status).toBe(422)
    expect(await finish(two, { code: codeOf(secret) })).toMatchObject({ status: 429, code: 'sign-in-delayed' })
    expect((await login(emailOf(who))).status).toBe(429)
    clock.advance(30 * second)
    // A right password does not reset the count, so the next wrong code doubles the delay.
    const three = await begun(emailOf(who))
    expect((await finish(three, { code: '000000' })).status).toBe(422)
    expect((await finish(three, { code: codeOf(secret) })).message).toMatch(/60 seconds/)
    // Failures on the owner’s own device are counted separately.
    const own = await begun(emailOf(who), who.cookie)
    expect((await finish(own, { code: codeOf(secret) })).status).toBe(200)
  })

  test('ends when the password changes or the person is disabled', async () => {
    const { who, secret } = await withApp()
    const waiting = await begun(emailOf(who))
    const newPassword = 'seven boats upon a lake'
    const changed = await who.call(profileCalls.changeCredentials, {
      body: { email: emailOf(who), currentPassword: testPassword, newPassword },
    })
    expect(changed.status).toBe(200)
    expect((await finish(waiting, { code: codeOf(secret) })).status).toBe(410)
    const again = await login(emailOf(who), '', newPassword)
    await server.owner.query('update users set is_enabled = false where id = $1', [who.user.id])
    const disabled = { handle: again.pending!.handle, cookie: cookieOf(again.headers) }
    expect(await finish(disabled, { code: codeOf(secret) })).toMatchObject({ status: 403, code: 'user-disabled' })
  })

  test('follows the rules in random sequences of actions and times [Q006]', async () => {
    const people = [await withApp(), await withApp()]
    const step = fc.oneof(
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('login' as const), person: fc.nat(1) }) },
      {
        weight: 5,
        arbitrary: fc.record({
          kind: fc.constant('code' as const),
          person: fc.nat(1),
          handle: fc.nat(3),
          code: fc.constantFrom(...(['right', 'wrong', 'last', 'before'] as const)),
          elsewhere: fc.nat(9).map((n) => n === 0),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(5, 30, 61, 301) }),
      },
    )
    const now = () => clock.now().getTime()
    const stepNow = () => Math.floor(now() / 30_000)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (path) => {
        // All start in unknown browsers, without any delay.
        await server.owner.query('delete from sign_in_delays')
        clock.advance(2 * minute)
        const model = people.map(() => ({
          cookie: '',
          isKnown: false,
          lastStep: 0,
          counts: { account: { failures: 0, until: 0 }, device: { failures: 0, until: 0 } },
          handles: [] as { handle: string; until: number; tries: number; used: boolean; key: 'account' | 'device' }[],
        }))
        /** Counts a try and returns whether it is allowed. */
        const count = (one: { failures: number; until: number }) => {
          if (one.failures >= 100 || one.until > now()) return false
          if (one.failures + 1 >= 5)
            one.until = now() + Math.min(30_000 * 2 ** Math.min(one.failures - 4, 10), 15 * minute)
          one.failures += 1
          return true
        }
        for (const act of path) {
          if (act.kind === 'wait') {
            clock.advance(act.seconds * second)
            continue
          }
          const { who, secret } = people[act.person]!
          const own = model[act.person]!
          if (act.kind === 'login') {
            const key = own.isKnown ? 'device' : 'account'
            const may = count(own.counts[key])
            const answer = await login(emailOf(who), own.cookie)
            expect(answer.status).toBe(may ? 200 : 429)
            if (!may) continue
            own.counts[key].failures -= 1
            own.counts[key].until = 0
            own.cookie = cookieOf(answer.headers) || own.cookie
            own.handles.push({ handle: answer.pending!.handle, until: now() + 5 * minute, tries: 0, used: false, key })
            continue
          }
          const waiting = own.handles[act.handle]
          const cookie = act.elsewhere ? model[1 - act.person]!.cookie : own.cookie
          const aside = { right: 0, before: -1, last: own.lastStep - stepNow(), wrong: 0 }[act.code]
          const code = act.code === 'wrong' ? '000000' : codeOf(secret, aside)
          const answer = await finish({ handle: waiting?.handle ?? 'none', cookie }, { code })
          const isOpen = waiting && !act.elsewhere && !waiting.used && waiting.until > now() && waiting.tries < 5
          if (!isOpen) {
            expect(answer.status).toBe(410)
            continue
          }
          if (!count(own.counts[waiting.key])) {
            expect(answer.status).toBe(429)
            continue
          }
          waiting.tries += 1
          const stepOfCode = stepNow() + aside
          const isRight = act.code !== 'wrong' && Math.abs(aside) <= 1 && stepOfCode > own.lastStep
          expect(answer.status).toBe(isRight ? 200 : 422)
          if (!isRight) continue
          waiting.used = true
          own.lastStep = stepOfCode
          own.isKnown = true
          own.counts[waiting.key] = { failures: 0, until: 0 }
        }
      }),
      { numRuns: times(5, 15) },
    )
  })
})

describe('recovery codes', () => {
  test('are ten, shown with the first factor only, and stored as hashes', async () => {
    const { who, recoveryCodes } = await withApp()
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[2-9a-hjkmnp-z]{4}(-[2-9a-hjkmnp-z]{4}){2}$/)
    expect((await who.call(factorCalls.getFactors)).result[0]).toMatchObject({ recoveryCodesLeft: 10 })
    const kept = JSON.stringify(
      await rows('select encode(code_hash, $2) from recovery_codes where user_id = $1', who.user.id, 'escape'),
    )
    for (const code of recoveryCodes) expect(kept).not.toContain(code)
    expect((await withPasskey(who)).recoveryCodes).toEqual([])
  })

  test('work once each in any spelling; of two simultaneous uses one succeeds, and the owner gets a mail', async () => {
    const { who, recoveryCodes } = await withApp()
    await mail.next(emailOf(who))
    const [one, two] = [await begun(emailOf(who)), await begun(emailOf(who))]
    const both = await Promise.all(
      [recoveryCodes[0]!, ` ${recoveryCodes[0]!.toUpperCase().replaceAll('-', ' ')} `].map((recoveryCode, at) =>
        finish(at === 0 ? one : two, { recoveryCode }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(both.find(({ status }) => status === 200)!.message).toBe('You have 9 recovery codes left.')
    const notice = await mail.next(emailOf(who))
    expect(notice.subject).toBe('Someone used one of your Dictara recovery codes')
    expect(notice.text).toContain('You have 9 codes left')
    for (const code of recoveryCodes) expect(notice.text).not.toContain(code)
  })

  test('can be renewed, which ends the old ones', async () => {
    const { who, recoveryCodes } = await withApp()
    const fresh = (await who.call(factorCalls.renewRecoveryCodes)).result[0]!.recoveryCodes
    expect(fresh).toHaveLength(10)
    const waiting = await begun(emailOf(who))
    expect((await finish(waiting, { recoveryCode: recoveryCodes[1]! })).status).toBe(422)
    expect((await finish(waiting, { recoveryCode: fresh[1]! })).status).toBe(200)
    const none = await signedIn(server, clinic.clinicId)
    expect(await none.call(factorCalls.renewRecoveryCodes)).toMatchObject({ status: 409, code: 'no-second-factor' })
  })
})

describe('a passkey', () => {
  test('can replace the password, or be the second step after it', async () => {
    const { who, device } = await withPasskey()
    const answer = await byPasskey(device)
    expect(answer).toMatchObject({ status: 200, result: [{ id: who.user.id, token: expect.any(String) }] })
    const waiting = await begun(emailOf(who))
    expect(waiting.ways).toEqual(['PASSKEY', 'RECOVERY'])
    const { options } = await challenge(waiting.cookie, waiting.handle)
    expect(options.allowCredentials).toMatchObject([{ id: device.id }])
    expect((await finish(waiting, { passkey: device.sign(options) })).status).toBe(200)
    const [kept] = await rows('select sign_count, last_used_at from passkeys where user_id = $1', who.user.id)
    expect(kept).toEqual({ sign_count: 2, last_used_at: clock.now() })
  })

  test.each<[string, (url: URL) => Unlike]>([
    ['of another site', () => ({ origin: 'https://dictara.example.net' })],
    ['of another port of this host', (url) => ({ origin: `http://localhost:${Number(url.port) + 1}` })],
    ['signed for another site', () => ({ rpId: 'dictara.example.net' })],
    ['without finger, face or PIN', () => ({ isUnverified: true })],
    ['whose use count has not grown', () => ({ signCount: 1 })],
    ['without a user', () => ({ userHandle: null })],
  ])('%s is refused', async (_, unlike) => {
    const { device } = await withPasskey()
    expect((await byPasskey(device)).status).toBe(200)
    const answer = await byPasskey(device, unlike(new URL(server.url)))
    expect(answer).toMatchObject({ status: 422, code: 'passkey-refused', result: [] })
  })

  test('of another site, or made without finger, face or PIN, cannot be registered', async () => {
    const who = await signedIn(server, clinic.clinicId)
    for (const unlike of [{ origin: 'https://dictara.example.net' }, { rpId: 'example.net' }, { isUnverified: true }]) {
      const options = (await who.call(factorCalls.beginPasskey)).result[0]!
      const passkey = aPasskeyDevice(server.url).make(options, unlike)
      expect(await who.call(factorCalls.addPasskey, { body: { name: 'Desk', passkey } })).toMatchObject({
        status: 422,
        code: 'passkey-refused',
      })
    }
    expect((await who.call(factorCalls.getFactors)).result[0]!.passkeys).toEqual([])
  })

  test('belongs to the site in the settings, whatever host the request names', async () => {
    const answer = await fetch(`${server.url}/api/authenticate/passkey/challenge`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-host': 'evil.example',
        origin: 'https://evil.example',
      },
      body: '{}',
    })
    expect(((await answer.json()) as { result: { rpId: string }[] }).result[0]!.rpId).toBe('localhost')
  })

  test('signs a challenge once, within five minutes, in the same browser and for the same purpose', async () => {
    const { who, device } = await withPasskey()
    const sign = (options: { challenge: string }, cookie: string) =>
      callAnonymously(
        server.url,
        secondStepCalls.signInByPasskey,
        { body: { passkey: device.sign(options) } },
        headersFrom(cookie),
      )
    const once = await challenge()
    const both = await Promise.all([sign(once.options, once.cookie), sign(once.options, once.cookie)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const late = await challenge()
    clock.advance(5 * minute)
    expect((await sign(late.options, late.cookie)).status).toBe(422)
    const elsewhere = await challenge()
    expect((await sign(elsewhere.options, (await challenge()).cookie)).status).toBe(422)
    // A challenge for a second step can’t start a sign-in, and the other way round.
    const waiting = await begun(emailOf(who))
    const stepOptions = (await challenge(waiting.cookie, waiting.handle)).options
    expect((await sign(stepOptions, waiting.cookie)).status).toBe(422)
    const other = (await challenge(waiting.cookie)).options
    expect((await finish(waiting, { passkey: device.sign(other) })).status).toBe(422)
    expect((await challenge(waiting.cookie, 'unknown')).status).toBe(410)
  })

  test('of another person is refused, and a disabled person cannot sign in with theirs', async () => {
    const { who } = await withPasskey()
    const stranger = await withPasskey()
    const waiting = await begun(emailOf(who))
    const { options } = await challenge(waiting.cookie, waiting.handle)
    expect((await finish(waiting, { passkey: stranger.device.sign(options) })).status).toBe(422)
    const asOther = Buffer.from(who.user.id).toString('base64url')
    expect((await byPasskey(stranger.device, { userHandle: asOther })).status).toBe(422)
    await server.owner.query('update users set is_enabled = false where id = $1', [stranger.who.user.id])
    expect(await byPasskey(stranger.device)).toMatchObject({ status: 403, code: 'user-disabled' })
  })

  test('has a name, can be one of several, and can be renamed and removed by its owner only', async () => {
    const { who, device } = await withPasskey()
    const phone = await withPasskey(who, 'Phone')
    const list = async () => (await who.call(factorCalls.getFactors)).result[0]!.passkeys
    expect((await list()).map(({ name }) => name)).toEqual(['Desk', 'Phone'])
    const [desk] = await list()
    const stranger = await signedIn(server, clinic.clinicId)
    const body = { id: desk!.id, name: 'Mine' }
    expect(await stranger.call(factorCalls.renamePasskey, { body })).toMatchObject({
      status: 409,
      code: 'passkey-gone',
    })
    expect((await stranger.call(factorCalls.removePasskey, { query: { id: desk!.id } })).status).toBe(200)
    expect((await who.call(factorCalls.renamePasskey, { body: { id: desk!.id, name: 'Ward 3' } })).status).toBe(200)
    expect((await list()).map(({ name }) => name)).toEqual(['Ward 3', 'Phone'])
    expect((await who.call(factorCalls.removePasskey, { query: { id: desk!.id } })).status).toBe(200)
    expect((await byPasskey(device)).status).toBe(422)
    expect((await byPasskey(phone.device)).status).toBe(200)
    // The same device can’t be added twice.
    const options = (await who.call(factorCalls.beginPasskey)).result[0]!
    expect(options.excludeCredentials).toMatchObject([{ id: phone.device.id }])
    const again = phone.device.make(options)
    expect((await who.call(factorCalls.addPasskey, { body: { name: 'Phone', passkey: again } })).code).toBe(
      'passkey-there',
    )
  })
})

test('every change of a factor is audited and mailed to its owner', async () => {
  const { who } = await withApp()
  await withPasskey(who)
  await who.call(factorCalls.renewRecoveryCodes)
  const [passkey] = (await who.call(factorCalls.getFactors)).result[0]!.passkeys
  await who.call(factorCalls.removePasskey, { query: { id: passkey!.id } })
  await who.call(factorCalls.removeTotp)
  const changes = ['TOTP_ADDED', 'PASSKEY_ADDED', 'CODES_RENEWED', 'PASSKEY_REMOVED', 'TOTP_REMOVED']
  const audited = await rows(
    "select detail, session_id from audit_events where user_id = $1 and event = 'second-factor.changed' order by id",
    who.user.id,
  )
  expect(audited.map(({ detail }) => detail.change)).toEqual(changes)
  expect(audited.every(({ session_id: id }) => id === who.user.sessionId)).toBe(true)
  const words = ['set up', 'passkey was added', 'recovery codes were created', 'passkey was removed', 'app was removed']
  const texts: string[] = []
  for (const _ of words) texts.push((await mail.next(emailOf(who))).text)
  for (const word of words)
    expect(
      texts.some((text) => text.includes(word)),
      word,
    ).toBe(true)
  // After the last factor is removed the password is enough again.
  expect((await signInAs(server.url, emailOf(who), testPassword)).user.id).toBe(who.user.id)
})

describe('the sign-in policy of a clinic', () => {
  const required = (...requiredTypes: SignInPolicy['requiredTypes']) => ({ mode: 'REQUIRED' as const, requiredTypes })
  async function aStrictClinic() {
    const own = await aClinic(server)
    const admin = await signedIn(server, own.clinicId, { userType: 'clinicAdmin', facilityIds: [own.facilityId] })
    const set = (
      policy: { mode: SignInPolicy['mode']; requiredTypes: SignInPolicy['requiredTypes'] },
      version: number,
    ) => admin.call(signInPolicyCalls.setSignInPolicy, { body: { ...policy, version } })
    return { ...own, admin, set }
  }

  test('requires a second factor of a kind of people at their next sign-in, and does not interrupt people at work', async () => {
    const own = await aStrictClinic()
    const atWork = await signedIn(server, own.clinicId)
    clock.advance(second)
    expect(await own.set(required('doctor'), 0)).toMatchObject({
      status: 200,
      result: [{ mode: 'REQUIRED', requiredTypes: ['doctor'], version: 1 }],
    })
    const reads = (who: TestClient) => who.call(profileCalls.getProfile)
    expect((await reads(atWork)).status).toBe(200)
    expect((await signedIn(server, own.clinicId, { userType: 'reviewer' })).user.mustEnrol).toBe(false)
    const doctor = await signedIn(server, own.clinicId)
    expect(doctor.user.mustEnrol).toBe(true)
    expect(await reads(doctor)).toMatchObject({ status: 403, code: 'factor-needed', result: [] })
    const { secret } = (await doctor.call(factorCalls.beginTotp)).result[0]!
    expect((await doctor.call(factorCalls.confirmTotp, { body: { code: codeOf(secret) } })).status).toBe(200)
    expect((await doctor.call(identityCalls.renewToken)).result[0]!.mustEnrol).toBe(false)
    expect((await reads(doctor)).status).toBe(200)
    expect(await doctor.call(factorCalls.removeTotp)).toMatchObject({ status: 409, code: 'second-factor-required' })
    expect((await doctor.call(factorCalls.getFactors)).result[0]!.totpSince).not.toBeNull()
    expect((await own.admin.call(signInPolicyCalls.getSignInPolicy)).result[0]!.people).toContainEqual({
      userType: 'doctor',
      all: 2,
      withFactor: 1,
    })
  })

  test('can be off: nobody can begin with a second factor, and people who have one keep it', async () => {
    const own = await aStrictClinic()
    const before = await withPasskey(await signedIn(server, own.clinicId))
    await own.set({ mode: 'OFF', requiredTypes: [] }, 0)
    const fresh = await signedIn(server, own.clinicId)
    const refusal = { status: 409, code: 'second-factor-not-offered' }
    expect(await fresh.call(factorCalls.beginTotp)).toMatchObject(refusal)
    expect(await fresh.call(factorCalls.beginPasskey)).toMatchObject(refusal)
    expect((await before.who.call(factorCalls.beginTotp)).status).toBe(200)
    expect((await login(emailOf(before.who))).pending?.ways).toEqual(['PASSKEY', 'RECOVERY'])
  })

  test('is set by one of two simultaneous requests, and audited', async () => {
    const own = await aStrictClinic()
    const both = await Promise.all([own.set(required('doctor'), 0), own.set(required('biller', 'admin'), 0)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [audited, ...more] = await rows(
      "select detail from audit_events where user_id = $1 and event = 'sign-in-policy.set'",
      own.admin.user.id,
    )
    expect(more).toEqual([])
    expect(audited.detail.mode).toBe('REQUIRED')
  })

  test('an administrator can reset a person’s lost factors, which ends their sessions and sign-ins and notifies them', async () => {
    const own = await aStrictClinic()
    const lost = await withPasskey(await signedIn(server, own.clinicId, { facilityIds: [own.facilityId] }))
    const email = emailOf(lost.who)
    const waiting = await begun(email)
    const params = { id: lost.who.user.id }
    const listed = await own.admin.call(signInPolicyCalls.listPeopleWithFactor, { query: { name: email } })
    expect(listed).toMatchObject({
      size: 1,
      result: [{ id: params.id, passkeys: 1, hasApp: false, recoveryCodesLeft: 10 }],
    })
    expect((await own.admin.call(signInPolicyCalls.resetFactors, { params })).status).toBe(200)
    expect(await own.admin.call(signInPolicyCalls.resetFactors, { params })).toMatchObject({ status: 409 })
    expect((await lost.who.call(identityCalls.renewToken)).status).toBe(401)
    expect((await finish(waiting, { recoveryCode: lost.recoveryCodes[0]! })).status).toBe(410)
    expect((await byPasskey(lost.device)).status).toBe(422)
    expect((await login(email)).result).toHaveLength(1)
    const texts: string[] = [(await mail.next(email)).text, (await mail.next(email)).text]
    expect(texts.some((text) => text.includes('your clinic’s administrator removed your second factor'))).toBe(true)
    const own1 = await own.admin.call(signInPolicyCalls.resetFactors, { params: { id: own.admin.user.id } })
    expect(own1).toMatchObject({ status: 409, code: 'own-second-factor' })
  })

  test('requires passwords of eight characters with a second factor, and fifteen without [Q006, S21]', async () => {
    const { who, secret } = await withApp()
    const change = (on: TestClient, currentPassword: string, newPassword: string) =>
      on.call(profileCalls.changeCredentials, { body: { email: emailOf(who), currentPassword, newPassword } })
    expect(await change(who, testPassword, 'gravel7')).toMatchObject({
      status: 422,
      message: expect.stringContaining('at least 8 characters'),
    })
    expect((await change(who, testPassword, 'gravelpit')).status).toBe(200)
    const answer = await login(emailOf(who), '', 'gravelpit')
    const waiting = { handle: answer.pending!.handle, cookie: cookieOf(answer.headers) }
    const again = clientOf(server.url, (await finish(waiting, { code: codeOf(secret) })).result[0]!, waiting.cookie)
    expect(await again.call(factorCalls.removeTotp)).toMatchObject({ status: 409, code: 'password-short' })
    // After an administrator’s reset, a short password is not accepted as the only factor.
    const admin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
    await admin.call(signInPolicyCalls.resetFactors, { params: { id: who.user.id } })
    const alone = await signInAs(server.url, emailOf(who), 'gravelpit')
    expect(alone.user.mustEnrol).toBe(true)
    expect((await alone.call(profileCalls.getProfile)).code).toBe('factor-needed')
    const none = await signedIn(server, clinic.clinicId)
    const short = await none.call(profileCalls.changeCredentials, {
      body: { email: emailOf(none), currentPassword: testPassword, newPassword: 'gravelpit' },
    })
    expect(short).toMatchObject({ status: 422, message: expect.stringContaining('at least 15 characters') })
  })
})

describe('a fresh proof', () => {
  const needed = { status: 403, code: 'proof-needed' }
  const renew = (who: TestClient) => who.call(factorCalls.renewRecoveryCodes)

  test('lasts five minutes after the sign-in, and five more after each password, code or passkey', async () => {
    const { who, secret } = await withApp()
    const { device } = await withPasskey(who)
    clock.advance(4 * minute)
    expect((await renew(who)).status).toBe(200)
    clock.advance(minute)
    expect(await renew(who)).toMatchObject(needed)
    const asked = (await who.call(proofCalls.askForProof)).result[0]!
    expect(asked.ways).toEqual(['PASSKEY', 'TOTP', 'PASSWORD'])
    const proofs = [{ password: testPassword }, { code: codeOf(secret) }, { passkey: device.sign(asked.passkey!) }]
    for (const body of proofs) {
      expect((await who.call(proofCalls.prove, { body })).status).toBe(200)
      expect((await renew(who)).status).toBe(200)
      await server.owner.query("update sessions set proved_at = proved_at - interval '5 minutes' where user_id = $1", [
        who.user.id,
      ])
      expect(await renew(who)).toMatchObject(needed)
      // A used proof is refused the second time, except for a password.
      expect((await who.call(proofCalls.prove, { body })).status).toBe('password' in body ? 200 : 422)
      await server.owner.query("update sessions set proved_at = proved_at - interval '5 minutes' where user_id = $1", [
        who.user.id,
      ])
    }
    const audited = await rows(
      "select detail from audit_events where session_id = $1 and event = 'session.proved' order by id",
      who.user.sessionId,
    )
    expect(audited.map(({ detail }) => detail.by)).toEqual(['PASSWORD', 'PASSWORD', 'TOTP', 'PASSKEY'])
  })

  test('is valid for its own session only, and wrong ones count as wrong passwords [Q006, S26]', async () => {
    const { who } = await withApp()
    clock.advance(5 * minute)
    const other = await signInAsWithCode(who)
    expect((await renew(other.who)).status).toBe(200)
    expect(await renew(who)).toMatchObject(needed)
    const wrong = (body: { password: string } | { code: string }) => who.call(proofCalls.prove, { body })
    for (const body of [
      { password: 'wrong' },
      { code: '000000' },
      { password: 'x' },
      { code: '000000' },
      { password: 'y' },
    ])
      expect((await wrong(body)).status).toBe(422)
    expect(await wrong({ password: testPassword })).toMatchObject({ status: 429 })
    expect(await renew(who)).toMatchObject(needed)
  })

  /** Signs the same person in again, with a recovery code. */
  async function signInAsWithCode(who: TestClient) {
    await server.owner.query('update sessions set proved_at = $2 where id = $1', [who.user.sessionId, clock.now()])
    const [code] = (await renew(who)).result[0]!.recoveryCodes
    await server.owner.query('update sessions set proved_at = null where id = $1', [who.user.sessionId])
    const waiting = await begun(emailOf(who))
    const user = (await finish(waiting, { recoveryCode: code! })).result[0]!
    return { who: clientOf(server.url, user, waiting.cookie) }
  }
})
