import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { demoSignInCalls } from '@dictara/contract/demo-sign-in'
import { jobListCalls } from '@dictara/contract/job-lists'
import { listeningCalls } from '@dictara/contract/listening'
import { noteCalls } from '@dictara/contract/notes'
import { patientCalls } from '@dictara/contract/patients'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '../platform/database/migrate.ts'
import { prepareQueue } from '../platform/tasks/index.ts'
import { callAnonymously, clientOf, cookieOf, type TestClient } from './test-client.ts'
import { testSecrets } from './test-secrets.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/**
 * The demo as made by an earlier version on November 28, 2026, with the master key of the tests: its migrations, the rows of its
 * tables, and the listening copy of job 000001.
 */
const older = join(import.meta.dirname, 'older')
const { tables } = JSON.parse(gunzipSync(await readFile(join(older, 'rows.json.gz'))).toString()) as {
  tables: { migrations: { name: string }[] } & Record<string, object[]>
}
const known = tables.migrations.map((migration) => migration.name)
const migrationFolder = resolve(import.meta.dirname, '../../migrations')
const name = 'older_installation'

let server: TestServer
let admin: pg.Client
let applied: string[]

/** Creates the tables and rows of the earlier version. */
async function makeOlderDatabase(client: pg.Client) {
  for (const file of known) await client.query(await readFile(join(migrationFolder, file), 'utf8'))
  await client.query(
    'create table migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  await client.query('set session_replication_role = replica')
  for (const [table, rows] of Object.entries(tables)) {
    const columns = Object.keys(rows[0]!).map((column) => pg.escapeIdentifier(column))
    await client.query(`delete from ${table}`)
    await client.query(
      `insert into ${table} (${columns.join(', ')}) select ${columns.join(', ')} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    )
  }
}

beforeAll(async () => {
  const url = new URL(inject('ownerUrl'))
  admin = new pg.Client({ connectionString: url.toString() })
  await admin.connect()
  await admin.query(`create database ${name} template template0`)
  url.pathname = `/${name}`
  const client = new pg.Client({ connectionString: url.toString() })
  await client.connect()
  await makeOlderDatabase(client)
  await client.end()
  applied = await migrate(url.toString(), migrationFolder, testSecrets)
  await prepareQueue(url.toString(), [])
  server = await startTestServer({ template: name })
})
afterAll(async () => {
  await server.close()
  await admin.query(`drop database ${name}`)
  await admin.end()
})

async function signIn(userType: string): Promise<TestClient> {
  const { result } = await callAnonymously(server.url, demoSignInCalls.listDemoPeople, {})
  const { id: userId } = result.find((one) => one.userType === userType)!
  const answer = await callAnonymously(server.url, demoSignInCalls.signInToDemo, { body: { userId } })
  return clientOf(server.url, answer.result[0]!, cookieOf(answer.headers))
}

test('an installation of an earlier version starts with its patients, jobs, notes and recordings', async () => {
  expect(applied).toEqual((await readdir(migrationFolder)).filter((file) => !known.includes(file)).toSorted())
  const doctor = await signIn('doctor')
  const searchValue = '000001'
  const [job] = (await doctor.call(jobListCalls.searchJobs, { query: { searchValue, page: 0, size: 10 } })).result
  expect(job).toMatchObject({ jobNumber: searchValue, status: 'BILLED', patientName: 'Amara Abbott' })
  const params = { id: job!.jobId }
  const [note] = (await doctor.call(noteCalls.getSections, { params })).result
  expect(JSON.stringify(note)).toContain('Type 2 diabetes')
  const found = await doctor.call(patientCalls.listPatients, { query: { searchValue: 'abb amara', page: 0, size: 10 } })
  expect(found.result).toMatchObject([{ firstName: 'Amara', lastName: 'Abbott', source: 'EHR' }])
  const [blob] = (await readdir(older)).filter((file) => !file.endsWith('.gz'))
  const place = join(server.config.audioFolder, blob!.slice(-2), blob!)
  await mkdir(dirname(place), { recursive: true })
  await copyFile(join(older, blob!), place)
  const [address] = (await doctor.call(listeningCalls.getAudioUrl, { params })).result
  const sound = await doctor.raw(address!)
  expect([sound.status, sound.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
  // The first frame of an MP3 proves that it was decrypted.
  expect(
    Buffer.from(await sound.arrayBuffer())
      .subarray(0, 3)
      .toString('latin1'),
  ).toMatch(/^ID3|^\xff[\xe0-\xff]/)
})
