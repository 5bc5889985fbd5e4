import { identityCalls, passwordLength } from '@dictara/contract/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { aClinic, aPerson, testPassword } from '../../testing/clinic.fixtures.ts'
import { callAnonymously, signInAs } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { hashOf, randomSecret } from './tokens.ts'
import { inBatches } from '../../testing/in-batches.ts'

const clock = movableClock(new Date('2026-11-20T08:00:00Z'))
let server: TestServer
let clinicId: string

beforeAll(async () => {
  server = await startTestServer({ clock })
  clinicId = (await aClinic(server)).clinicId
})
afterAll(() => server.close())

const minute = 61_000
const tryToSignIn = (email: string, password: string, cookie = '') =>
  callAnonymously(server.url, identityCalls.login, { body: { email, password } }, cookie ? { cookie } : {})
const somebody = async () => (await aPerson(server, clinicId)).email
/** The number of guesses that were checked against the password hash (401). A guess that was not checked gets 429. */
const tried = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status === 401).length

test('of twenty simultaneous guesses at most five are tried, for a known and for an unknown email', async () => {
  for (const email of [await somebody(), `nobody-${newId()}@example.org`]) {
    clock.advance(minute)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => tryToSignIn(email, `guess ${i}`)))
    process.stdout.write(`parallel guesses tried of 20: ${tried(answers)}\n`)
    expect(tried(answers)).toBeLessThanOrEqual(5)
    expect(tried(answers)).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20 - tried(answers))
  }
})

test('on the owner’s own device also at most five of twenty simultaneous guesses are tried', async () => {
  clock.advance(minute)
  const email = await somebody()
  const { cookie } = await signInAs(server.url, email, testPassword)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => tryToSignIn(email, `guess ${i}`, cookie)))
  expect(tried(answers)).toBeLessThanOrEqual(5)
})

test('a correct password resets the count, so many sign-ins in a row are not taken for guessing', async () => {
  clock.advance(minute)
  const email = await somebody()
  for (let i = 0; i < 8; i += 1) expect((await tryToSignIn(email, testPassword)).status).toBe(200)
  for (let i = 0; i < 4; i += 1) expect((await tryToSignIn(email, 'a typing mistake')).status).toBe(401)
  expect((await tryToSignIn(email, testPassword)).status).toBe(200)
  for (let i = 0; i < 4; i += 1) expect((await tryToSignIn(email, 'a typing mistake')).status).toBe(401)
})

test('after a hundred failures all guesses are refused, except on the owner’s own device, until a new password is set', async () => {
  const email = await somebody()
  const { user, cookie } = await signInAs(server.url, email, testPassword)
  let guesses = 0
  const guessFor = async (quarters: number) => {
    for (let quarter = 0; quarter < quarters; quarter += 1) {
      clock.advance(16 * minute)
      guesses += tried([await tryToSignIn(email, `guess ${quarter}`)])
    }
  }
  await guessFor(6)
  await server.owner.query('update sign_in_delays set failures = failures + 90 where key = $1', [hashOf(email)])
  await guessFor(8)
  expect(guesses + 90).toBe(100)
  clock.advance(24 * 60 * minute)
  expect(await tryToSignIn(email, testPassword)).toMatchObject({ status: 429, code: 'sign-in-stopped' })
  expect((await tryToSignIn(email, testPassword, cookie)).status).toBe(200)
  const token = randomSecret()
  await server.owner.query(
    'insert into invitations (token_hash, clinic_id, user_id, expires_at) values ($1, $2, $3, $4)',
    [hashOf(token), clinicId, user.id, new Date(clock.now().getTime() + minute)],
  )
  const password = 'seven boats upon a lake'
  expect(password.length).toBeGreaterThanOrEqual(passwordLength.least)
  expect((await callAnonymously(server.url, identityCalls.resetPassword, { body: { token, password } })).status).toBe(
    200,
  )
  expect((await tryToSignIn(email, password)).status).toBe(200)
})

test('an IP address is limited to its calls per minute, even when they are simultaneous', async () => {
  clock.advance(2 * minute)
  const answers = await inBatches(150, () =>
    callAnonymously(server.url, identityCalls.findInvitation, { query: { token: 'unknown' } }),
  )
  expect(answers.filter(({ status }) => status === 410)).toHaveLength(120)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30)
})
