import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listeningCalls } from '@dictara/contract/listening'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { silentLog } from '../../platform/log.ts'
import { aClinic, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { dictated, storedDictation, submitStored } from '../../testing/dictating.ts'
import { quickEngine } from '../../testing/quick-engine.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

/**
 * Three minutes decode to 6 MB. The disk has room for one of conversion and listening copy, but not for both at once.
 */
const sound = { seconds: 3 * 60, diskMb: 12 }
const mayMount = process.platform === 'linux' && process.getuid?.() === 0

const folder = mkdtempSync(join(tmpdir(), 'dictara-room-'))
const disk = join(folder, 'disk')
let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let bytes: Buffer
/** The names of the tasks that found the disk full. */
const turnedAway: string[] = []
/** Exists once a task found the disk full. The engine waits for this file, so that both tasks overlap. */
const met = join(folder, 'met')

beforeAll(async () => {
  if (!mayMount) return
  mkdirSync(disk)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sound.diskMb}m`, 'none', disk])
  const source = `sine=frequency=300:sample_rate=16000:duration=${sound.seconds}`
  const path = join(folder, 'a.ogg')
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-ac', '1', path])
  bytes = readFileSync(path)
  const untilMet = `for ((tries = 0; tries < 200; tries++)); do [ -e ${met} ] && break; sleep 0.1; done`
  const home = process.env['TMPDIR']
  process.env['TMPDIR'] = disk
  server = await startTestServer({
    tasks: true,
    settings: { DICTARA_SPEECH_PROGRAM: quickEngine(folder, untilMet) },
    log: {
      ...silentLog,
      warn({ task }, message) {
        if (!/waits for room/.test(message)) return
        turnedAway.push(task!)
        writeFileSync(met, '')
      },
    },
  })
  if (home === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = home
  clinic = await aClinic(server)
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
}, 120_000)
afterEach(() => void turnedAway.splice(0))
afterAll(async () => {
  await server?.close()
  if (mayMount) execFileSync('umount', [disk])
  rmSync(folder, { recursive: true, force: true })
})

const at = () => ({ server, clinic, doctor })
const statusOf = async (jobId: string) =>
  (await server.owner.query('select status from jobs where id = $1', [jobId])).rows[0].status
async function hasNoteAndSound(jobId: string) {
  await expect.poll(() => statusOf(jobId), { timeout: 150_000, interval: 250 }).toBe('IN_PROGRESS')
  await expect
    .poll(async () => (await doctor.call(listeningCalls.getAudioUrl, { params: { id: jobId } })).status, {
      timeout: 150_000,
      interval: 250,
    })
    .toBe(200)
}

test.runIf(mayMount)(
  'on a disk with room for either the note or the listening copy both are made, one after the other [QA-73]',
  async () => {
    const jobId = await dictated(at(), [bytes])
    await hasNoteAndSound(jobId)
    expect(turnedAway.length).toBeGreaterThan(0)
  },
  400_000,
)

test.runIf(mayMount)(
  'a disk that fills up during a conversion is waited for, and then note and listening copy are made [QA-72]',
  async () => {
    // The previous recording is still stored here, and either task may run first.
    execFileSync('mount', ['-o', `remount,size=${sound.diskMb + 8}m`, disk])
    const dictationId = await storedDictation(at(), [bytes])
    const { bavail, bsize } = statfsSync(disk)
    const ballast = join(disk, 'ballast')
    // Leaves enough space to store the recording, but not to decode it.
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - 2_000_000))
    const { jobId } = (await submitStored(at(), dictationId, [bytes])).result[0]!
    await expect
      .poll(() => new Set(turnedAway), { timeout: 60_000 })
      .toEqual(new Set(['convert-dictation', 'prepare-listening']))
    expect(await statusOf(jobId)).toBe('CONVERTING')
    rmSync(ballast)
    await hasNoteAndSound(jobId)
  },
  400_000,
)
