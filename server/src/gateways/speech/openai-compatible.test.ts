import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { openAiCompatible, type SpeechService } from './openai-compatible.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-service-'))
const wav = join(folder, 'part.wav')
writeFileSync(wav, 'RIFF of sound')
const signal = new AbortController().signal
const options = { lengthMs: 4_000, folder, signal }
const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function service(answer: RequestListener, more: Partial<SpeechService> = {}) {
  const server = createServer(answer).listen(0, 'localhost')
  servers.push(server)
  await new Promise((listening) => server.once('listening', listening))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  return openAiCompatible({ url, model: 'whisper-1', key: 'sk-canary', language: 'en', ...more })
}

test('a recording is sent as the OpenAI interface requires, and its timed words come back', async () => {
  let seen = { url: '', authorization: '', body: '' }
  const engine = await service((request, response) => {
    let body = ''
    request.setEncoding('latin1').on('data', (text: string) => (body += text))
    request.on('end', () => {
      seen = { url: request.url!, authorization: request.headers.authorization!, body }
      response.end(
        JSON.stringify({ text: 'Chest pain.', duration: 4, words: [{ word: 'Chest', start: 0.1, end: 0.4 }] }),
      )
    })
  })
  const words = await engine.transcribe(wav, options)
  expect(words).toEqual([{ word: 'Chest', start: 0.1, end: 0.4, confidence: null }])
  expect(seen).toMatchObject({ url: '/v1/audio/transcriptions', authorization: 'Bearer sk-canary' })
  for (const part of ['RIFF of sound', 'whisper-1', 'verbose_json', 'timestamp_granularities[]', 'name="language"'])
    expect(seen.body).toContain(part)
})

test.for([
  [500, 'crashed', /failed \(500\)/],
  [429, 'crashed', /failed/],
  [401, 'refused', /administrator/],
  [302, 'refused', /administrator/],
] as const)('status %i gets a readable message, without the key or the answer', async ([status, kind, message]) => {
  const engine = await service((_, response) => {
    response.writeHead(status, { location: 'http://localhost:1' }).end('your key sk-canary is wrong')
  })
  const failure = await engine.transcribe(wav, options).catch((error: Error) => error)
  expect(failure).toMatchObject({ kind, message: expect.stringMatching(message) })
  expect(String((failure as Error).stack)).not.toContain('sk-canary')
})

test('a service that is missing, hangs, breaks off or answers nonsense is reported as such', async () => {
  const gone = openAiCompatible({ url: 'http://localhost:1', model: 'm', language: 'en' })
  await expect(gone.transcribe(wav, options)).rejects.toMatchObject({ kind: 'unreachable' })
  const hanging = await service(() => {}, { timeLimitSeconds: () => 0.2 })
  await expect(hanging.transcribe(wav, options)).rejects.toMatchObject({ kind: 'timed-out' })
  const half = await service(
    (_, response) => {
      response.writeHead(200).write('{"text":')
    },
    { timeLimitSeconds: () => 0.2 },
  )
  await expect(half.transcribe(wav, options)).rejects.toMatchObject({ kind: 'timed-out' })
  const broken = await service((_, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{"text":', () => response.destroy())
  })
  await expect(broken.transcribe(wav, options)).rejects.toMatchObject({ kind: 'unreachable' })
  for (const nonsense of ['<html>', '[]', '{}', '{"words":[{"word":1}]}']) {
    const engine = await service((_, response) => response.end(nonsense))
    await expect(engine.transcribe(wav, options)).rejects.toMatchObject({ kind: 'unreadable' })
  }
})

test('a request in progress is given up when the server stops', async () => {
  const stop = new AbortController()
  const engine = await service(() => stop.abort())
  await expect(engine.transcribe(wav, { ...options, signal: stop.signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
})
