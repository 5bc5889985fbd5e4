import { defineCalls } from '@dictara/contract'
import { dictationCalls } from '@dictara/contract/dictations'
import { jobCalls } from '@dictara/contract/jobs'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod/mini'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null })
vi.spyOn(console, 'error').mockImplementation(() => {})
const { call, onFailure, rawCall } = await import('./call.ts')

const row = {
  path: '/private/sleep',
  summary: '',
  callers: ['admin'],
  result: z.string(),
  answerWithinMs: 300,
  example: {},
} as const
const calls = defineCalls({
  read: { ...row, method: 'GET' },
  write: { ...row, method: 'POST', body: z.object({ text: z.string() }) },
  store: { ...row, method: 'PUT', kind: 'upload' },
})

let server: Server
let answer: RequestListener
const real = globalThis.fetch
beforeEach(async () => {
  server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => real(`http://127.0.0.1:${port}${path}`, init))
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
})

const unreachable = { kind: 'unreachable', status: 0, message: expect.stringContaining('cannot be reached') }

test('a call that is never answered ends after its time limit and reports that the server cannot be reached [QA-41, QA-112]', async () => {
  answer = () => {}
  const told: string[] = []
  onFailure(({ kind }) => told.push(kind))
  await expect(call(calls.read, {})).rejects.toMatchObject(unreachable)
  await expect(call(calls.write, { body: { text: 'said' } }, { handler: false })).rejects.toMatchObject(unreachable)
  await expect(rawCall(calls.store, {}, new Uint8Array(9), { handler: false })).rejects.toMatchObject(unreachable)
  expect(told).toEqual(['unreachable'])
})

test('an answer that breaks off or never ends counts as no answer', async () => {
  const begin = '{"success":true,"message":"","result":["who'
  answer = (_, response) => void response.writeHead(200, { 'content-length': 500 }).write(begin)
  await expect(call(calls.read, {})).rejects.toMatchObject(unreachable)
  answer = (_, response) => {
    response.writeHead(200, { 'content-length': 500 }).write(begin)
    setTimeout(() => response.destroy(), 50)
  }
  await expect(call(calls.read, {})).rejects.toMatchObject(unreachable)
})

test('an HTML page, such as that of a guest network, does not count as an answer of the server', async () => {
  answer = (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
  await expect(rawCall(calls.store, {}, new Uint8Array(9))).rejects.toMatchObject(unreachable)
})

test('an aborted call ends with an abort error, not with the message that the server cannot be reached', async () => {
  answer = () => {}
  const ended = new AbortController()
  const reading = call(calls.read, {}, { signal: ended.signal })
  ended.abort()
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
})

test('slow calls have a longer time limit: sending sound, making the job, converting again', () => {
  const { storeChunk, submitDictation, uploadDictation } = dictationCalls
  for (const spec of [storeChunk, submitDictation, uploadDictation, jobCalls.reconvert, jobCalls.retryJobs])
    expect(spec.answerWithinMs).toBeGreaterThan(30_000)
})
