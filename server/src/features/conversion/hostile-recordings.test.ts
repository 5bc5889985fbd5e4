import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createFullRounds } from '../../platform/full-rounds.ts'
import { runProcess } from '../../platform/processes.ts'
import { longSilence, madeByFfmpeg, tone } from '../../testing/sounds.ts'
import { decodeRecording, mostDiskOfOneBytes } from './decode-recording.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-hostile-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const signal = new AbortController().signal
const minutesMs = 60_000
const hourMs = 60 * minutesMs
const megabytes = (bytes: number) => Math.ceil(bytes / 1_048_576)

/** The disk space that a folder uses. Files that disappear meanwhile are not counted. */
function bytesIn(path: string): number {
  let bytes = 0
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    try {
      if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).blocks * 512
    } catch {}
  }
  return bytes
}

interface Hostile {
  takes: Buffer[]
  cuts: { take: number; startMs: number; endMs: number }[] | null
}

/** Decodes a recording for recognition, or also for listening, as the tasks do. */
async function decoded({ takes, cuts }: Hostile, name: string, mostMs: number) {
  const own = join(folder, name)
  mkdirSync(own)
  const paths = takes.map((bytes, take) => {
    const path = join(own, `take-${take}`)
    writeFileSync(path, bytes)
    return { take, path }
  })
  const output = { wav: join(own, 'whole.wav'), ...(name === 'listening' ? { copy: join(own, 'copy') } : {}) }
  return decodeRecording({ takes: paths, cuts }, output, { folder: own, signal, mostMs, reserveBytes: 0 })
}

test('a recording that decodes to days uses a limited amount of disk, for its beginning, and its author is notified', async () => {
  const mostMs = 6 * minutesMs
  // A webm without a stated length.
  const inWebm = ['-t', '1800', '-c:a', 'flac', '-f', 'matroska', '-live', '1']
  const silence = await longSilence(2)
  const recordings: Hostile[] = [
    { takes: [await madeByFfmpeg('anullsrc=r=16000:cl=mono', inWebm, 'x')], cuts: null },
    { takes: [silence], cuts: null },
    { takes: Array.from({ length: 10 }, () => silence.subarray(0, silence.length / 30)), cuts: null },
    { takes: [silence], cuts: Array.from({ length: 500 }, () => ({ take: 0, startMs: 0, endMs: 100_000 })) },
  ]
  const uploadBytes = Math.max(...recordings.map(({ takes }) => takes.reduce((sum, { length }) => sum + length, 0)))
  let highest = 0
  for (const recording of recordings) {
    const look = setInterval(() => {
      highest = Math.max(highest, bytesIn(folder))
    }, 25)
    const results = await Promise.all(['recognition', 'listening'].map((name) => decoded(recording, name, mostMs)))
    clearInterval(look)
    highest = Math.max(highest, bytesIn(folder))
    for (const { wav, notices } of results) {
      expect(notices).toEqual([expect.stringMatching(/^This recording is longer than /)])
      expect(statSync(wav).size / 32_000).toBeLessThanOrEqual(mostMs / 1000 + 2.5)
      expect(statSync(wav).size / 32_000).toBeGreaterThanOrEqual(mostMs / 1000 - 0.5)
    }
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
  }
  const most = mostDiskOfOneBytes({ mostMs, uploadBytes })
  const byDefault = mostDiskOfOneBytes({ mostMs: 6 * hourMs, uploadBytes: 500 * 1_048_576 })
  process.stdout.write(
    `Disk taken by a hostile recording: ${megabytes(highest)} MB, at most ${megabytes(most)} MB where 6 minutes are the longest; where 6 hours and 500 MB are, at most ${megabytes(byDefault)} MB\n`,
  )
  expect(highest).toBeLessThanOrEqual(most)
}, 240_000)

/** A real small disk. Only root can mount one; without it the test is skipped. */
const disk = mkdtempSync(join(tmpdir(), 'dictara-small-'))
const hasSmallDisk = (() => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=80m', 'tmpfs', disk], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
afterAll(() => {
  if (hasSmallDisk) execFileSync('umount', [disk])
  rmSync(disk, { recursive: true, force: true })
})

test.runIf(hasSmallDisk)(
  'a recording that needs more disk than there is gives up with a readable message and leaves the reserve free',
  async () => {
    const path = join(disk, 'take-0')
    const inRounds = createFullRounds('There is no room.')
    const silence = await longSilence(0.9)
    const errors: unknown[] = []
    let leastFree = Number.POSITIVE_INFINITY
    for (const _ of [1, 2, 3]) {
      writeFileSync(path, silence)
      const look = setInterval(() => {
        const { bavail, bsize } = statfsSync(disk)
        leastFree = Math.min(leastFree, bavail * bsize)
      }, 20)
      const options = { folder: disk, signal, mostMs: hourMs, reserveBytes: 500_000_000 }
      const decode = () =>
        decodeRecording({ takes: [{ take: 0, path }], cuts: null }, { wav: join(disk, 'whole.wav') }, options)
      errors.push(await inRounds('job', decode).catch((error: unknown) => error))
      clearInterval(look)
      for (const name of readdirSync(disk)) rmSync(join(disk, name))
    }
    expect(errors).toMatchObject([{ code: 'ENOSPC' }, { code: 'ENOSPC' }, { message: 'There is no room.' }])
    // The reserve on a small disk is a twentieth of its size.
    expect(leastFree).toBeGreaterThanOrEqual(4 * 1_048_576)
    // With less free space than the reserve, decoding does not start, however often it is tried.
    writeFileSync(join(disk, 'others'), Buffer.alloc(77 * 1_048_576))
    for (const _ of [1, 2, 3, 4, 5]) {
      writeFileSync(path, await tone(1, 'x.mp3'))
      const options = { folder: disk, signal, mostMs: hourMs, reserveBytes: 500_000_000 }
      const decode = () =>
        decodeRecording({ takes: [{ take: 0, path }], cuts: null }, { wav: join(disk, 'whole.wav') }, options)
      await expect(inRounds('job', decode)).rejects.toMatchObject({ name: 'NoRoom', code: 'ENOSPC' })
    }
  },
)

test('a program that writes more than its limit is ended, with its own error kind', async () => {
  const limits = { folder, signal, timeLimitSeconds: 60, memoryLimitMb: 1_000 }
  const write = runProcess('dd', ['if=/dev/zero', `of=${join(folder, 'big')}`, 'bs=1M', 'count=50'], {
    ...limits,
    fileLimitBytes: 10_000_000,
  })
  await expect(write).rejects.toMatchObject({ kind: 'too-large' })
  expect(statSync(join(folder, 'big')).size).toBeLessThanOrEqual(10_000_000)
  await expect(runProcess('cat', ['/dev/zero'], limits)).rejects.toMatchObject({ kind: 'too-large' })
  await expect(runProcess('no-such-program', [], limits)).rejects.toMatchObject({ kind: 'missing' })
})

test.runIf(process.platform === 'linux')('a program cannot gain rights through the programs it starts', async () => {
  const limits = { folder, signal, timeLimitSeconds: 60, memoryLimitMb: 1_000 }
  expect(await runProcess('cat', ['/proc/self/status'], limits)).toMatch(/^NoNewPrivs:\s*1$/m)
})
