import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test.each(['text/plain', 'text/plain;charset=utf-8', 'application/x-www-form-urlencoded', 'text/html'])(
  'a body of the type %j, which other sites may send unasked, reaches no call',
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
  'nobody keeps a copy of the answer of %s',
  async (path) => {
    const response = await fetch(server.url + path)
    expect(response.headers.get('cache-control')).toBe('no-store')
    await response.arrayBuffer()
  },
)
