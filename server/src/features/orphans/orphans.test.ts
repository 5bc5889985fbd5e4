import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dictationCalls as calls } from '@dictara/contract/dictations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { silentLog } from '../../platform/log.ts'
import { openQueue } from '../../platform/tasks/index.ts'
import { aClinic, aJob, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { sweepOrphans } from './sweep-orphans.ts'

const dayMs = 24 * 60 * 60 * 1000
let server: TestServer
let clinics: { clinic: TestClinic; doctor: TestClient }[]

beforeAll(async () => {
  server = await startTestServer()
  clinics = await Promise.all(
    ['Hill Clinic', 'Other Clinic'].map(async (name) => {
      const clinic = await aClinic(server, name)
      return { clinic, doctor: await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] }) }
    }),
  )
})
afterAll(() => server.close())

const pathOf = (name: string, id = name) => join(server.config.dataFolder, 'audio', id.slice(-2), name)
const exists = (name: string, id = name) => existsSync(pathOf(name, id))
function age(path: string, days: number) {
  const then = new Date(Date.now() - days * dayMs)
  utimesSync(path, then, then)
}
async function* bytesOf(text: string) {
  yield Buffer.from(text)
}
/** Stores a blob of this age. Without an id no row refers to it. */
async function aBlob(days: number, id = newId()): Promise<string> {
  await server.app.blobs.put(id, bytesOf(`sound of ${id}`))
  age(pathOf(id), days)
  return id
}
/** The partial file that a killed write leaves behind. */
function anUnfinishedFile(days: number): { name: string; id: string } {
  const id = newId()
  const name = `${id}.0123abcd.part`
  mkdirSync(join(server.config.dataFolder, 'audio', id.slice(-2)), { recursive: true })
  writeFileSync(pathOf(name, id), 'half a recording')
  age(pathOf(name, id), days)
  return { name, id }
}
async function aStoredChunk({ clinic, doctor }: (typeof clinics)[number]): Promise<string> {
  const dictationId = newId()
  const { facilityId, patientId } = clinic
  await doctor.call(calls.beginDictation, { body: { dictationId, facilityId, patientId, mimeType: 'audio/wav' } })
  const { status } = await doctor.raw(`/api/clinic/dictation/${dictationId}/take/0/chunk/0`, {
    method: 'PUT',
    headers: {
      'x-chunk-sha256': createHash('sha256').update(dictationId).digest('hex'),
      'content-type': 'application/octet-stream',
    },
    body: dictationId,
  })
  expect(status).toBe(200)
  const { rows } = await server.owner.query('select blob_id from dictation_chunks where dictation_id = $1', [
    dictationId,
  ])
  age(pathOf(rows[0].blob_id), 30)
  return rows[0].blob_id
}
async function aListeningCopy({ clinic, doctor }: (typeof clinics)[number]): Promise<string> {
  const blobId = await aBlob(30)
  const jobId = await aJob(server, clinic, { authorId: doctor.user.id })
  await server.owner.query(
    `insert into listening_copies (clinic_id, job_id, blob_id, mime_type, size_bytes, duration_ms, peaks, made_at)
     values ($1, $2, $3, 'audio/mp4', 1, 1, '{}', now())`,
    [clinic.clinicId, jobId, blobId],
  )
  return blobId
}
async function aKeptDecode({ clinic, doctor }: (typeof clinics)[number]): Promise<string> {
  const jobId = await aJob(server, clinic, { authorId: doctor.user.id })
  await server.owner.query(
    `insert into conversions (clinic_id, job_id, engine, audio_ms, segments, decoded_blob)
     values ($1, $2, 'test', 1, '[]', $2)`,
    [clinic.clinicId, jobId],
  )
  return aBlob(30, jobId)
}

const task = () => server.app.tasks.find(({ name }) => name === 'sweep-orphans')!
const sweep = () =>
  task().run({}, { signal: new AbortController().signal, id: 'run', attempt: 1, isLastAttempt: false })
const aWeekPasses = () => server.owner.query("update orphan_blobs set found_at = found_at - interval '8 days'")
const noted = async () => (await server.owner.query('select id from orphan_blobs')).rows.map(({ id }) => id)

test('files that no row has named for a week are deleted; named, recent and foreign files stay', async () => {
  const named = (
    await Promise.all(clinics.map((of) => Promise.all([aStoredChunk(of), aListeningCopy(of), aKeptDecode(of)])))
  ).flat()
  const orphans = await Promise.all([aBlob(2), aBlob(400)])
  const young = await aBlob(0.9)
  const foreignFile = join(server.config.dataFolder, 'audio', young.slice(-2), 'notes.txt')
  writeFileSync(foreignFile, 'kept by hand')
  age(foreignFile, 400)

  await sweep()
  expect((await noted()).toSorted()).toEqual(orphans.toSorted())
  await sweep()
  for (const id of [...orphans, ...named, young]) expect(exists(id), id).toBe(true)

  await aWeekPasses()
  await sweep()
  for (const id of orphans) expect(exists(id), id).toBe(false)
  for (const id of [...named, young]) expect(exists(id), id).toBe(true)
  expect(existsSync(foreignFile)).toBe(true)
  expect(await noted()).toEqual([])
})

test('an orphan that a row names again, for example after a restore, is kept', async () => {
  const [{ clinic, doctor }] = clinics as [(typeof clinics)[number]]
  const id = await aBlob(30)
  await sweep()
  await aWeekPasses()
  const jobId = await aJob(server, clinic, { authorId: doctor.user.id })
  await server.owner.query(
    "insert into conversions (clinic_id, job_id, engine, audio_ms, segments, decoded_blob) values ($1, $2, 'test', 1, '[]', $3)",
    [clinic.clinicId, jobId, id],
  )
  await sweep()
  expect([exists(id), await noted()]).toEqual([true, []])
  await server.owner.query('update conversions set decoded_blob = null where job_id = $1', [jobId])
  await sweep()
  expect([exists(id), await noted()]).toEqual([true, [id]])
})

test('an orphan that has been written again in the meantime is kept', async () => {
  const id = await aBlob(30)
  await sweep()
  await aWeekPasses()
  await server.app.blobs.put(id, bytesOf('the next run of the same conversion'))
  await sweep()
  expect(exists(id)).toBe(true)
})

const markPath = () => join(server.config.dataFolder, 'audio', 'folder.json')
const errors: string[] = []
/** Runs a sweep and collects its error messages. */
const sweepWithLog = () => {
  errors.length = 0
  const log = { ...silentLog, error: (_facts: object, message: string) => void errors.push(message) }
  return sweepOrphans({ doors: server.doors, clock: systemClock, log }, server.app.blobs, new AbortController().signal)
}

test('when far more files would be deleted than killed servers leave behind, none is, and the log says so', async () => {
  const orphans = await Promise.all(Array.from({ length: 30 }, () => aBlob(30)))
  await sweep()
  await aWeekPasses()
  await sweepWithLog()
  expect(errors).toEqual([expect.stringMatching(/^so many files have no row that none is removed/)])
  for (const id of orphans) expect(exists(id)).toBe(true)
  // Now they are a small share of all files.
  await Promise.all(Array.from({ length: 700 }, () => aBlob(2)))
  await sweepWithLog()
  expect(errors).toEqual([])
  for (const id of orphans) expect(exists(id)).toBe(false)
}, 120_000)

test('in a folder that belongs to another database, or to a later state of this one, nothing is deleted', async () => {
  await sweep()
  const ours = readFileSync(markPath(), 'utf8')
  const { id: ourId, sweeps } = JSON.parse(ours)
  const id = await aBlob(30)
  const part = anUnfinishedFile(30)
  await server.owner.query("insert into orphan_blobs values ($1, now() - interval '8 days')", [id])
  for (const [mark, said] of [
    [{ id: newId(), sweeps }, /belongs to another database/],
    [{ id: ourId, sweeps: sweeps + 1 }, /database is older than the folder/],
  ] as const) {
    writeFileSync(markPath(), JSON.stringify(mark))
    for (let time = 0; time < 2; time += 1) {
      await sweepWithLog()
      expect(errors).toEqual([expect.stringMatching(said)])
    }
    expect(exists(id)).toBe(true)
    expect(exists(part.name, part.id)).toBe(true)
    expect(JSON.parse(readFileSync(markPath(), 'utf8'))).toEqual(mark)
  }
  writeFileSync(markPath(), ours)
  await sweepWithLog()
  expect(errors).toEqual([])
  expect(exists(id)).toBe(false)
  expect(exists(part.name, part.id)).toBe(false)
})

test('a sweep that fails at its start does not keep later ones from running', async () => {
  const breaksOff: typeof server.doors.asSystem = (reason, run, clinicId) =>
    server.doors.asSystem(
      reason,
      async (work) => {
        await run(work)
        throw new Error('the line was cut')
      },
      clinicId,
    )
  const parts = { doors: { ...server.doors, asSystem: breaksOff }, clock: systemClock, log: silentLog }
  await expect(sweepOrphans(parts, server.app.blobs, new AbortController().signal)).rejects.toThrow('the line was cut')
  await sweepWithLog()
  expect(errors).toEqual([])
})

test('files left by a killed write are deleted after a day, and a write in progress can finish', async () => {
  const old = anUnfinishedFile(1.1)
  const young = anUnfinishedFile(0.9)
  const id = newId()
  let finish = () => {}
  const mayFinish = new Promise<void>((resolve) => {
    finish = resolve
  })
  const writing = server.app.blobs.put(
    id,
    (async function* slowly() {
      yield Buffer.alloc(2_000_000)
      await mayFinish
      yield Buffer.from('the end')
    })(),
  )
  await sweep()
  expect(exists(old.name, old.id)).toBe(false)
  expect(exists(young.name, young.id)).toBe(true)
  finish()
  expect((await writing).sizeBytes).toBe(2_000_007)
  expect((await Array.fromAsync(server.app.blobs.read(id))).at(-1)!.toString()).toMatch(/the end$/)
})

test('a running server starts sweeps automatically', async () => {
  const old = anUnfinishedFile(2)
  const queue = await openQueue(server.urlFor('dictara_system'), silentLog)
  try {
    await queue.work([task()])
    await expect.poll(() => exists(old.name, old.id), { timeout: 30_000 }).toBe(false)
  } finally {
    await queue.stop()
  }
})
