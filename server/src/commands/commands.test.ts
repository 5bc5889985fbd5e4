import { execFile } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { facilityCalls } from '@dictara/contract/facilities'
import { identityCalls } from '@dictara/contract/identity'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hashPassword } from '../features/identity/index.ts'
import { killableServer, type KillableServer } from '../testing/killable-server.ts'
import { runCommand } from './index.ts'
import { useCost } from '../testing/light-argon2.ts'
import { programOf } from '../testing/program.ts'
import { callAnonymously, signInAs } from '../testing/test-client.ts'

const password = 'seven boats upon a lake'
let server: KillableServer

beforeAll(async () => {
  server = await killableServer()
})
afterAll(() => server.remove())

const environment = () => ({ ...process.env, DICTARA_DATA: server.folder, DICTARA_PORT: String(server.port) })

/** Runs `npm run dictara -- …` in its own process, as an administrator does. */
const dictara = (...given: string[]) =>
  new Promise<{ code: number; said: string }>((done) => {
    execFile(process.execPath, [programOf('dictara'), ...given], { env: environment() }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, said: out + err }),
    )
  })
const tokenIn = (said: string) => /\/reset-password\/([\w-]{43})$/m.exec(said)?.[1] ?? ''
const setPassword = (token: string, chosen = password) =>
  callAnonymously(server.url, identityCalls.resetPassword, { body: { token, password: chosen } })
const signIn = (email: string, chosen = password) =>
  callAnonymously(server.url, identityCalls.login, { body: { email, password: chosen } })
const accounts = () =>
  JSON.parse(readFileSync(join(server.folder, 'demo-accounts.json'), 'utf8')) as { email: string; password: string }[]
const newClinic = (email: string, name = 'Hill Clinic') =>
  ['clinic', 'create', '--name', name, '--email', email, '--first-name', 'Ann', '--last-name', 'Lee'] as const

test('the demo’s pass phrases have 80 bits, are readable by the owner only, and are not printed without a terminal', async () => {
  await server.start()
  expect(accounts()).toHaveLength(12)
  for (const { password: phrase } of accounts()) expect(phrase).toMatch(/^[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){3}$/)
  expect(new Set(accounts().map((one) => one.password)).size).toBe(12)
  expect(statSync(join(server.folder, 'demo-accounts.json')).mode & 0o077).toBe(0)
  for (const { password: phrase } of accounts()) expect(server.said()).not.toContain(phrase)
  expect(server.said()).toContain(`Demo sign-ins are in ${join(server.folder, 'demo-accounts.json')}`)
}, 120_000)

test('beside a running server the first clinic can be created, its administrator begins with a link, and the demo ends', async () => {
  const demo = accounts()[0]!
  const before = await signInAs(server.url, demo.email, demo.password)
  const made = await dictara(...newClinic('ann@hill.example'), '--time-zone', 'Europe/Berlin')
  expect(made).toMatchObject({ code: 0 })
  expect(made.said).toContain('The 12 demo people can no longer sign in')
  expect((await before.call(identityCalls.renewToken)).status).toBe(401)
  expect((await signIn(demo.email, demo.password)).status).toBe(403)

  expect((await setPassword(tokenIn(made.said))).status).toBe(200)
  expect((await setPassword(tokenIn(made.said))).status).toBe(410)
  const ann = await signInAs(server.url, 'ann@hill.example', password)
  expect(ann.user).toMatchObject({ userType: 'clinicAdmin', clinicName: 'Hill Clinic', demo: false })
  expect((await ann.call(facilityCalls.listUserFacilities, {})).result).toMatchObject([{ facilityName: 'Hill Clinic' }])
}, 120_000)

test('a forgotten password can be reset by a link, which ends every session', async () => {
  const ann = await signInAs(server.url, 'ann@hill.example', password)
  const made = await dictara('user', 'reset-password', 'Ann@Hill.example')
  expect(made).toMatchObject({ code: 0 })
  const other = 'nine lanterns in a row'
  expect((await setPassword(tokenIn(made.said), other)).status).toBe(200)
  expect((await ann.call(identityCalls.renewToken)).status).toBe(401)
  expect((await signIn('ann@hill.example', other)).status).toBe(200)
}, 120_000)

test('a person locked out after failures can be let in again', async () => {
  const email = 'ann@hill.example'
  for (let i = 0; i < 5; i += 1) expect((await signIn(email, 'wrong')).status).toBe(401)
  expect((await signIn(email, 'wrong')).status).toBe(429)
  expect(await dictara('user', 'unlock', email)).toMatchObject({ code: 0, said: expect.stringContaining('Ann Lee') })
  expect((await signIn(email, 'wrong')).status).toBe(401)
}, 120_000)

test.each([
  [['clinic'], 'Unknown command'],
  [['user', 'reset-password'], 'Give the person’s email.'],
  [['user', 'reset-password', 'nobody@hill.example'], 'Nobody has the email nobody@hill.example.'],
  [['clinic', 'create', '--name', 'Hill'], '--email is missing'],
  [[...newClinic('ann at hill')], '--email can’t be used: Please enter valid email'],
  [[...newClinic(`${'a'.repeat(400)}@hill.example`)], '--email can’t be used: Please enter valid email'],
  [[...newClinic('b@hill.example', 'n'.repeat(101))], '--name can’t be used: This may have at most 100 characters.'],
  [[...newClinic('b@hill.example', 'Hill\nClinic')], '--name can’t be used: This must be one line of plain text.'],
  [[...newClinic('b@hill.example'), '--first-name', '<b>Ann</b>'], '--first-name can’t be used: Please enter only'],
  [[...newClinic('b@hill.example'), '--facility', 'f'.repeat(101)], '--facility can’t be used: This may have at most'],
  [[...newClinic('b@hill.example'), 'Main', 'Street'], 'Unexpected “Main Street”'],
  [['user', 'reset-password', 'ann@hill.example', 'Lee'], 'Unexpected “Lee”'],
  [[...newClinic('b@hill.example'), '--time-zone', '+05:00'], 'isn’t a time zone'],
  [[...newClinic('ann@hill.example')], 'already has an account'],
  [[...newClinic('b@hill.example'), '--time-zone', 'Berlin'], 'isn’t a time zone'],
])('%j is refused with a readable message', async (given, words) => {
  let said = ''
  // The command runs in this process: starting the program gives the same result but takes a second each time.
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((said += String(text))))
  const code = await runCommand(given, environment()).finally(() => spy.mockRestore())
  expect(said).toContain(words)
  expect(code).toBe(1)
})

test('without a running server the commands work too, and the server then has their results', async () => {
  await server.stop()
  const made = await dictara(...newClinic('cleo@lake.example', 'Lake Clinic'))
  expect(made).toMatchObject({ code: 0 })
  expect(made.said).not.toContain('demo')
  await server.start()
  expect((await setPassword(tokenIn(made.said))).status).toBe(200)
  expect((await signIn('cleo@lake.example')).status).toBe(200)
  expect((await signIn(accounts()[0]!.email, accounts()[0]!.password)).status).toBe(403)
}, 120_000)

test('the demo returns only on request, and weak pass phrases of an older one are replaced', async () => {
  const [first, ...rest] = accounts()
  // An older version stored a pass phrase of four words, and its hash in the database.
  const client = new pg.Client({ connectionString: server.databaseUrl() })
  await client.connect()
  // The server has to verify this hash, so hash it at the real cost.
  useCost('real')
  const hash = await hashPassword('amber-basil-canyon-dune').finally(() => useCost('light'))
  await client.query('update users set password_hash = $1 where email = $2', [hash, first!.email])
  await client.end()
  await server.stop()
  const weak = [{ ...first, password: 'amber-basil-canyon-dune' }, ...rest]
  writeFileSync(join(server.folder, 'demo-accounts.json'), JSON.stringify(weak))
  await server.start({ DICTARA_DEMO: 'yes' })
  expect((await signIn(first!.email, 'amber-basil-canyon-dune')).status).toBe(401)
  expect(accounts()[0]!.password).toMatch(/^\w{4}(-\w{4}){3}$/)
  expect((await signIn(first!.email, accounts()[0]!.password)).status).toBe(200)
  expect(accounts().slice(1)).toEqual(rest)
  expect((await signIn(rest[0]!.email, rest[0]!.password)).status).toBe(200)
  await server.stop()
  await server.start({ DICTARA_PUBLIC_URL: 'https://dictara.example.org', DICTARA_HOST: 'localhost' })
  expect((await signIn(first!.email, accounts()[0]!.password)).status).toBe(403)
}, 240_000)
