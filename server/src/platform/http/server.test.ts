import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { expect, test } from 'vitest'
import { silentLog } from '../log.ts'
import { buildSite } from './server.ts'

test('a stopping server refuses new calls with a readable message and closes the connection, but still answers health checks', async () => {
  let isStopping = false
  const { server, stop } = await buildSite({
    site: null,
    tls: null,
    mayUseMicrophone: false,
    log: silentLog,
    isStopping: () => isStopping,
    async register(site) {
      for (const path of ['/api/thing', '/readyz']) site.get(path, async () => ({ success: true }))
    },
  })
  const ask = (url: string) => server.inject({ url })
  expect((await ask('/api/thing')).statusCode).toBe(200)
  isStopping = true
  const refused = await ask('/api/thing')
  expect(refused.headers).toMatchObject({ connection: 'close', 'retry-after': '5' })
  expect([refused.statusCode, refused.json()]).toEqual([
    503,
    {
      success: false,
      code: 'stopping',
      message: 'The server is restarting. Try again in a moment.',
      result: [],
    },
  ])
  expect((await ask('/readyz')).statusCode).toBe(200)
  await stop(0)
})

test('every address without a file name answers the page, with any query', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dictara-site-'))
  writeFileSync(join(folder, 'index.html'), 'the page')
  const { server, stop } = await buildSite({
    site: folder,
    tls: null,
    mayUseMicrophone: false,
    log: silentLog,
    isStopping: () => false,
    async register() {},
  })
  for (const [url, status] of [
    ['/dashboard/reviewers?name=rev5%40example.org', 200],
    ['/dashboard/billers?page=1.9', 200],
    ['/dashboard', 200],
    ['/gone.js?v=1', 404],
    ['/api/gone?name=x.org', 404],
  ] as const)
    expect([url, (await server.inject({ url })).statusCode]).toEqual([url, status])
  await stop(0)
  rmSync(folder, { recursive: true })
})

/** A site with small limits, and a function that opens connections to it. */
async function aSite(settings: Partial<Parameters<typeof buildSite>[0]> = {}) {
  const { server, stop } = await buildSite({
    site: null,
    tls: null,
    mayUseMicrophone: false,
    log: silentLog,
    isStopping: () => false,
    bodyLimits: { wholeMs: 300, silentMs: 300 },
    async register(site) {
      site.post('/api/thing', async () => ({ success: true }))
      site.post('/api/recording', { config: { isRecording: true } }, async () => ({ success: true }))
    },
    ...settings,
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    stop: () => stop(0),
    async say(text: string) {
      const socket = connect(port, '127.0.0.1')
      let heard = ''
      socket.on('data', (data) => (heard += String(data)))
      socket.on('error', () => {})
      const closed = new Promise((resolve) => socket.on('close', resolve))
      await once(socket, 'connect')
      socket.write(text)
      return { socket, closed, heard: () => heard }
    },
  }
}
const head = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n`
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('a body that never ends is refused with a readable message, however steadily it trickles in', async () => {
  const site = await aSite()
  const line = await site.say(head('/api/thing'))
  const drip = setInterval(() => line.socket.write('1'), 100)
  await line.closed
  clearInterval(drip)
  expect(line.heard()).toMatch(/^HTTP\/1\.1 408 .*took too long to arrive/s)
  await site.stop()
})

test('a recording may take longer as long as it keeps arriving', async () => {
  const site = await aSite()
  const arriving = await site.say(head('/api/recording'))
  // 20 bytes in ten parts, which take three times as long as the limit.
  for (const part of ['"1', '23', '45', '67', '89', '01', '23', '45', '67', '8"']) {
    await pause(90)
    arriving.socket.write(part)
  }
  await expect.poll(arriving.heard).toMatch(/^HTTP\/1\.1 200 /)
  arriving.socket.destroy()
  const silent = await site.say(head('/api/recording'))
  await silent.closed
  expect(silent.heard()).toMatch(/^HTTP\/1\.1 408 /)
  await site.stop()
})

test('an address that uses up its connections is refused more, and gets new ones once some close', async () => {
  const site = await aSite({ connectionLimits: { perAddress: 3, total: 100, isShared: () => false } })
  const kept = [await site.say(''), await site.say(''), await site.say('')]
  await (await site.say('')).closed
  for (const { socket, closed } of kept) {
    socket.destroy()
    await closed
  }
  const ask = () =>
    fetch(`http://127.0.0.1:${site.port}/nothing`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(ask).toBe(404)
  await site.stop()
})

test('an offer of HTTP/2 is answered with plain HTTP, even under TLS', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dictara-tls-'))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=localhost',
      '-days',
      '2',
      '-keyout',
      key,
      '-out',
      cert,
    ],
    { stdio: 'ignore' },
  )
  const site = await aSite({ tls: { cert, key } })
  const socket = connectTls({ port: site.port, host: '127.0.0.1', rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  socket.write(
    'GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n',
  )
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 404 /)
  socket.destroy()
  await site.stop()
  rmSync(folder, { recursive: true })
})
