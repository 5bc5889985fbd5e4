import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeToneModel, toneHertz, wavOfTones } from '../../../testing/tone-model.ts'
import { silentLog } from '../../../platform/log.ts'
import { replacedPrograms } from '../../../testing/replaced-programs.ts'
import { ProcessFailed } from '../../../platform/processes.ts'
import { SpeechFailed } from '../port.ts'
import { type ModelSettings, speechModel } from './index.ts'

const root = mkdtempSync(join(tmpdir(), 'dictara-neural-'))
const programs = replacedPrograms()
afterAll(() => {
  programs.remove()
  rmSync(root, { recursive: true, force: true })
})

const tokens = [' fever', ' am', 'oxicillin', '{period}', '{new paragraph}', ' [INDICATION]', ' chest', ' pain']
const hertz = toneHertz(tokens.length)
const folder = makeToneModel(
  join(root, 'tones'),
  tokens.map((token, index) => ({ token, hertz: hertz[index]! })),
)

/** A wav in which the tone of each token starts at its second. */
function wavOf(said: readonly [token: number, at: number][], seconds: number, each = 0.3): string {
  const path = join(root, `${said.length}-${seconds}.wav`)
  const played = said.map(([token, at]) => ({ hertz: hertz[token]!, at, seconds: each }))
  writeFileSync(path, wavOfTones(played, seconds))
  return path
}
const engineOf = (settings: Partial<ModelSettings> = {}, log = silentLog) =>
  speechModel({ folder, language: 'en', threads: 1, ...settings }, log)
const hear = (wav: string, settings: Partial<ModelSettings> = {}, signal = new AbortController().signal) =>
  engineOf(settings).transcribe(wav, { lengthMs: 6_000, folder: root, signal })
const short = wavOf(
  [
    [0, 0.5],
    [3, 1],
    [1, 1.5],
    [2, 2],
    [4, 3],
    [5, 3.5],
  ],
  5,
)

test('a real model recognises known words at known times, and keeps marks as the model writes them', async () => {
  const words = await hear(short)
  expect(words.map(({ word }) => word)).toEqual(['fever', '{period}', 'amoxicillin', '{new paragraph}', '[INDICATION]'])
  for (const [index, at] of [0.5, 1, 1.5, 3, 3.5].entries())
    expect(Math.abs(words[index]!.start - at)).toBeLessThan(0.1)
  for (const { start, end, confidence } of words) {
    expect(end).toBeGreaterThan(start)
    expect(confidence).toBeNull()
  }
})

test('more than a minute is recognised in pieces without loss, with and without pauses', async () => {
  const spoken = (count: number, everySeconds: number) =>
    Array.from({ length: count }, (_, index): [number, number] => [[0, 6, 7][index % 3]!, 0.3 + index * everySeconds])
  for (const everySeconds of [1.5, 0.33]) {
    const said = spoken(Math.floor(68 / everySeconds), everySeconds)
    const words = await hear(wavOf(said, 70 + everySeconds))
    expect(words.map(({ word }) => word)).toEqual(said.map(([token]) => tokens[token]!.trim()))
    for (const [index, [, at]] of said.entries()) expect(Math.abs(words[index]!.start - at)).toBeLessThan(0.15)
  }
})

test('silence and a recording without samples give no words', async () => {
  expect(await hear(wavOf([], 40))).toEqual([])
  expect(await hear(wavOf([], 0))).toEqual([])
})

test('the engine is named by its kind and folder, and reports before the first recording why it cannot be used', async () => {
  expect(await engineOf().about()).toEqual({ name: 'model MedASR (tones)' })
  const missing = engineOf({ folder: join(root, 'nowhere') })
  expect(await missing.about()).toEqual({ name: 'model nowhere', trouble: 'its folder doesn’t exist' })
  const logged: unknown[] = []
  const log = { ...silentLog, error: (facts: { error?: unknown }) => logged.push((facts.error as Error).message) }
  await engineOf({ folder: join(root, 'nowhere') }, log).prepare!()
  expect(logged).toEqual(['its folder doesn’t exist'])
})

/** A copy of the tests’ model with one file changed. */
function changed(name: string, content: (was: Buffer) => Buffer | string): string {
  const path = mkdtempSync(join(root, 'changed-'))
  cpSync(folder, path, { recursive: true })
  writeFileSync(join(path, name), content(readFileSync(join(path, name))))
  return path
}
const usual = 'The server’s speech model can’t be used'
const notAccepted = `${usual}: the program that runs speech models rejects it; it may be damaged or of another kind. Tell the person who runs Dictara.`

test('a partial download is reported, and works once it is complete', async () => {
  const half = changed('model.int8.onnx', (was) => was.subarray(0, was.length / 2))
  await expect(hear(short, { folder: half })).rejects.toMatchObject({
    kind: 'refused',
    message: `${usual}: model.int8.onnx is cut off; its download may not have finished. Tell the person who runs Dictara.`,
  })
  cpSync(join(folder, 'model.int8.onnx'), join(half, 'model.int8.onnx'))
  expect(await hear(short, { folder: half })).toHaveLength(5)
})

test('a model that ends or crashes the runtime’s process is refused with a message', async () => {
  const flipped = changed('model.int8.onnx', (was) => Buffer.from(was).fill(0xff, 40, 60))
  for (const settings of [
    { kind: 'nemo-ctc' as const },
    { folder: changed('tokens.txt', () => '<blk> 0\n▁a 1\n') },
    { folder: flipped, kind: 'medasr' as const },
  ])
    await expect(hear(short, settings)).rejects.toMatchObject({ kind: 'refused', message: notAccepted })
})

test('a model that hangs is ended after its time limit, and a stopped one immediately', async () => {
  await expect(hear(short, { timeLimitSeconds: () => 0.05 })).rejects.toMatchObject({
    kind: 'timed-out',
    message: 'The speech model took too long.',
  })
  const stop = new AbortController()
  const stopped = hear(short, {}, stop.signal)
  setTimeout(() => stop.abort(), 100)
  await expect(stopped).rejects.toSatisfy((error) => error instanceof ProcessFailed && error.kind === 'stopped')
  await expect(stopped).rejects.not.toBeInstanceOf(SpeechFailed)
})

test('too little memory, or a missing binary of the runtime, is reported', async () => {
  programs.replace('prlimit', 'shift; exec $real --as=300000000 "$@"')
  await expect(hear(short)).rejects.toMatchObject({
    kind: 'crashed',
    message: 'The server doesn’t have enough memory for the speech model.',
  })
  programs.replace('prlimit', 'exit 69')
  await expect(hear(short)).rejects.toMatchObject({
    kind: 'refused',
    message: `${usual}: the program that runs speech models doesn’t support this kind of computer. Tell the person who runs Dictara.`,
  })
  programs.restore('prlimit')
})
