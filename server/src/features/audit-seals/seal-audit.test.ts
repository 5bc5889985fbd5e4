import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { silentLog } from '../../platform/log.ts'
import { openQueue } from '../../platform/tasks/index.ts'
import { aClinic, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { lastSealFile } from './last-seal.ts'
import { readAudit } from './read-audit.ts'
import { keyOfSeals, sealAudit } from './seal-audit.ts'
import { type AuditFault, verifyAudit } from './verify-audit.ts'

const key = keyOfSeals({ secrets: testSecrets })
const { signal } = new AbortController()
let server: TestServer
let hill: TestClinic
let valley: TestClinic

beforeAll(async () => {
  server = await startTestServer()
  hill = await aClinic(server)
  valley = await aClinic(server, 'Valley Clinic')
})
afterAll(() => server.close())

const messages: string[] = []
const log = (_facts: object, message: string) => void messages.push(message)
const parts = () => ({
  doors: server.doors,
  key,
  dataFolder: server.config.dataFolder,
  log: { ...silentLog, warn: log, error: log },
})
const seal = (waitMs?: number) => sealAudit(parts(), signal, waitMs)
/** Signs somebody in, which adds one row to the audit. */
const signIn = () => signedIn(server, hill.clinicId, { facilityIds: [hill.facilityId] })
async function check() {
  const faults: AuditFault[] = []
  const found = await verifyAudit(readAudit(server.doors), { key, lastSeal: null, tell: (fault) => faults.push(fault) })
  return { faults, unsealed: [...found.values()].reduce((sum, { unsealed }) => sum + unsealed, 0) }
}
const allRight = { faults: [], unsealed: 0 }
const sealIds = async () =>
  (await server.owner.query('select id from audit_seals order by id')).rows.map(({ id }) => id)

beforeEach(async () => {
  messages.length = 0
  await signIn()
  await seal()
})

test('the sealer waits for a row that commits late, and seals nothing when that takes too long', async () => {
  const before = await sealIds()
  const late = new pg.Client({ connectionString: server.ownerUrl })
  await late.connect()
  try {
    await late.query('begin')
    await late.query("insert into audit_events (clinic_id, event) values ($1, 'note.viewed')", [hill.clinicId])
    await signIn()
    await seal(0)
    expect(messages).toEqual(['the audit is not sealed this time: a transaction that writes to it does not end'])
    expect(await sealIds()).toEqual(before)

    const sealing = seal()
    await sleep(200)
    expect(await sealIds()).toEqual(before)
    await late.query('commit')
    await sealing
  } finally {
    await late.end()
  }
  expect(await sealIds()).toHaveLength(before.length + 1)
  expect(await check()).toEqual(allRight)
})

test('a backlog is sealed in parts, an aborted run is continued, and simultaneous sealers make one chain', async () => {
  await server.owner.query(
    "insert into audit_events (clinic_id, event) select case when i % 3 = 0 then $1::uuid else $2 end, 'note.viewed' from generate_series(1, 5000) i",
    [hill.clinicId, valley.clinicId],
  )
  const before = await sealIds()
  await expect(sealAudit(parts(), AbortSignal.abort())).rejects.toThrow('aborted')
  expect(await sealIds()).toHaveLength(before.length + 2)
  await Promise.all([seal(), seal(), seal()])
  expect(await sealIds()).toEqual(Array.from({ length: before.length + 6 }, (_, index) => index + 1))
  expect(await check()).toEqual(allRight)
})

test('a sealer without new rows makes one query and writes nothing', async () => {
  let asked = 0
  const { doors } = server
  const counting = {
    ...doors,
    asSystem: (...given: Parameters<typeof doors.asSystem>) => {
      asked += 1
      return doors.asSystem(...given)
    },
  } as typeof doors
  const before = await sealIds()
  await sealAudit({ ...parts(), doors: counting }, signal)
  expect([asked, await sealIds()]).toEqual([1, before])
})

test('the log reports a database without the last seal known to the data folder, and the folder keeps that seal', async () => {
  const file = lastSealFile(server.config.dataFolder)
  const known = await readFile(file, 'utf8')
  const other = JSON.stringify({ ...JSON.parse(known), hash: '0'.repeat(64) })
  await writeFile(file, other)
  await signIn()
  await seal()
  expect(messages).toEqual(['the database lacks audit seals that the data folder knows; see docs/operating/audit.md'])
  expect(await readFile(file, 'utf8')).toBe(other)
  expect(await check()).toEqual(allRight)
  await writeFile(file, known)
})

test('a running server seals automatically', async () => {
  await signIn()
  expect(await check()).toEqual({ faults: [], unsealed: 1 })
  const queue = await openQueue(server.urlFor('dictara_system'), silentLog)
  try {
    await queue.work([server.app.tasks.find(({ name }) => name === 'seal-audit')!])
    await expect.poll(check, { timeout: 30_000 }).toEqual(allRight)
  } finally {
    await queue.stop()
  }
})

test('the database roles can only add seals, not change or remove them, and the role for people cannot read them', async () => {
  const refused = async (role: string, statement: string) => {
    const client = new pg.Client({ connectionString: server.urlFor(role) })
    await client.connect()
    const done = client.query(statement)
    return done
      .then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
      .finally(() => client.end())
  }
  for (const role of ['dictara_app', 'dictara_system'])
    for (const statement of ['update audit_seals set id = id', 'delete from audit_seals', 'truncate audit_seals'])
      expect(await refused(role, statement), `${role}: ${statement}`).toBe('42501')
  expect(await refused('dictara_app', 'select from audit_seals')).toBe('42501')
  expect(await refused('dictara_app', "insert into audit_events (position, event) values (1, 'x')")).toBe('428C9')
})
