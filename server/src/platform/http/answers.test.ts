import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { createLog } from '../log.ts'

const lines: string[] = []
const kept = new Writable({
  write(line: Buffer, _encoding, done) {
    lines.push(String(line))
    done()
  },
})
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ log: createLog('info', kept) })
})
afterAll(() => server.close())

test.each(['text/plain', 'text/plain;charset=utf-8', 'application/x-www-form-urlencoded', 'text/html'])(
  'a body of the type %j, which other sites can send, reaches no call',
  async (type) => {
    const response = await fetch(`${server.url}/api/authenticate/login`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify({ email: 'a@example.org', password: 'a quiet morning in winter' }),
    })
    expect(response.status).toBe(415)
    expect(await response.json()).toMatchObject({ success: false, code: 'wrong-type' })
  },
)

test.each(['/api/config.json', '/api/docs', '/api/authenticate/token', '/api/nothing', '/nothing.js', '/livez'])(
  'the answer of %s is not cached',
  async (path) => {
    const response = await fetch(server.url + path)
    expect(response.headers.get('cache-control')).toBe('no-store')
    await response.arrayBuffer()
  },
)

test('a refused upgrade has the same form as every refusal, for any address and origin', async () => {
  for (const [path, origin, status] of [
    ['/public/websocket', 'http://evil.example', 403],
    ['/api/nothing', server.url, 403],
    ['/api/%', server.url, 400],
  ] as const) {
    const socket = new WebSocket(server.url.replace('http', 'ws') + path, { headers: { origin } })
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
    const closed = once(response.socket, 'close')
    expect([response.statusCode, response.headers['cache-control']]).toEqual([status, 'no-store'])
    expect(JSON.parse(Buffer.concat(await response.toArray()).toString())).toMatchObject({ success: false, result: [] })
    await closed
  }
})

test('the reason of a refused call is logged once with the call, wherever it was thrown', async () => {
  lines.length = 0
  const ask = (type: string, body: string) =>
    fetch(`${server.url}/api/authenticate/login`, { method: 'POST', headers: { 'content-type': type }, body })
  await ask('application/json', '{')
  await ask('application/json', '{}')
  await ask('text/plain', 'x')
  const logged = lines.map((line) => JSON.parse(line)).filter(({ call }) => call === 'login')
  expect(logged.map(({ status, code }) => [status, code])).toEqual([
    [400, 'invalid'],
    [400, 'invalid'],
    [415, 'wrong-type'],
  ])
})

test('an incomplete body is answered as such, and not logged as a fault of the server', async () => {
  lines.length = 0
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(
    'POST /api/authenticate/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{',
  )
  await new Promise((wait) => setTimeout(wait, 100))
  socket.resetAndDestroy()
  const logged = () => lines.map((line) => JSON.parse(line)).filter(({ call }) => call === 'login')
  await expect.poll(() => logged().length).toBeGreaterThan(0)
  expect(logged().map(({ level, code }) => [level, code])).toEqual([[30, 'broken-off']])
})

test('an anonymous caller is refused before the body is read, however long it is', async () => {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(
    'POST /api/clinic/reviewer HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2000000\r\n\r\n{',
  )
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /)
  socket.destroy()
})

test('a caller over the limit gets the time to wait', async () => {
  const ask = () => fetch(`${server.url}/api/authenticate/login`, { method: 'POST', body: '{' })
  const answers = []
  for (let n = 0; n < 130 && answers.at(-1)?.status !== 429; n += 1) answers.push(await ask())
  const last = answers.at(-1)!
  expect([last.status, await last.json()]).toMatchObject([429, { code: 'too-many' }])
  const seconds = Number(last.headers.get('retry-after'))
  expect([seconds > 0, seconds <= 60]).toEqual([true, true])
})
