import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { SpeechFailed } from './port.ts'
import { pocketsphinx, wordsOf } from './pocketsphinx.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-engine-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const options = { lengthMs: 1_000, folder, signal: new AbortController().signal }

function program(text: string): string {
  const path = join(folder, `engine-${Math.random().toString(36).slice(2)}`)
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  return path
}

test('rows become words: fillers are dropped, alternates lose their number, and the probability is at most one', () => {
  const printed =
    'with pain\n<s> 0.000 0.100 0.99\nwith(2) 0.110 0.400 1.000200\n<sil> 0.410 0.500 0.9\n[NOISE] 0.5 0.6 0.9\npain 0.610 0.990 0.512300\n</s> 1.000 1.100 1.0\n'
  expect(wordsOf(printed)).toEqual([
    { word: 'with', start: 0.11, end: 0.4, confidence: 1 },
    { word: 'pain', start: 0.61, end: 0.99, confidence: 0.5123 },
  ])
})

test('a missing engine and a crashing one have different readable messages', async () => {
  await expect(pocketsphinx('no-such-engine').transcribe('x.wav', options)).rejects.toMatchObject({ kind: 'missing' })
  const crashed = pocketsphinx(program('exit 3')).transcribe('x.wav', options)
  await expect(crashed).rejects.toBeInstanceOf(SpeechFailed)
  await expect(crashed).rejects.toMatchObject({ kind: 'crashed', message: 'The speech engine stopped unexpectedly.' })
})

test('an engine inherits no secrets, and stops on request', async () => {
  process.env['DICTARA_SECRET_CANARY'] = 'canary'
  const words = await pocketsphinx(program('echo "${DICTARA_SECRET_CANARY:-none} 0.100 0.200 1.0"')).transcribe(
    'x.wav',
    options,
  )
  delete process.env['DICTARA_SECRET_CANARY']
  expect(words).toMatchObject([{ word: 'none' }])
  const stop = new AbortController()
  const hanging = pocketsphinx(program('sleep 600')).transcribe('x.wav', { ...options, signal: stop.signal })
  stop.abort()
  await expect(hanging).rejects.toMatchObject({ kind: 'stopped' })
})

test('an engine that hangs is ended after its time limit, with a readable message', async () => {
  const hanging = pocketsphinx(program('sleep 600'), undefined, () => 0.2).transcribe('x.wav', options)
  await expect(hanging).rejects.toMatchObject({ kind: 'timed-out', message: 'The speech engine took too long.' })
})

test('an engine gets the clinical model, and a stopped run does not wait for it to be built', async () => {
  const [languageModel, dictionary] = ['model.lm.bin', 'model.dict']
  const made = { ready: async () => ({ languageModel, dictionary }), close: () => {} }
  const engine = pocketsphinx(program('echo "$2,$4,$6 0.100 0.200 1.0"'), made)
  expect(await engine.transcribe('x.wav', options)).toMatchObject([{ word: 'model.lm.bin,model.dict,x.wav' }])
  const stop = new AbortController()
  const endless = pocketsphinx(program('sleep 600'), { ready: () => new Promise(() => {}), close: () => {} })
  const stopped = endless.transcribe('x.wav', { ...options, signal: stop.signal })
  stop.abort()
  await expect(stopped).rejects.toMatchObject({ kind: 'stopped' })
})
