import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { programOf } from '../testing/program.ts'
import { makeToneModel, toneHertz, wavOfTones } from '../testing/tone-model.ts'

const root = mkdtempSync(join(tmpdir(), 'dictara-check-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const [chest, pain] = toneHertz(2) as [number, number]
const folder = makeToneModel(join(root, 'tones'), [
  { token: ' chest', hertz: chest },
  { token: ' pain', hertz: pain },
])

/** Runs `npm run dictara -- speech check …`, which creates nothing in the data folder. */
const check = (...given: string[]) =>
  new Promise<{ code: number; said: string }>((done) => {
    const env = { ...process.env, DICTARA_DATA: join(root, 'data') }
    execFile(process.execPath, [programOf('dictara'), 'speech', 'check', ...given], { env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, said: out + err }),
    )
  })

test('the check names a speech model, recognises a recording, and prints its words, times and speed', async () => {
  const recording = join(root, 'recording.wav')
  const played = [
    { hertz: chest, at: 0.5, seconds: 0.3 },
    { hertz: pain, at: 1, seconds: 0.3 },
  ]
  writeFileSync(recording, wavOfTones(played, 2))
  const { code, said } = await check(folder, recording)
  expect(said).toMatch(
    /^Model {3}MedASR \(tones\), 1 MB\nSample {2}recording\.wav, 2\.00 s\n +0\.\d\d +0\.\d\d {2}chest\n +(0\.9|1\.0)\d +1\.\d\d {2}pain\nWords {3}2\nSpeed .*: real-time factor \d\.\d{3}; loaded in/,
  )
  expect(said).toContain(`DICTARA_SPEECH_MODEL=${folder}`)
  expect(code).toBe(0)
  // Without a recording, the command uses its own sample.
  expect(await check(folder)).toMatchObject({
    said: expect.stringContaining('Sample  a dictation of the demo, 21.2 s'),
  })
})

test('an unusable file or model is reported with its reason, with exit code 1', async () => {
  const silence = join(root, 'silence.wav')
  writeFileSync(silence, wavOfTones([], 2))
  const half = join(root, 'half')
  const files = makeToneModel(half, [{ token: ' chest', hertz: chest }])
  writeFileSync(join(files, 'model.int8.onnx'), 'BZh')
  for (const [given, reason] of [
    [[], 'Give the model’s folder.'],
    [[join(root, 'nowhere')], 'nowhere can’t be used: its folder doesn’t exist.'],
    [[half], 'half can’t be used: model.int8.onnx isn’t a readable model; its download may have gone wrong.'],
    [[folder, join(folder, 'tokens.txt')], 'We can’t find any audio in this file.'],
    [[folder, silence], 'It recognised no words in this sample.'],
  ] as const) {
    const { code, said } = await check(...given)
    expect(said).toContain(reason)
    expect(code).toBe(1)
  }
})

test.each(['SIGINT', 'SIGHUP'] as const)(
  'the temporary audio is removed when the command is ended by %s',
  async (signal) => {
    const temporary = join(root, signal)
    mkdirSync(temporary)
    const env = { ...process.env, DICTARA_DATA: join(root, 'data'), TMPDIR: temporary }
    const checking = spawn(process.execPath, [programOf('dictara'), 'speech', 'check', folder], { env })
    const ended = once(checking, 'exit')
    await vi.waitFor(() => expect(readdirSync(temporary)).toHaveLength(1), { timeout: 30_000, interval: 5 })
    checking.kill(signal)
    // The process ended by itself, not by the signal.
    expect(await ended).toEqual([expect.any(Number), null])
    expect(readdirSync(temporary)).toEqual([])
  },
)
