import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { programOf } from '../../testing/program.ts'
import { speechModels } from '../../testing/speech-models.ts'
import { madeByFfmpeg, tone } from '../../testing/sounds.ts'
import { runSpeechCommand } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-speech-command-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)

/** Starts the program itself, as a person who evaluates engines does. */
const program = (...given: string[]) => {
  const env = { ...process.env, DICTARA_DATA: at('data'), DICTARA_SPEECH_MODELS: speechModels }
  const started = spawn(process.execPath, [programOf('speech'), ...given], { env })
  started.stdin.on('error', () => {})
  return started
}
const inProcess = (...given: string[]) => withSettings({}, ...given)
const withSettings = async (settings: Record<string, string>, ...given: string[]) => {
  const terminal = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() }
  const [out, err] = [text(terminal.stdout), text(terminal.stderr)]
  const code = await runSpeechCommand(given, { DICTARA_DATA: at('data'), ...settings }, terminal)
  terminal.stdout.end()
  terminal.stderr.end()
  return { code, out: await out, err: await err }
}

test('audio files are recognised one by one as on the server, and a failing one is reported without stopping the others', async () => {
  const spoken = readFileSync(join(import.meta.dirname, '../../../../dictation/src/test-data/t2.txt'), 'utf8')
  await new Promise((done) => execFile('flite', ['-voice', 'rms', '-t', spoken.trim(), '-o', at('said.wav')], done))
  writeFileSync(at('none.wav'), 'no sound at all')
  writeFileSync(at('tone.mp3'), await tone(1, 'x.mp3'))
  const quietTone = 'sine=frequency=300:sample_rate=16000:duration=1,volume=0.01'
  writeFileSync(at('quiet.wav'), await madeByFfmpeg(quietTone, [], 'x.wav'))
  const before = readFileSync(at('said.wav'))
  const files = ['said.wav', 'none.wav', 'missing.wav', 'tone.mp3', 'quiet.wav'].map(at)
  const transcribing = program('transcribe', ...files)
  const [out, err, [code]] = await Promise.all([
    text(transcribing.stdout),
    text(transcribing.stderr),
    once(transcribing, 'exit'),
  ])
  expect(code).toBe(1)
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ file, engine }) => ({ file, engine }))).toEqual(
    files.map((file) => ({ file, engine: 'pocketsphinx' })),
  )
  const [said, none, missing, toneLine, quietLine] = lines
  expect(said.sections.map(({ heading }: { heading: string }) => heading)).toEqual([
    'SUBJECTIVE',
    'OBJECTIVE',
    'ASSESSMENT',
    'PLAN',
  ])
  expect(said.text).toContain(`ASSESSMENT\n${said.sections[2].text}`)
  expect(said.words[0]).toMatchObject({ word: 'subjective', start: expect.any(Number), end: expect.any(Number) })
  expect(said.words.at(-1).end).toBeLessThanOrEqual(said.seconds)
  expect(none).toEqual({ file: files[1], engine: 'pocketsphinx', error: expect.stringMatching(/any audio/) })
  expect(missing.error).toMatch(/This file doesn’t exist/)
  for (const one of [toneLine, quietLine])
    expect(one).toMatchObject({ seconds: expect.closeTo(1, 1), sections: expect.any(Array) })
  expect(err).toMatch(/^\S+quiet\.wav: This recording is very quiet: [^\n]+\n$/)
  expect(readFileSync(at('said.wav'))).toEqual(before)
}, 120_000)

test.each([
  ['pocketsphinx', 'pocketsphinx'],
  ['openai', 'openai-compatible whisper-1'],
  [at('other'), 'model other'],
])('a requested engine is used instead of the configured model: %s', async (engine, name) => {
  const settings = { DICTARA_SPEECH_MODEL: at('model'), DICTARA_SPEECH_URL: 'http://localhost:1' }
  const { code, out, err } = await withSettings(settings, 'transcribe', at('missing.wav'), '--engine', engine)
  expect({ code, err }).toEqual({ code: 1, err: '' })
  expect(JSON.parse(out)).toMatchObject({ engine: name, error: expect.stringMatching(/This file doesn’t exist/) })
})

test('the program ends when its reader closes the output', async () => {
  const writing = program('write')
  writing.stdin.end('no fever period\n'.repeat(200_000))
  await once(writing.stdout, 'data')
  writing.stdout.destroy()
  expect(await once(writing, 'exit')).toEqual([0, null])
}, 60_000)

test('two texts can be scored', async () => {
  writeFileSync(at('right.txt'), 'No fever.\nAspirin 81 mg.')
  writeFileSync(at('heard.txt'), 'No fever. Aspirin 18 mg.')
  const { code, out } = await inProcess('score', at('right.txt'), at('heard.txt'))
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ all: { words: 5, wrong: 1 }, clinical: { words: 4, wrong: 1, rate: 0.25 } })
})

test.each([
  [['transcribe'], /Give at least one audio file/],
  [['transcribe', 'x.wav', '--engine', 'parrot'], /DICTARA_SPEECH must be one of/],
  [['write', 'x.txt'], /takes no files/],
  [['write', '--engine', 'openai'], /Only transcribe takes --engine/],
  [['score', 'one.txt'], /two files/],
  [['score', '/no/such.txt', '/no/other.txt'], /The file \/no\/\S+ cannot be read/],
  [['sing'], /Unknown command “sing”/],
  [['write', '--loud'], /Unknown option '--loud'/],
])('an invalid request gets a readable message, with nothing on standard output: %j', async (given, message) => {
  const { code, out, err } = await inProcess(...given)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(message)
  expect(err).not.toMatch(/^\s+at /m)
})
