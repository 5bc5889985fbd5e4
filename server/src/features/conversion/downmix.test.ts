import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { channelInsteadOfMean } from '../../gateways/audio/downmix.ts'
import { peaksOf } from '../../gateways/audio/index.ts'
import { madeByFfmpeg } from '../../testing/sounds.ts'
import { decodeRecording } from './decode-recording.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-downmix-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const signal = new AbortController().signal
const voice = '0.4*sin(2*PI*300*t)'
/** Makes a recording by ffmpeg expressions, one per channel. */
const sound = (channels: string, name: string, ...args: string[]) =>
  madeByFfmpeg(`aevalsrc=${channels}:s=48000:d=6`, args, name)

/** Decodes a recording for recognition and for listening, and measures both. */
async function decoded(bytes: Buffer) {
  const own = mkdtempSync(join(folder, 'one-'))
  const path = join(own, 'take-0')
  writeFileSync(path, bytes)
  const copy = join(own, 'copy')
  const output = { wav: join(own, 'whole.wav'), copy }
  const options = { folder: own, signal, mostMs: 60_000, reserveBytes: 0 }
  const found = await decodeRecording({ takes: [{ take: 0, path }], cuts: null }, output, options)
  const heard = join(own, 'heard.wav')
  execFileSync('ffmpeg', ['-v', 'error', '-i', copy, '-ar', '16000', '-t', '6', heard])
  return { ...found, own, peaks: await peaksOf(found.wav), heard: (await peaksOf(heard)).slice(1, -1) }
}

test('channels in opposite phase are heard as one of them, in every format and in cut-off recordings', async () => {
  const inverse = `${voice}|-${voice}`
  const webm = await sound(inverse, 'x.webm', '-c:a', 'libopus')
  const recordings = [
    await sound(inverse, 'x.wav'),
    await sound(inverse, 'x.m4a'),
    await sound(inverse, 'x.wma'),
    webm,
    await sound(`${voice}|-0.9*${voice}`, 'x.flac'),
    // Of three channels, the two front ones are in opposite phase.
    await sound(`${voice}|-${voice}|0`, 'x.wav'),
  ]
  for (const recording of recordings) {
    const { peaks, heard, notices } = await decoded(recording)
    expect(notices).toEqual([])
    expect(Math.min(...peaks.slice(1, -1))).toBeGreaterThan(20)
    expect(Math.min(...heard)).toBeGreaterThan(20)
  }
  const { peaks, notices } = await decoded(webm.subarray(0, webm.length / 2))
  expect(notices).toEqual([expect.stringMatching(/cut off: 0:03 of 0:06/)])
  expect(Math.min(...peaks.slice(1, -1))).toBeGreaterThan(20)
}, 120_000)

test('channels in opposite phase for a while lose nothing of that time', async () => {
  const { peaks } = await decoded(await sound(`${voice}|if(lt(t\\,4)\\,1\\,-1)*${voice}`, 'x.wav'))
  expect(Math.min(...peaks.slice(1, -1))).toBeGreaterThan(20)
}, 60_000)

test('channels that are not in opposite phase are mixed as usual, and both are heard', async () => {
  const recordings = {
    same: `${voice}|${voice}`,
    two: `${voice}|0.4*sin(2*PI*900*t)`,
    turns: `if(lt(t\\,3)\\,1\\,0)*${voice}|if(lt(t\\,3)\\,0\\,1)*${voice}`,
    one: `0|${voice}`,
    humming: `if(lt(t\\,3)\\,1\\,0)*${voice}+0.003*sin(2*PI*50*t)|if(lt(t\\,3)\\,1\\,0)*${voice}-0.003*sin(2*PI*50*t)`,
  }
  for (const channels of Object.values(recordings)) {
    const bytes = await sound(channels, 'x.wav')
    const { wav, own } = await decoded(bytes)
    const plain = join(own, 'plain.wav')
    const args = ['-ac', '1', '-ar', '16000', '-fflags', '+bitexact', '-map_metadata', '-1', plain]
    writeFileSync(join(own, 'source.wav'), bytes)
    execFileSync('ffmpeg', ['-v', 'error', '-i', join(own, 'source.wav'), ...args])
    expect(readFileSync(wav).equals(readFileSync(plain))).toBe(true)
    expect(readdirSync(own).toSorted()).toEqual(['copy', 'heard.wav', 'plain.wav', 'source.wav', 'take-0.wav'])
  }
}, 60_000)

test('a measurement that was not completed leaves the mean of the channels', async () => {
  expect(await channelInsteadOfMean(join(folder, 'not-there.levels'))).toBeUndefined()
})
