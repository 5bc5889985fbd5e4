import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { silentLog } from '../../../platform/log.ts'
import { officeNoise } from '../../../testing/office-noise.ts'
import { replacedPrograms } from '../../../testing/replaced-programs.ts'
import { wavHead } from '../../../testing/sounds.ts'
import { openVoiceSearch } from './find-voice.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-voice-'))
const programs = replacedPrograms()
afterAll(() => {
  programs.remove()
  rmSync(folder, { recursive: true, force: true })
})
const options = { folder, signal: new AbortController().signal }
const asked = join(folder, 'asked')

const samples = officeNoise(12, { air: 0.02, hum: 0.01, knocks: 0.1 }, 7)
// Adds a tone after the noise, across the border between two examined pieces.
for (let at = 80_000; at < 84_000 + 3 * 2_560; at += 1) samples[at] = 3_000 * Math.sin(at / 8)
const wav = join(folder, 'part.wav')
writeFileSync(wav, Buffer.concat([wavHead(samples.length), Buffer.from(samples.buffer)]))
const whole = { startMs: 0, endMs: 12_000 }
const noise = { startMs: 0, endMs: 4_000 }

test('each place is examined once, and repeating sound is not examined at all', async () => {
  programs.replace('prlimit', `printf '%s\\n' "$@" >> ${asked}; exec $real "$@"`)
  expect(await openVoiceSearch(silentLog).find(wav, [noise, whole, noise, noise], options)).toEqual([
    false,
    true,
    false,
    false,
  ])
  const questions = readFileSync(asked, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
  expect(questions.map((question) => JSON.parse(question).stretches)).toEqual([[{ from: 44, to: 128_044 }]])
})

test('without voice detection the log says so once, and without a runtime no further attempt is made', async () => {
  const logged: unknown[] = []
  const warn = ({ code }: { code?: string | undefined }, message: string) => void logged.push([code, message])
  const voices = openVoiceSearch({ info() {}, error() {}, warn })
  const message = 'voices cannot be looked for: what is heard in noise stays in the notes'
  await voices.prepare(options)
  expect(logged).toEqual([])
  programs.replace('prlimit', 'exit 3')
  await voices.prepare(options)
  await voices.prepare(options)
  expect(logged.splice(0)).toEqual([['failed', message]])
  expect(voices.isMissing()).toBe(false)
  programs.replace('prlimit', 'exit 69')
  await voices.prepare(options)
  expect(logged.splice(0)).toEqual([
    ['the program that looks for voices doesn’t support this kind of computer', message],
  ])
  expect(voices.isMissing()).toBe(true)
  rmSync(asked)
  programs.replace('prlimit', `touch ${asked}; exec $real "$@"`)
  await voices.prepare(options)
  expect(await voices.find(wav, [noise], options)).toEqual([true])
  expect(existsSync(asked)).toBe(false)
  expect(logged).toEqual([])
})
