import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lengthMs, separateGlued } from '../../gateways/audio/index.ts'
import { madeByFfmpeg } from '../../testing/sounds.ts'
import { times } from '../../../../tools/src/times.ts'
import { decodeRecording } from './decode-recording.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-glued-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const signal = new AbortController().signal
const limits = { mostMs: 60_000, reserveBytes: 0 }
const tone = (seconds: number, name: string, ...args: string[]) =>
  madeByFfmpeg(`sine=frequency=300:sample_rate=16000:duration=${seconds}`, args, name)
const fragmented = ['-movflags', 'frag_keyframe+empty_moov', '-frag_duration', '1000000']

interface Told {
  cuts?: { take: number; startMs: number; endMs: number }[]
  mostMs?: number
  /** Whether to make the listening copy, too. */
  hasCopy?: boolean
}

/** Decodes one take. */
async function decoded(bytes: Buffer, { cuts, mostMs = limits.mostMs, hasCopy = false }: Told = {}) {
  const own = mkdtempSync(join(folder, 'one-'))
  const path = join(own, 'take-0')
  writeFileSync(path, bytes)
  const output = { wav: join(own, 'whole.wav'), ...(hasCopy && { copy: join(own, 'copy') }) }
  const options = { ...limits, mostMs, folder: own, signal }
  const found = await decodeRecording({ takes: [{ take: 0, path }], cuts: cuts ?? null }, output, options)
  return { ...found, ms: await lengthMs(found.wav), left: readdirSync(own).length }
}

type Format = [name: string, first: string[], second?: string[]]
/** `second` are the options of the second file, where they differ from those of the first. */
const formats: Format[] = [
  ['x.m4a', [], ['-ar', '48000', '-ac', '2']],
  ['x.mp4', fragmented],
  ['x.wav', [], ['-ar', '44100', '-ac', '2']],
  ['x.wma', []],
  ['x.flac', [], ['-ar', '44100', '-ac', '2']],
  ['x.mp3', []],
  ['x.ogg', ['-c:a', 'libopus']],
  ['x.webm', ['-c:a', 'libopus'], ['-c:a', 'libvorbis']],
]
/** Variants of these formats, tested only in longer runs. */
const rarer: Format[] = [
  ['x.m4a', ['-movflags', '+faststart'], []],
  ['x.w64', []],
  ['x.aiff', []],
  ['x.caf', []],
  ['x.aac', []],
  ['x.webm', ['-c:a', 'libopus', '-live', '1']],
]

test('two whole files joined into one are heard to the end of the second, in every format', async () => {
  for (const [number, [name, first, second]] of [...formats, ...rarer.slice(0, times(0, rarer.length))].entries()) {
    const whole = await tone(4, name, ...first)
    const glued = Buffer.concat([whole, second ? await tone(4, name, ...second) : whole])
    // The listening copy is always encoded the same way, so one format is enough.
    const hasCopy = number === 0
    const { ms, notices, isPart, left } = await decoded(glued, { hasCopy })
    expect({ name, notices, isPart, left }).toEqual({ name, notices: [], isPart: false, left: hasCopy ? 2 : 1 })
    expect(Math.abs(ms - 8_000)).toBeLessThan(500)
  }
}, 240_000)

test('a cut-off or silent part of joined files gets a notice, and the rest is heard', async () => {
  const [first, second] = [await tone(4, 'x.m4a', '-movflags', '+faststart'), await tone(20, 'x.m4a')]
  const early = await tone(20, 'x.m4a', '-movflags', '+faststart')
  const cut = await decoded(Buffer.concat([first, early.subarray(0, early.length / 2)]))
  expect(cut).toMatchObject({ isPart: true, notices: [expect.stringMatching(/cut off: 0:\d\d of 0:20 could be read/)] })
  expect(cut.ms).toBeGreaterThan(10_000)
  // The index of the second file was at its end, which is cut off.
  const middle = await decoded(Buffer.concat([first, second.subarray(0, second.length / 2), first]))
  expect(middle).toMatchObject({ isPart: true, notices: ['Part 2 of this recording holds no sound.'] })
  expect(Math.abs(middle.ms - 8_000)).toBeLessThan(500)
}, 60_000)

test('of joined files only the parts kept by the cuts are heard, also across the seam, within the limit', async () => {
  const glued = Buffer.concat([await tone(4, 'x.wav'), await tone(5, 'x.wav')])
  const cuts = [
    { take: 0, startMs: 3_000, endMs: 6_000 },
    { take: 0, startMs: 8_000, endMs: 30_000 },
  ]
  expect(await decoded(glued, { cuts })).toMatchObject({ ms: 4_000, notices: [] })
  const past = await decoded(glued, { cuts: [...cuts, { take: 0, startMs: 9_000, endMs: 10_000 }] })
  expect(past).toMatchObject({ ms: 4_000, notices: [expect.stringMatching(/^Some of the parts to keep/)] })
  expect(await decoded(glued, { mostMs: 3_000 })).toMatchObject({
    ms: 3_000,
    notices: [expect.stringMatching(/^This recording is longer than/)],
  })
}, 60_000)

test('of too many joined files the first ones are heard, with a notice', async () => {
  const glued = Buffer.concat(Array(60).fill(await tone(0.1, 'x.wav')))
  const path = join(folder, 'many')
  writeFileSync(path, glued)
  const { paths, isAll } = await separateGlued(path, { folder, signal, reserveBytes: 0 })
  expect({ files: paths.length, isAll }).toEqual({ files: 50, isAll: false })
  for (const one of paths) rmSync(one)
  // The limit applies to the whole recording, although each file is decoded by itself.
  const { ms, notices, isPart } = await decoded(glued, { mostMs: 500 })
  expect(notices[0]).toMatch(/^This recording contains more than 50 files\./)
  expect({ ms, isPart }).toEqual({ ms: 500, isPart: true })
}, 120_000)

test('a file signature inside a file, such as a picture, does not split it', async () => {
  const picture = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08metaRIFF----WEBPVP8 fLaC', 'latin1')
  const m4a = await tone(4, 'x.m4a')
  const free = Buffer.alloc(8)
  free.writeUInt32BE(8 + picture.length, 0)
  free.write('free', 4)
  const { ms, notices } = await decoded(Buffer.concat([m4a, free, picture]))
  expect(notices).toEqual([])
  expect(Math.abs(ms - 4_000)).toBeLessThan(200)
}, 60_000)
