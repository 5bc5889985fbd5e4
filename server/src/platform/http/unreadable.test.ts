import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const refusal = { success: false, code: 'invalid', message: expect.stringMatching(/^[A-Z].+\.$/), result: [] }

/** Sends these bytes and returns the server’s answer, up to the end of the connection. */
const answerTo = (bytes: string) =>
  new Promise<string>((resolve, failed) => {
    let heard = ''
    const socket = connect(Number(new URL(server.url).port), 'localhost', () => socket.write(bytes))
    socket.on('data', (data) => (heard += String(data)))
    socket.on('end', () => socket.end(() => resolve(heard)))
    socket.on('error', failed)
  })

test.each(['/api/%', '/api/%E0%A4%A', '/api/clinic/job/%C3%28'])(
  'the address %s, which cannot be decoded, is refused with a readable message',
  async (path) => {
    const response = await fetch(server.url + path)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual(refusal)
  },
)

test('headers over the limit are refused with a readable message', async () => {
  const response = await fetch(`${server.url}/api/config.json`, { headers: { 'x-long': 'x'.repeat(40_000) } })
  expect(response.status).toBe(431)
  expect(await response.json()).toEqual(refusal)
})

test('an invalid HTTP request is refused with a readable message, and the connection is closed', async () => {
  const [head, body] = (await answerTo('GET  / nonsense\r\n\r\n')).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(JSON.parse(body!)).toEqual(refusal)
})
