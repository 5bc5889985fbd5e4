import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, inject, test } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { migrate, urlAsRole } from '../platform/database/index.ts'
import { freePort } from '../platform/free-port.ts'
import { folderWithDemo } from '../testing/prepared-demo.ts'
import { programOf } from '../testing/program.ts'
import { startSettings } from '../testing/start-settings.ts'
import { newId } from '../platform/ids.ts'
import { secretsFrom } from '../platform/secrets.ts'
import { demoAccount } from '../testing/demo-account.ts'
import { signInAs } from '../testing/test-client.ts'
import { testSecrets } from '../testing/test-secrets.ts'
import { openSecrets } from './open-secrets.ts'

const migrations = resolve(import.meta.dirname, '../../migrations')
const otherSecrets = secretsFrom(Buffer.alloc(32, 9))
const top = mkdtempSync(join(tmpdir(), 'dictara-keys-'))
const databases: string[] = []
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(top, 'data-'))
})
const asOwner = async <T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return run(client).finally(() => client.end())
}
/** Creates a database in the tests’ cluster, as a copy of `template`. */
async function aDatabase(template = 'template1'): Promise<string> {
  const name = `keys_${newId().replaceAll('-', '')}`
  await asOwner(inject('ownerUrl'), (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  )
  databases.push(name)
  const url = new URL(inject('ownerUrl'))
  url.pathname = `/${name}`
  return url.toString()
}
afterEach(async () => {
  for (const name of databases.splice(0))
    await asOwner(inject('ownerUrl'), (client) => client.query(`drop database ${name} with (force)`))
})
afterAll(() => rmSync(top, { recursive: true, force: true, maxRetries: 20 }))

const settingsFor = (more: Record<string, string> = {}) => readConfig({ DICTARA_DATA: folder, ...more })
const doorsOpen = (url: string) =>
  asOwner(urlAsRole(url, 'dictara_system', testSecrets), async (client) => (await client.query('select 1')).rows.length)

test('a new installation gets one master key, readable by its owner only, even when two start at the same time', async () => {
  const url = await aDatabase()
  const [one, two] = await Promise.all([openSecrets(settingsFor(), url), openSecrets(settingsFor(), url)])
  expect(one.derive('x')).toEqual(two.derive('x'))
  expect(statSync(join(folder, 'master-key')).mode & 0o077).toBe(0)
  expect((await openSecrets(settingsFor(), url)).derive('x')).toEqual(one.derive('x'))
})

test('no new master key is made beside a database in use, or beside audio', async () => {
  const used = await aDatabase('dictara_template')
  await expect(openSecrets(settingsFor(), used)).rejects.toThrow(/^The master key is missing/)
  const empty = await aDatabase()
  mkdirSync(join(folder, 'audio/ab'), { recursive: true })
  writeFileSync(join(folder, 'audio/ab/cd'), 'sealed')
  await expect(openSecrets(settingsFor(), empty)).rejects.toThrow(/^The master key is missing, and the audio in/)
  expect(existsSync(join(folder, 'master-key'))).toBe(false)
})

test('a folder in the place of the key is reported', async () => {
  mkdirSync(join(folder, 'master-key'))
  await expect(openSecrets(settingsFor(), await aDatabase())).rejects.toThrow(
    /master-key has to be a file, and is a folder/,
  )
})

test.each([
  ['truncated', Buffer.alloc(32, 7).toString('base64').slice(0, 20)],
  ['empty', ' '],
  ['written with an invalid character', `!${Buffer.alloc(32, 7).toString('base64').slice(1)}`],
  ['an ordinary phrase', 'please-change-this-master-key'],
])('a master key that is %s is refused with a readable message', async (_how, text) => {
  const url = await aDatabase()
  if (text.trim())
    await expect(openSecrets(settingsFor({ DICTARA_MASTER_KEY: text }), url)).rejects.toThrow(/is no master key/)
  writeFileSync(join(folder, 'master-key'), text)
  await expect(openSecrets(settingsFor(), url)).rejects.toThrow(/master-key is no master key/)
})

test('a master key that does not fit the database is refused before anything is changed', async () => {
  const url = await aDatabase('dictara_template')
  await expect(migrate(url, migrations, otherSecrets)).rejects.toThrow(/^The master key is not the one/)
  expect(await doorsOpen(url)).toBe(1)
  expect(await migrate(url, migrations, testSecrets)).toEqual([])
})

test('a database from before key checks is recognised by its encrypted data', async () => {
  const url = await aDatabase('dictara_template')
  await asOwner(url, async (client) => {
    await client.query('delete from installation')
    const [clinicId, id] = [newId(), newId()]
    await client.query("insert into clinics (clinic_id, name) values ($1, 'Hill')", [clinicId])
    await client.query(
      `insert into users (id, clinic_id, email, first_name, last_name, user_type, user_privilege, sealed_draft_key)
       values ($1, $2, 'a@example.org', 'A', 'B', 'doctor', 'NONE', $3)`,
      [id, clinicId, testSecrets.seal(Buffer.alloc(32), `draft key of ${id}`)],
    )
  })
  await expect(migrate(url, migrations, otherSecrets)).rejects.toThrow(/^The master key is not the one/)
  await migrate(url, migrations, testSecrets)
  await expect(migrate(url, migrations, otherSecrets)).rejects.toThrow(/^The master key is not the one/)
})

test('a second installation on one PostgreSQL is refused with a readable message, and the first keeps its database', async () => {
  const [first, second] = [await aDatabase('dictara_template'), await aDatabase()]
  await expect(migrate(second, migrations, otherSecrets)).rejects.toThrow(/belong to another installation of Dictara/)
  expect(await doorsOpen(first)).toBe(1)
  const tables = await asOwner(second, (client) => client.query("select from pg_tables where schemaname = 'public'"))
  expect(tables.rows).toEqual([])
})

/** Runs the whole program on the folder until it is ready or has ended. */
async function run(settings: Record<string, string> = {}) {
  const port = await freePort()
  const server = spawn(process.execPath, [programOf('main')], {
    env: {
      ...(await startSettings(folder, port)),
      DICTARA_LOG_LEVEL: 'silent',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const output of [server.stdout, server.stderr]) output.on('data', (text: Buffer) => (said += text.toString()))
  const ended = once(server, 'exit')
  while (server.exitCode === null && !said.includes('ready http'))
    await Promise.race([ended, once(server.stdout, 'data')])
  return {
    url: `http://localhost:${port}`,
    said: () => said,
    code: () => server.exitCode,
    async stop() {
      server.kill('SIGTERM')
      await ended
    },
  }
}

test('a start with a missing or wrong master key ends with a readable message, and with the right key everything is there', async () => {
  folder = folderWithDemo('data-', top)
  const file = join(folder, 'master-key')
  // If no demo is prepared, start once to create the installation.
  if (!existsSync(file)) await (await run()).stop()
  const key = readFileSync(file, 'utf8')

  unlinkSync(file)
  const without = await run()
  expect(without.code()).toBe(1)
  expect(without.said()).toContain('The master key is missing')
  expect(existsSync(file)).toBe(false)

  const mistyped = await run({ DICTARA_MASTER_KEY: Buffer.alloc(32, 1).toString('base64') })
  expect(mistyped.code()).toBe(1)
  expect(mistyped.said()).toContain('The master key is not the one that this database was made with')

  const right = await run({ DICTARA_MASTER_KEY: key })
  const { email, password } = demoAccount(folder, 'doctor')
  expect((await signInAs(right.url, email, password)).user.email).toBe(email)
  await right.stop()
}, 240_000)

test('a database prepared by a newer version is refused with a readable message and left unchanged', async () => {
  const url = await aDatabase('dictara_template')
  await asOwner(url, (client) => client.query("insert into migrations (name, checksum) values ('9999-later.sql', 'x')"))
  await expect(migrate(url, migrations, testSecrets)).rejects.toThrow(
    /^This database was made ready by a newer Dictara \(9999-later\.sql\) than this one\./,
  )
})

test('an owner who cannot create the roles gets a message before anything is changed', async () => {
  const url = new URL(await aDatabase())
  const name = url.pathname.slice(1)
  const owner = `owner_${name}`
  await asOwner(url.toString(), (client) =>
    client.query(`create role ${owner} login createrole password 'x'; alter database ${name} owner to ${owner}`),
  )
  try {
    const theirs = new URL(url)
    theirs.username = owner
    theirs.password = 'x'
    await expect(migrate(theirs.toString(), migrations, testSecrets)).rejects.toThrow(
      new RegExp(`^The user ${owner} of DATABASE_URL is no superuser`),
    )
  } finally {
    await asOwner(url.toString(), (client) =>
      client.query(`alter database ${name} owner to current_user; drop owned by ${owner} cascade; drop role ${owner}`),
    )
  }
})
