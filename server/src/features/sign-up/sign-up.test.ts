import { Writable } from 'node:stream'
import { signUpCalls } from '@dictara/contract/sign-up'
import { identityCalls } from '@dictara/contract/identity'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { newId } from '../../platform/ids.ts'
import { aClinic, aPerson, signedIn, testPassword } from '../../testing/clinic.fixtures.ts'
import { useCost } from '../../testing/light-argon2.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { callAnonymously, exchange, signInAs } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { hashOf } from '../identity/index.ts'
import { networkOf } from './tries.ts'
import { times } from '../../../../tools/src/times.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const clock = movableClock(new Date('2026-11-20T08:00:00Z'))
const proxies = { DICTARA_TRUSTED_PROXIES: '127.0.0.1, ::1' }
const password = 'seven boats upon a lake'
const lines: string[] = []
const secrets: string[] = []
let mail: MailServer
let server: TestServer
let clinicId: string

beforeAll(async () => {
  mail = await startMailServer()
  const kept = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString('utf8'))
      done()
    },
  })
  const settings = { DICTARA_SMTP_URL: mail.url, ...proxies }
  server = await startTestServer({ clock, tasks: true, settings, log: createLog('trace', kept) })
  clinicId = (await aClinic(server)).clinicId
})
afterAll(async () => {
  await server.close()
  await mail.stop()
})

let networks = 0
/** Posts from a new network, unless `ip` is given. */
function post(path: string, body?: object, ip?: string, at = server) {
  networks += 1
  const own = `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`
  return exchange('POST', `${at.url}/api${path}`, body, { 'x-forwarded-for': ip ?? own }).then(({ status, text }) => ({
    status,
    ...(JSON.parse(text) as { success: boolean; message: string; code?: string; result: string[] }),
  }))
}
let addresses = 0
const anAddress = () => `new${(addresses += 1)}@hill.example`
const input = (email: string, more: object = {}) => ({
  firstName: 'Ann',
  lastName: 'Lee',
  email,
  password,
  clinicName: `Clinic of ${email}`,
  phoneNumber: { countryCode: '+1', number: '5550100' },
  acceptedPolicies: true,
  timeZone: 'Europe/Berlin',
  ...more,
})
const signUp = (email: string, more: object = {}) => post('/authenticate/sign-up', input(email, more))
const verify = (id: string, otp: string, ip?: string) => post('/authenticate/sign-up/verify', { id, otp }, ip)
const resend = (id: string) => post('/authenticate/sign-up/resend-otp', { id })
const forgot = (email: string, at = server) =>
  post(`/authenticate/forgot-password?email=${encodeURIComponent(email)}`, undefined, undefined, at)
const reset = (token: string, chosen: string) => post('/authenticate/reset-password', { token, password: chosen })

async function codeTo(email: string) {
  const code = /^\d{6}$/m.exec((await mail.next(email)).text)![0]
  secrets.push(code)
  return code
}
async function aSignUp(email = anAddress()) {
  const { result } = await signUp(email)
  return { email, id: result[0]!, code: await codeTo(email) }
}
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const rows = async (sql: string, ...values: unknown[]) => (await server.owner.query(sql, values)).rows
const clinicsOf = (email: string) => rows('select * from clinics where name = $1', `Clinic of ${email}`)

test('a sign-up makes a clinic, its parent facility on trial and its first clinicAdmin, all only after the correct code [AUTH-39, AUTH-40, Q002]', async () => {
  const email = 'first@hill.example'
  const answer = await signUp(`  ${email.toUpperCase()} `)
  expect(answer).toMatchObject({ status: 200, success: true, result: [expect.stringMatching(/^[0-9a-f-]{36}$/)] })
  const id = answer.result[0]!
  const signIn = () => callAnonymously(server.url, identityCalls.login, { body: { email, password } })
  expect((await signIn()).status).toBe(401)
  expect(await rows('select id from users where email = $1', email)).toEqual([])

  const code = await codeTo(email)
  const [row] = await rows('select * from sign_ups where id = $1', id)
  expect(row.code_hash).toMatch(/^\$argon2id\$/)
  expect(JSON.stringify([row, await rows('select data from pgboss.job')])).not.toContain(code)

  // The right code also signs the person in.
  expect(await verify(id, code)).toMatchObject({ status: 200, success: true, result: [{ id, email }] })
  const { result } = await signIn()
  expect(result[0]).toMatchObject({ id, email, userType: 'clinicAdmin', fullName: 'Ann Lee', clinicConfigured: false })
  expect(await rows('select name, demo from clinics where clinic_id = $1', result[0]!.clinicId)).toEqual([
    { name: `Clinic of   ${email.toUpperCase()}`, demo: false },
  ])
  const facilities = await rows(
    'select id, is_parent, is_enabled, plan, plan_end_date::text, time_zone from facilities where clinic_id = $1',
    result[0]!.clinicId,
  )
  // Thirty days from the current date in Berlin (Q152).
  const trial = { plan: 'TRIAL', plan_end_date: '2026-12-20', time_zone: 'Europe/Berlin' }
  expect(facilities).toEqual([{ id: facilities[0].id, is_parent: true, is_enabled: true, ...trial }])
  const [linked] = await rows('select facility_id from facility_users where user_id = $1', id)
  expect(linked.facility_id).toBe(facilities[0].id)
  const [audit] = await rows("select detail from audit_events where event = 'clinic.signed-up'")
  expect(audit.detail).toEqual({ userId: id, acceptedAt: '2026-11-20T08:00:00.000Z' })
})

test('the mail of a code has it in text and HTML with a link to a page that fills it in, and opening the link uses nothing up', async () => {
  const email = anAddress()
  const { result } = await signUp(email, { firstName: 'Zoë' })
  const { text, html, subject } = await mail.next(email)
  const code = /^\d{6}$/m.exec(text)![0]
  expect(subject).toBe('Your Dictara code')
  const link = `${server.url}/otp-verification?id=${result[0]}&otp=${code}`
  expect(text.split('\n')).toEqual(expect.arrayContaining(['Dear Zoë,', code, link]))
  expect(html).toContain(`href="${link.replace('&', '&amp;')}"`)
  expect(html).toContain(code)
  const query = `/authenticate/sign-up/verify?id=${result[0]}&otp=${code}`
  expect((await fetch(`${server.url}/api${query}`)).status).toBe(404)
  expect((await verify(result[0]!, code)).status).toBe(200)
})

test('a code works once, and of simultaneous uses one makes the clinic [Q004]', async () => {
  const { id, email, code } = await aSignUp()
  const answers = await Promise.all([verify(id, code), verify(id, code), verify(id, code)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
  expect(await clinicsOf(email)).toHaveLength(1)
  expect(await verify(id, code)).toMatchObject({ status: 422, code: 'otp-invalid' })
})

test('a wrong, truncated or expired code, or one of another sign-up, makes nothing [Q004]', async () => {
  const one = await aSignUp()
  const two = await aSignUp()
  expect(await verify(one.id, other(one.code))).toMatchObject({ status: 422, code: 'otp-invalid' })
  if (one.code !== two.code) expect((await verify(one.id, two.code)).status).toBe(422)
  expect(await verify(newId(), one.code)).toMatchObject({ status: 422, code: 'otp-invalid' })
  expect(await verify(one.id, one.code.slice(0, 4))).toMatchObject({ status: 400, message: 'The code has 6 digits.' })
  expect(await verify(one.id, '')).toMatchObject({ status: 400, message: 'OTP is required' })
  clock.advance(10 * minute)
  expect(await verify(two.id, two.code)).toMatchObject({ status: 422, code: 'otp-invalid' })
  expect([await clinicsOf(one.email), await clinicsOf(two.email)]).toEqual([[], []])
})

test('the sixth attempt at a code is refused even when correct, and of eight simultaneous ones at most five are tried [Q004]', async () => {
  const { id, code } = await aSignUp()
  for (let i = 0; i < 5; i += 1) expect((await verify(id, other(code))).status).toBe(422)
  expect(await verify(id, code)).toMatchObject({ status: 429, code: 'otp-stopped' })
  const guessed = await aSignUp()
  const answers = await Promise.all(Array.from({ length: 8 }, () => verify(guessed.id, other(guessed.code))))
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
  expect(answers.filter((answer) => answer.code === 'otp-stopped')).toHaveLength(3)
})

test('a new code ends the old one, and can be requested after ten seconds and five times an hour [Q004]', async () => {
  const { id, email, code } = await aSignUp()
  clock.advance(9_000)
  expect(await resend(id)).toMatchObject({
    status: 429,
    code: 'otp-too-soon',
    message: expect.stringContaining('1 second'),
  })
  clock.advance(1_000)
  const both = await Promise.all([resend(id), resend(id)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 429])
  expect(both.find(({ status }) => status === 200)!.message).toBe('OTP sent')
  const fresh = await codeTo(email)
  if (fresh !== code) expect((await verify(id, code)).status).toBe(422)
  for (let i = 0; i < 3; i += 1) {
    clock.advance(10_000)
    expect((await resend(id)).status).toBe(200)
    await codeTo(email)
  }
  clock.advance(10_000)
  expect(await resend(id)).toMatchObject({ status: 429, code: 'otp-too-often' })
  clock.advance(hour)
  expect((await resend(id)).status).toBe(200)
  expect((await verify(id, await codeTo(email))).status).toBe(200)
  expect(await resend(id)).toMatchObject({ status: 410, code: 'sign-up-over' })
})

test('an email allows twenty guesses a day over all its sign-ups, and a network a hundred [Q004]', async () => {
  const email = anAddress()
  const signUps = []
  for (let i = 0; i < 5; i += 1) signUps.push(await aSignUp(email))
  for (const { id, code } of signUps.slice(0, 4))
    for (let i = 0; i < 5; i += 1) expect((await verify(id, other(code))).status).toBe(422)
  const last = signUps[4]!
  expect(await verify(last.id, last.code)).toMatchObject({ status: 429, code: 'otp-stopped-today' })
  clock.advance(day)
  expect((await resend(last.id)).status).toBe(410)

  const ip = '198.51.100.7'
  const guess = () => verify(newId(), '000000', ip)
  expect((await guess()).status).toBe(422)
  await server.owner.query('update counted_tries set tries = 98 where key = $1', [hashOf(`wrongCodesOfNetwork ${ip}`)])
  const guesses = await Promise.all([guess(), guess(), guess(), guess()])
  expect(guesses.map(({ status }) => status).toSorted()).toEqual([422, 422, 429, 429])
  const victim = await aSignUp()
  expect(await verify(victim.id, victim.code, ip)).toMatchObject({ status: 429, code: 'otp-stopped-today' })
  expect((await verify(victim.id, victim.code)).status).toBe(200)
  clock.advance(day)
  expect((await guess()).status).toBe(422)
})

test('one network can sign up twenty times an hour', async () => {
  const ip = '198.51.100.8'
  const known = input(anAddress(), { password: 'x' })
  expect((await post('/authenticate/sign-up', known, ip)).status).toBe(422)
  await server.owner.query('insert into counted_tries values ($1, $2, 20)', [
    hashOf(`signUpsOfNetwork ${ip}`),
    clock.now(),
  ])
  expect(await post('/authenticate/sign-up', input(anAddress()), ip)).toMatchObject({
    status: 429,
    code: 'too-many-sign-ups',
  })
  clock.advance(hour)
  expect((await post('/authenticate/sign-up', input(anAddress()), ip)).status).toBe(200)
})

test('an email with an account gets the same answer as any other and a mail that says so, and no code works for it [Q007]', async () => {
  const person = await aPerson(server, clinicId)
  const email = anAddress()
  const [unknown, known] = [await signUp(email), await signUp(person.email.toUpperCase())]
  expect({ ...known, result: [] }).toEqual({ ...unknown, result: [] })
  expect(known.result[0]).toMatch(/^[0-9a-f-]{36}$/)
  await codeTo(email)
  const { subject, text, html } = await mail.next(person.email)
  expect(subject).toBe('You already have a Dictara account')
  for (const words of [text, html]) {
    expect(words).toContain(`${server.url}/login`)
    expect(words).toContain(`${server.url}/forgot-password`)
  }
  clock.advance(10_000)
  const [again, decoy] = [await resend(unknown.result[0]!), await resend(known.result[0]!)]
  expect(decoy).toEqual(again)
  expect((await mail.next(person.email)).subject).toBe('You already have a Dictara account')
  await codeTo(email)
  const wrong = async (id: string) => verify(id, '000000')
  expect(await wrong(known.result[0]!)).toEqual(await wrong(unknown.result[0]!))
})

test('an email that gets an account before the code is entered gets no second one', async () => {
  const { id, email, code } = await aSignUp()
  await server.owner.query(
    "insert into users (id, clinic_id, email, first_name, last_name, user_type, user_privilege) values ($1, $2, $3, 'A', 'B', 'biller', 'NONE')",
    [newId(), clinicId, email],
  )
  expect(await verify(id, code)).toMatchObject({ status: 422, code: 'otp-invalid' })
  expect(await clinicsOf(email)).toEqual([])
})

test.each([
  ['of one letter', { firstName: 'A', lastName: 'O' }, 200],
  ['of a hundred letters', { firstName: 'A'.repeat(100), lastName: 'é'.repeat(100) }, 200],
  ['written from right to left', { firstName: 'عائشة', lastName: 'בן־דוד'.replace('־', '-') }, 200],
  ['with allowed punctuation', { firstName: 'J. R', lastName: "O'Neil-Smith, Jr" }, 200],
  ['of 101 letters', { firstName: 'A'.repeat(101) }, 'First Name may have at most 100 characters.'],
  ['of emoji', { firstName: '🙂' }, 'Please enter only alphabets'],
  ['that ends with a period', { lastName: 'Lee.' }, 'Please enter only alphabets'],
  ['that starts with a hyphen', { lastName: '-Lee' }, 'Please enter only alphabets'],
  ['of blanks', { lastName: '   ' }, 'Last Name is required'],
])('a name %s is accepted or refused by the rules for names [AUTH-22]', async (_, names, expected) => {
  const email = anAddress()
  const answer = await signUp(email, names)
  if (expected !== 200)
    return expect(answer).toMatchObject({ status: 400, message: expect.stringContaining(String(expected)) })
  expect(answer.status).toBe(200)
  const { text } = await mail.next(email)
  expect(text).toContain(`Dear ${(names as { firstName: string }).firstName.normalize()},`)
})

test.each([
  ['an invalid email', { email: 'ann@hill' }, 'Please enter valid Email'],
  ['two emails', { email: 'ann@hill.example, bob@hill.example' }, 'Please enter valid Email'],
  ['no clinic name', { clinicName: ' ' }, 'Clinic Name is required'],
  ['no consent', { acceptedPolicies: false }, 'Please accept our Privacy Policy and BAA'],
  ['an extra field', { userType: 'dictaraGod' }, 'Check what you entered'],
])('a sign-up with %s is refused with a readable message', async (_, wrong, words) => {
  expect(await signUp(anAddress(), wrong)).toMatchObject({ status: 400, message: expect.stringContaining(words) })
})

test('a password with the name of the clinic is refused, and an unknown time zone is ignored', async () => {
  const email = anAddress()
  const known = { clinicName: 'Northfields', password: 'Northfields-Northfields' }
  expect(await signUp(email, known)).toMatchObject({ status: 422, code: 'password-known' })
  const { result } = await signUp(email, { timeZone: 'Middle/Earth' })
  expect((await rows('select time_zone from sign_ups where id = $1', result[0]))[0].time_zone).toBe('America/New_York')
  await codeTo(email)
})

test('forgot password answers the same for known, unknown and disabled emails, and mails the known one a single-use link [AUTH-41, AUTH-42, Q007]', async () => {
  const person = await signedIn(server, clinicId)
  const { email, id } = person.user
  const disabled = await aPerson(server, clinicId)
  await server.owner.query('update users set is_enabled = false where id = $1', [disabled.id])
  const answers = []
  for (const address of [email.toUpperCase(), 'nobody@hill.example', disabled.email])
    answers.push(await forgot(address))
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  const words = 'Password reset link generated, please check your inbox for details'
  expect(answers[0]).toMatchObject({ status: 200, success: true, message: words })

  const { text, html } = await mail.next(email)
  const link = new RegExp(`^${server.url}/reset-password/([\\w-]{43})$`, 'm').exec(text)!
  expect(html).toContain(`href="${link[0]}"`)
  const token = link[1]!
  secrets.push(token)
  // A mail scanner opens the link first.
  const look = () => callAnonymously(server.url, identityCalls.findInvitation, { query: { token } })
  for (let i = 0; i < 3; i += 1) expect((await look()).status).toBe(200)
  expect((await reset(token.slice(0, 40), 'a walk along the quiet river')).status).toBe(410)
  const twice = await Promise.all(['one', 'two'].map((word) => reset(token, `${word} walk along the quiet river`)))
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 410])
  expect(twice.find(({ status }) => status === 200)!.message).toBe('Please use your new password to login.')
  expect((await reset(token, 'a walk along the quiet river')).status).toBe(410)
  expect((await person.call(identityCalls.renewToken)).status).toBe(401)
  const notice = await mail.next(email)
  expect(notice.subject).toBe('Your Dictara password was changed')
  const chosen = twice[0]!.status === 200 ? 'one' : 'two'
  expect((await signInAs(server.url, email, `${chosen} walk along the quiet river`)).user.id).toBe(id)
  expect(mail.mails.filter(({ to }) => to === disabled.email || to === 'nobody@hill.example')).toEqual([])
})

test('a password-reset link is valid for half an hour, and its address comes from the settings, not from the request', async () => {
  const { email } = await aPerson(server, clinicId)
  const body = new URLSearchParams({ email })
  await fetch(`${server.url}/api/authenticate/forgot-password?${body}`, {
    method: 'POST',
    headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-for': '203.0.113.1' },
  })
  const { text } = await mail.next(email)
  expect(text).not.toContain('evil')
  const token = /reset-password\/(\S+)/.exec(text)![1]!
  clock.advance(30 * minute)
  expect(await reset(token, 'a walk along the quiet river')).toMatchObject({ status: 410, code: 'link-invalid' })
})

test('an email gets at most five links an hour, and two requests in quick succession send one', async () => {
  const { email, id } = await aPerson(server, clinicId)
  const links = async () => (await rows('select from invitations where user_id = $1', id)).length
  for (let i = 0; i < 7; i += 1) {
    expect((await forgot(email)).status).toBe(200)
    if (i < 5) await mail.next(email)
    clock.advance(minute)
  }
  // Links are mailed in the order of the requests: when the mail to `later` has arrived, the requests for `last` are
  // done.
  const last = await aPerson(server, clinicId)
  await Promise.all([forgot(last.email), forgot(last.email)])
  await mail.next(last.email)
  await forgot(last.email)
  const later = await aPerson(server, clinicId)
  await forgot(later.email)
  await mail.next(later.email)
  expect(await links()).toBe(5)
  expect(await rows('select from invitations where user_id = $1', last.id)).toHaveLength(1)
})

test('a mail that is sent again after a server was killed arrives once', async () => {
  const { email } = await aSignUp()
  const [{ data }] = await rows("select data from pgboss.job where name = 'send-code' order by created_on desc limit 1")
  const first = mail.mails.find(({ to }) => to === email)!
  await server.app.tasks
    .find(({ name }) => name === 'send-code')!
    .run(data, {
      signal: new AbortController().signal,
      id: 'run',
      attempt: 2,
      isLastAttempt: false,
    })
  const id = /^<(.+)@dictara>$/.exec(first.messageId)![1]!
  const done = () =>
    rows("select from pgboss.job where name = 'send-mail' and singleton_key = $1 and state = 'completed'", id)
  await expect.poll(async () => (await done()).length, { timeout: 20_000 }).toBe(2)
  expect(mail.mails.filter(({ to }) => to === email)).toEqual([first])
})

test('a sign-up without its code is deleted after a day, with its password and names', async () => {
  const { id, email } = await aSignUp()
  clock.advance(day)
  expect((await resend(id)).status).toBe(410)
  const task = server.app.tasks.find(({ name }) => name === 'forget-sign-ups')!
  await task.run({}, { signal: new AbortController().signal, id: 'run', attempt: 1, isLastAttempt: true })
  expect(await rows('select from sign_ups where email = $1', email)).toEqual([])
})

test('the log contains no code, link, password or email', () => {
  const log = lines.join('')
  expect(secrets.length).toBeGreaterThan(10)
  for (const secret of [...secrets, password, testPassword, '@hill.example', 'Ann'])
    expect(log.split(/[^\w@. -]+/)).not.toContain(secret)
  expect(log).not.toContain('@hill.example')
})

test('an IPv6 address is counted by its network, in any notation', () => {
  expect(networkOf('::ffff:198.51.100.7')).toBe('198.51.100.7')
  expect(networkOf('2001:db8::1')).toBe(networkOf('2001:0db8:0:0:ffff:1:2:3'))
  expect(networkOf('::1')).toBe('0:0:0:0')
  fc.assert(
    fc.property(fc.ipV6(), (ip) => {
      if (ip.includes('.')) return
      const whole = new URL(`http://[${ip}]`).hostname.slice(1, -1)
      expect(networkOf(ip)).toBe(networkOf(whole))
    }),
  )
})

type Step = 'resend' | 'right' | 'wrong' | number

/**
 * A model of the answers to a sign-up, written independently of the product, after Q004 and S24 of
 * docs/operating/controls.md.
 */
class SignUpModel {
  private sentAt = 0
  private tries = 0
  private isUsed = false
  private codes = { since: 0, count: 1 }
  private guesses = { since: Number.NEGATIVE_INFINITY, count: 0 }

  private count(window: { since: number; count: number }, span: number, most: number, now: number): boolean {
    if (now - window.since >= span) Object.assign(window, { since: now, count: 0 })
    if (window.count >= most) return false
    window.count += 1
    return true
  }
  answer(step: 'resend' | 'right' | 'wrong', now: number): number {
    if (step === 'resend') {
      if (this.isUsed) return 410
      if (now - this.sentAt < 10_000 || !this.count(this.codes, hour, 5, now)) return 429
      Object.assign(this, { sentAt: now, tries: 0 })
      return 200
    }
    if (this.isUsed) return 422
    if (!this.count(this.guesses, day, 20, now)) return 429
    if (now - this.sentAt >= 10 * minute) return 422
    if (this.tries >= 5) return 429
    this.tries += 1
    if (step === 'wrong') return 422
    this.isUsed = true
    return 200
  }
}

test('random sequences of sign-up actions and times are answered according to the rules [Q004]', async () => {
  const steps = fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant<Step>('wrong') },
      { weight: 2, arbitrary: fc.constant<Step>('resend') },
      { weight: 1, arbitrary: fc.constant<Step>('right') },
      { weight: 3, arbitrary: fc.constantFrom<Step>(5_000, 10_000, 9 * minute, 10 * minute, 40 * minute) },
    ),
    { minLength: 5, maxLength: 25, size: 'max' },
  )
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(steps, async (path) => {
      const { id, email, code: first } = await aSignUp()
      const model = new SignUpModel()
      let [code, now] = [first, 0]
      for (const step of path) {
        if (typeof step === 'number') {
          clock.advance(step)
          now += step
          continue
        }
        const expected = model.answer(step, now)
        const { status } =
          step === 'resend' ? await resend(id) : await verify(id, step === 'right' ? code : other(code))
        expect({ step, status }).toEqual({ step, status: expected })
        if (step === 'resend' && status === 200) code = await codeTo(email)
        seen.add(`${step} ${status}`)
      }
    }),
    { numRuns: times(5, 15), examples: [[['resend', 'wrong', 10_000, 'resend', 'right']]] },
  )
  expect([...seen]).toEqual(expect.arrayContaining(['resend 200', 'resend 429', 'wrong 422', 'right 200']))
}, 180_000)

/**
 * The share of pairs in which a value of `a` is greater than one of `b`. It is about 0.5 if both have the same
 * distribution, on any machine.
 */
function share(a: readonly number[], b: readonly number[]): number {
  let won = 0
  for (const x of a) for (const y of b) won += x > y ? 1 : x === y ? 0.5 : 0
  return won / (a.length * b.length)
}

test('response times do not reveal a known email: over many links, sign-ups and sign-ins they overlap [Q007]', async () => {
  const settings = { DICTARA_SMTP_URL: 'smtp://127.0.0.1:1', ...proxies }
  useCost('felt')
  // No mail is sent, so that only the time until the answer is measured.
  const quiet = await startTestServer({ settings })
  try {
    const { clinicId: here } = await aClinic(quiet)
    const { email } = await aPerson(quiet, here)
    // Several people, so that no account is delayed after too many failures.
    const many: string[] = []
    for (let i = 0; i < 10; i += 1) many.push((await aPerson(quiet, here)).email)
    let signIns = 0
    // A sign-up and a sign-in each hash a password, which takes most of their time.
    const [askedForLinks, signed] = [100, 30]
    const measure = async (tries: number, ask: (address: string) => Promise<{ status: number }>, status = 200) => {
      const took: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
      for (let i = 0; i < tries; i += 1)
        for (const kind of i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
          const began = performance.now()
          expect((await ask(kind === 'known' ? email : `nobody${i}${'x'.repeat(8)}@example.org`)).status).toBe(status)
          took[kind].push(performance.now() - began)
        }
      return share(took.known, took.unknown)
    }
    await measure(5, (address) => forgot(address, quiet))
    const links = await measure(askedForLinks, (address) => forgot(address, quiet))
    const signUps = await measure(signed, (address) => post('/authenticate/sign-up', input(address), undefined, quiet))
    const refusals = await measure(
      signed,
      async (address) => {
        const known = address === email ? many[(signIns += 1) % many.length]! : address
        return post('/authenticate/login', { email: known, password: 'not the password' }, undefined, quiet)
      },
      401,
    )
    const shares = [links, signUps, refusals].map((one) => one.toFixed(2)).join(', ')
    process.stdout.write(`known took longer than unknown: links, sign-ups, sign-ins ${shares}\n`)
    // 4.5 standard deviations of what happens by chance. Looking up an account or sending a mail would exceed it by
    // far.
    const byChance = (tries: number) => (4.5 * Math.sqrt((2 * tries + 1) / 12)) / tries
    expect(Math.abs(links - 0.5)).toBeLessThan(byChance(askedForLinks))
    expect(Math.abs(signUps - 0.5)).toBeLessThan(byChance(signed))
    expect(Math.abs(refusals - 0.5)).toBeLessThan(byChance(signed))
  } finally {
    useCost('light')
    await quiet.close()
  }
}, 240_000)

test('on a public server without a mail server nobody can sign up or request a link, with a known email or not', async () => {
  const settings = { DICTARA_PUBLIC_URL: 'https://dictara.example.org', ...proxies }
  const withoutMail = await startTestServer({ settings })
  try {
    const { email } = await aPerson(withoutMail, (await aClinic(withoutMail)).clinicId)
    const refusedBy = async (answer: Promise<{ code?: string }>) => (await answer).code
    for (const address of [email, 'nobody@example.org']) {
      expect(await refusedBy(forgot(address, withoutMail))).toBe('no-mail-for-accounts')
      const asked = post('/authenticate/sign-up', input(address), undefined, withoutMail)
      expect(await refusedBy(asked)).toBe('no-mail-for-accounts')
    }
    expect((await withoutMail.owner.query('select from sign_ups')).rows).toEqual([])
  } finally {
    await withoutMail.close()
  }
})

test('on a local server without a mail server the code is in the demo’s mailbox', async () => {
  const alone = await startTestServer({ tasks: true, settings: proxies })
  try {
    const demo = await aClinic(alone, 'Harbor Street Clinic')
    await alone.owner.query('update clinics set demo = true')
    const admin = await signedIn(alone, demo.clinicId, { userType: 'clinicAdmin', facilityIds: [demo.facilityId] })
    const answer = await callAnonymously(alone.url, signUpCalls.signUp, { body: input('ann@hill.example') as never })
    expect(answer.message).toMatch(/^No mail server is set up here/)
    const read = () => admin.ask<{ to: string; body: string }>('GET /clinic/mailbox')
    await expect.poll(async () => (await read()).result[0]?.to, { timeout: 20_000 }).toBe('ann@hill.example')
    const [kept] = (await read()).result
    expect(kept!.body).toMatch(/^\d{6}$/m)
    const [row] = (await alone.owner.query('select * from mailbox')).rows
    expect(JSON.stringify({ ...row, sealed: row.sealed.toString('latin1') })).not.toContain(
      /^\d{6}$/m.exec(kept!.body)![0],
    )
  } finally {
    await alone.close()
  }
})
