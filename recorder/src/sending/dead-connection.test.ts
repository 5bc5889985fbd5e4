import { createUpload, type UploadProgress } from '@dictara/browser/upload'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null })
vi.spyOn(console, 'error').mockImplementation(() => {})
const { recorderServer } = await import('../server-calls.ts')

let server: Server
/** Ends the time limit of the most recent call. */
let endTimeLimit: () => void
/** The kinds of calls whose first call has not come yet. That call gets neither an answer nor a reset. */
let toLeaveUnanswered: Set<string>
const stored: string[] = []
let jobs = 0

const kindOf = ({ method, url = '' }: IncomingMessage) =>
  url.endsWith('/submit') ? 'submit' : method === 'PUT' ? 'chunk' : 'begin'
function answerTo(request: IncomingMessage): object {
  const kind = kindOf(request)
  if (kind === 'chunk') stored.push(request.url!)
  if (kind === 'submit') jobs += 1
  return kind === 'submit' ? { jobId: 'j', jobNumber: '000123' } : kind === 'begin' ? { takes: [] } : { received: [] }
}

const realFetch = globalThis.fetch
beforeEach(async () => {
  toLeaveUnanswered = new Set(['begin', 'chunk', 'submit'])
  server = createServer((request, response) => {
    if (toLeaveUnanswered.delete(kindOf(request))) return endTimeLimit()
    request
      .resume()
      .on('end', () =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ success: true, message: '', result: [answerTo(request)] })),
      )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(`http://127.0.0.1:${port}${path}`, init))
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController()
    endTimeLimit = () => limit.abort(new DOMException('The time limit has passed.', 'TimeoutError'))
    return limit.signal
  })
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
  vi.restoreAllMocks()
})

test('on a dead connection, beginning, sending and submitting are each reported and retried until there is one job [QA-40, QA-41]', async () => {
  const seen: UploadProgress[] = []
  const upload = createUpload({
    source: {
      begin: () => ({ dictationId: 'd', facilityId: 'f', patientId: 'p', mimeType: 'audio/webm' }),
      takes: () => [{ take: 0, chunks: 2 }],
      read: async ({ number }) => ({ bytes: new Uint8Array([number]), durationMs: 0 }),
      cuts: () => undefined,
    },
    intake: recorderServer(),
    onChange: (progress) => seen.push(progress),
    inFlight: 1,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms / 100)),
  })
  expect(await upload.submit()).toEqual({ jobId: 'j', jobNumber: '000123' })
  const waits = seen.filter(({ phase }) => phase === 'waiting').map((wait) => 'message' in wait && wait.message)
  expect(waits).toEqual(Array(3).fill('The server cannot be reached.'))
  expect([new Set(stored).size, jobs, toLeaveUnanswered.size]).toEqual([2, 1, 0])
})
