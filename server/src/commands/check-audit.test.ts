import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../platform/ids.ts'
import { aClinic, signedIn, type TestClinic } from '../testing/clinic.fixtures.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { runCommand } from './index.ts'

let server: TestServer
let hill: TestClinic
let valley: TestClinic
let lastSealFile: string

beforeAll(async () => {
  server = await startTestServer()
  lastSealFile = join(server.config.dataFolder, 'last-seal.json')
  hill = await aClinic(server)
  valley = await aClinic(server, 'Valley Clinic')
  await signIn(valley)
  const god = await signedIn(server, hill.clinicId, { userType: 'dictaraGod' })
  await server.owner.query("update users set clinic_id = null where user_type = 'dictaraGod'")
  await god.ask('POST /clinic/dictionary/canned-texts-dictionary', { key: 'chest', phrase: 'Clear.' })
})
afterAll(() => server.close())

const task = () => server.app.tasks.find(({ name }) => name === 'seal-audit')!
const seal = () => task().run({}, { signal: new AbortController().signal, id: 'run', attempt: 1, isLastAttempt: true })
/** Signs somebody in, which adds one row to the audit. */
const signIn = (clinic = hill) => signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })

/** Runs `npm run dictara -- audit verify` on this installation. */
async function verify(): Promise<{ code: number; lines: string[] }> {
  let said = ''
  const collect = (text: unknown) => {
    said += String(text)
    return true
  }
  const spies = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockImplementation(collect))
  try {
    const code = await runCommand(['audit', 'verify'], {
      DICTARA_DATA: server.config.dataFolder,
      DATABASE_URL: server.ownerUrl,
      DICTARA_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    })
    return { code, lines: said.split('\n').filter((line) => line !== '') }
  } finally {
    for (const { mockRestore } of spies) mockRestore()
  }
}
const isRight = 'The audit is right: every row that is sealed is as it was written.'
const rowsOf = async (condition = 'true') =>
  (await server.owner.query(`select * from audit_events where ${condition} order by position`)).rows
const sealIds = async () =>
  (await server.owner.query('select id from audit_seals order by id')).rows.map(({ id }) => id)

beforeEach(async () => {
  await signIn()
  await seal()
})

test('actions are sealed per clinic and for no clinic, and the check counts the correct and the unsealed rows', async () => {
  const count = async (condition: string) => (await rowsOf(condition)).length
  const [ofHill, ofValley, ofNone] = await Promise.all([
    count(`clinic_id = '${hill.clinicId}'`),
    count(`clinic_id = '${valley.clinicId}'`),
    count('clinic_id is null'),
  ])
  const first = await verify()
  expect(first).toEqual({
    code: 0,
    lines: [
      expect.stringMatching(`^Hill Clinic: 1 seal, ${ofHill} rows as sealed$`),
      expect.stringMatching(`^Valley Clinic: 1 seal, ${ofValley} rows? as sealed$`),
      expect.stringMatching(`^no clinic: 1 seal, ${ofNone} rows? as sealed$`),
      isRight,
    ],
  })
  await signIn()
  expect((await verify()).lines[0]).toMatch(
    new RegExp(
      `^Hill Clinic: 1 seal, ${ofHill} rows as sealed, 1 row not sealed yet, the oldest of 20..-..-.. ..:..:.. UTC$`,
    ),
  )
  await seal()
  expect((await verify()).lines[0]).toBe(`Hill Clinic: 2 seals, ${ofHill + 1} rows as sealed`)
})

/** Writes an audit row back to the database, as its owner. */
async function putBack(row: Record<string, unknown>) {
  const names = Object.keys(row)
  await server.owner.query(
    `insert into audit_events (${names.join(', ')}) overriding system value values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    names.map((name) => row[name]),
  )
}

test('a row changed by the owner of the database is named, and so is a removed row of another clinic', async () => {
  const [changed] = await rowsOf(`clinic_id = '${hill.clinicId}'`)
  const [removed] = await rowsOf(`clinic_id = '${valley.clinicId}'`)
  await server.owner.query("update audit_events set ip = '192.0.2.99' where id = $1", [changed.id])
  await server.owner.query('delete from audit_events where id = $1', [removed.id])
  const { code, lines } = await verify()
  expect(code).toBe(1)
  expect(lines.filter((line) => /^\w+ +row /.test(line))).toEqual([
    expect.stringMatching(
      `^Changed   row ${changed.id} of 20..-..-.. ..:..:.. UTC, Hill Clinic: it differs from what seal \\d+ covers\\.$`,
    ),
    expect.stringMatching(
      `^Removed   row ${removed.id} of 20..-..-.. ..:..:.. UTC, Valley Clinic: seal \\d+ covers it, and it is gone\\.$`,
    ),
  ])
  expect(lines.at(-1)).toBe('The audit isn’t right: 2 faults. See docs/operating/audit.md')
  await server.owner.query('update audit_events set ip = $2 where id = $1', [changed.id, changed.ip])
  await putBack(removed)
  expect(await verify()).toMatchObject({ code: 0 })
})

test('a row inserted among sealed ones by the owner of the database is named, and never sealed afterwards', async () => {
  const [original] = await rowsOf(`clinic_id = '${hill.clinicId}'`)
  const id = newId()
  await putBack({ ...original, id })
  await signIn()
  await seal()
  const { code, lines } = await verify()
  expect(code).toBe(1)
  expect(lines.filter((line) => /^\w+ +row /.test(line))).toEqual([
    expect.stringMatching(
      `^Inserted  row ${id} of 20..-..-.. ..:..:.. UTC, Hill Clinic: it stands among sealed rows, and no seal covers it\\.$`,
    ),
  ])
  await server.owner.query('delete from audit_events where id = $1', [id])
  expect(await verify()).toMatchObject({ code: 0 })
})

test('removed or replaced last seals are detected through the data folder, until its file is removed', async () => {
  const last = (await sealIds()).at(-1)
  const {
    rows: [gone],
  } = await server.owner.query('delete from audit_seals where id = $1 returning hash', [last])
  const missing = await verify()
  expect([missing.code, missing.lines[0]]).toEqual([1, `Removed   seal ${last}: its rows can’t be checked.`])

  // Somebody who wants to get a changed row sealed deletes the last seal, changes the row and seals again.
  await server.owner.query(
    "update audit_events set ip = '192.0.2.99' where position = (select max(position) from audit_events)",
  )
  await seal()
  const remembered = JSON.parse(await readFile(lastSealFile, 'utf8'))
  expect(remembered).toEqual({ id: last, hash: gone.hash.toString('hex') })
  const afterwards = await verify()
  expect([afterwards.code, afterwards.lines[0]]).toEqual([
    1,
    `Replaced  seal ${last}: it is another one than this data folder knows.`,
  ])

  await rm(lastSealFile)
  const unknown = await verify()
  expect(unknown).toMatchObject({
    code: 0,
    lines: expect.arrayContaining([expect.stringMatching(/last-seal\.json isn’t there/)]),
  })
  await signIn()
  await seal()
  expect(JSON.parse(await readFile(lastSealFile, 'utf8')).id).toBe(last + 1)
  await writeFile(lastSealFile, 'x')
  expect(await verify()).toEqual({ code: 1, lines: [`${lastSealFile} can’t be read; see docs/operating/audit.md.`] })
  await rm(lastSealFile)
})
