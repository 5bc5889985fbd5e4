import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sessionCookie } from './cookie.ts'

const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15'
const chrome =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36'
const firefox = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:150.0) Gecko/20100101 Firefox/150.0'
const secret = 'a'.repeat(43)

/** The cookie that a browser gets, and which of the two cookies the server reads when the browser sends both. */
async function cookieOf(headers: Record<string, string>) {
  const server = Fastify({ trustProxy: '127.0.0.1' })
  server.get('/', async (request, reply) => {
    const cookie = sessionCookie(request, reply)
    cookie.set(secret)
    return { read: cookie.secret }
  })
  const both = `__Host-dictara=${'b'.repeat(43)}; dictara-localhost=${'c'.repeat(43)}`
  const answer = await server.inject({ url: '/', headers: { host: 'localhost:4000', cookie: both, ...headers } })
  return { given: String(answer.headers['set-cookie']), read: answer.json<{ read: string }>().read[0] }
}

test.each([
  ['Chrome on this computer', { 'user-agent': chrome }],
  ['Firefox on this computer', { 'user-agent': firefox }],
  ['a client without a user agent', {}],
  ['Safari by https', { 'user-agent': safari, 'x-forwarded-proto': 'https' }],
  ['Safari on another host', { 'user-agent': safari, host: 'dictara.example.org' }],
  ['Safari on a host that looks local', { 'user-agent': safari, host: 'localhost.example.org' }],
])('the cookie of %s is bound to host and https', async (_who, headers) => {
  const { given, read } = await cookieOf(headers as Record<string, string>)
  expect(given).toBe(`__Host-dictara=${secret}; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Strict`)
  expect(read).toBe('b')
})

test.each(['localhost:4000', '127.0.0.1:4001'])(
  'Safari, which rejects such a cookie over http on its own computer, gets one that it accepts, at %s',
  async (host) => {
    const { given, read } = await cookieOf({ 'user-agent': safari, host })
    expect(given).toBe(`dictara-localhost=${secret}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Strict`)
    expect(read).toBe('c')
  },
)
