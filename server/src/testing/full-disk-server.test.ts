import { mkdtempSync, rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { dictationCalls as intake } from '@dictara/contract/dictations'
import { facilityCalls } from '@dictara/contract/facilities'
import { jobListCalls } from '@dictara/contract/job-lists'
import { noteCalls } from '@dictara/contract/notes'
import { patientCalls } from '@dictara/contract/patients'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../platform/ids.ts'
import { aSmallDisk } from './faults.ts'
import { type KillableServer, killableServer } from './killable-server.ts'
import { signInAs, type TestClient } from './test-client.ts'

const place = mkdtempSync(join(tmpdir(), 'dictara-small-'))
const disk = aSmallDisk(place, 600)
if (!disk) process.stdout.write('Only root can make a small disk: nothing is filled here.\n')
let server: KillableServer
let doctor: TestClient
let facilityId: string
let patientId: string
let noteId: string

beforeAll(async () => {
  if (!disk) return
  server = await killableServer('main', place)
  await server.start()
  const { email, password } = server.account('doctor')
  doctor = await signInAs(server.url, email, password)
  const facilities = (await doctor.call(facilityCalls.listUserFacilities, {})).result
  facilityId = facilities.find(({ disabled }) => !disabled)!.facilityId
  const query = { facilityId, searchValue: '' }
  patientId = (await doctor.call(patientCalls.searchPatients, { query })).result[0]!.pid
  const own = await doctor.call(jobListCalls.listMyJobs, { query: { status: 'INPROGRESS', size: 20 } })
  // A note that is being filed can no longer be edited.
  for (const { jobId } of own.result.filter((job) => job.status === 'IN_PROGRESS'))
    if ((await read(jobId)) !== undefined) noteId = jobId
}, 240_000)
afterAll(() => {
  server?.remove()
  disk?.remove()
  rmSync(place, { recursive: true, force: true })
})

const filler = join(place, 'filler')
async function fill() {
  for (let kibibytes = 65_536; kibibytes >= 4; ) {
    const { bavail, bsize } = await statfs(place)
    const before = kibibytes * 1024
    if (bavail * bsize < before) kibibytes /= 2
    else
      try {
        execFileSync('sh', ['-c', `head -c ${before} /dev/zero >> ${filler}`], { stdio: 'ignore' })
      } catch {
        // The server may have used some of the space meanwhile.
        kibibytes /= 2
      }
  }
}
const free = () => rmSync(filler, { force: true })
/** Waits until the server is ready. If that fails, the last lines of the database's log tell why. */
async function ready() {
  const state = async () => (await fetch(`${server.url}/readyz`).catch(() => null))?.text()
  try {
    await expect.poll(state, { timeout: 60_000 }).toBe('{"status":"ready"}')
  } catch (error) {
    const log = execFileSync('sh', ['-c', `tail -n 20 "$(find ${place} -name postgres.log)"`], { encoding: 'utf8' })
    throw new Error(`${await state()}; the log of the database ends with:\n${log}`, { cause: error })
  }
}

const section = async (id: string) =>
  (await doctor.call(noteCalls.getSections, { params: { id } })).result[0]!.sections[0]
const read = async (id: string) => (await section(id))?.content.map(({ value }) => value).join('')
/** The text as last acknowledged. It cannot be read on a full disk, because the audit of the read cannot be written. */
let known: Awaited<ReturnType<typeof section>>
async function save(value: string) {
  const content = [{ value, type: 'Text' as const, newParagraph: false, count: 0 }]
  known ??= await section(noteId)
  const body = { sections: [{ ...known!, content }] }
  const answer = await doctor.call(noteCalls.saveSections, { params: { id: noteId }, body })
  known = answer.status === 200 ? answer.result[0]!.sections[0] : undefined
  return answer
}
/** Sends a whole recording in one call. */
async function upload() {
  const form = new FormData()
  for (const [name, value] of Object.entries({ facilityId, patientId })) form.set(name, value)
  form.set('audio', new Blob([new Uint8Array(bytes)], { type: 'audio/wav' }), 'a.wav')
  const answer = await doctor.raw('/api/clinic/job', { method: 'POST', body: form })
  return { status: answer.status, ...((await answer.json()) as { success: boolean; code?: string }) }
}
const bytes = Buffer.alloc(2_000_000, 7)
async function put(dictationId: string) {
  const answer = await doctor.raw(`/api/clinic/dictation/${dictationId}/take/0/chunk/0`, {
    method: 'PUT',
    headers: {
      'x-chunk-sha256': createHash('sha256').update(bytes).digest('hex'),
      'content-type': 'application/octet-stream',
    },
    body: new Uint8Array(bytes),
  })
  return { status: answer.status, ...((await answer.json()) as { success: boolean; code?: string }) }
}

test.runIf(disk)(
  'on a full disk requests are refused with a readable message, stored data stays, and with space work continues [QA-70]',
  async () => {
    const dictationId = newId()
    const begun = { dictationId, facilityId, patientId, mimeType: 'audio/wav' }
    expect((await doctor.call(intake.beginDictation, { body: begun })).status).toBe(200)
    expect((await save('Before it was full.')).status).toBe(200)
    await fill()
    expect(await put(dictationId)).toMatchObject({ status: 507, code: 'disk-full', success: false })
    expect(await upload()).toMatchObject({ status: 507, code: 'disk-full', success: false })
    // PostgreSQL still has reserved space for a while, and what it acknowledges is stored.
    let last = 'Before it was full.'
    let refused: Awaited<ReturnType<typeof save>> | undefined
    for (let n = 0; n < 1_500 && !refused; n += 1) {
      // Random, so that it cannot be compressed.
      const text = `Full ${n}. ${randomBytes(12_000).toString('base64')}`
      const answer = await save(text)
      if (answer.status === 200) last = text
      else refused = answer
    }
    expect(refused).toMatchObject({ status: 507, code: 'disk-full', success: false })
    const { status } = await fetch(`${server.url}/readyz`)
    expect(status).toBe(503)
    free()
    await ready()
    expect(await read(noteId)).toBe(last)
    expect(await put(dictationId)).toMatchObject({ status: 200 })
  },
  240_000,
)

test.runIf(disk)(
  'a disk so full that PostgreSQL cannot write loses nothing that was acknowledged [QA-71]',
  async () => {
    // A separate connection, because PostgreSQL drops it when it crashes.
    let hasCrashed = false
    const watching = new pg.Client({ connectionString: server.databaseUrl() })
    watching.on('error', () => (hasCrashed = true))
    watching.on('end', () => (hasCrashed = true))
    await watching.connect()
    const before = 'Before it was full.'
    expect((await save(before)).status).toBe(200)
    // The last acknowledged text, and the ones sent since, which may or may not be stored.
    let possible = [before]
    await fill()
    for (let n = 0; n < 900 && !hasCrashed; n += 1) {
      const asked = `Text ${n} `.repeat(2_000)
      possible.push(asked)
      const answer = await save(asked).catch(() => null)
      if (answer?.status === 200) possible = [asked]
      else if (answer) expect([503, 507]).toContain(answer.status)
      // Uses up the rest of its write-ahead log, as many more saves would.
      await watching.query('select pg_switch_wal()').catch(() => {})
    }
    expect(hasCrashed).toBe(true)
    // While the disk is full it cannot start again either.
    await sleep(1_000)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
    free()
    await ready()
    expect(possible).toContain(await read(noteId))
    known = undefined
    expect((await save('And on.')).status).toBe(200)
    expect(server.isRunning()).toBe(true)
  },
  300_000,
)
