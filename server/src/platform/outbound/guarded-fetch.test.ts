import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import tls from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { certificateFor } from '../../testing/certificate.ts'
import { isSameAddress, reachOf } from './addresses.ts'
import type { Lookup } from './find-address.ts'
import { guardedFetch } from './guarded-fetch.ts'

const never = new AbortController().signal

/** A server on this computer that counts its connections. */
async function aCanary() {
  let connections = 0
  const server = net.createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  server.listen(0, '::')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

async function aServer(answer: http.RequestListener) {
  const server = http.createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, place: `127.0.0.1:${port}`, address: `http://127.0.0.1:${port}` }
}

const loopback =
  `127.0.0.1 127.1 127.0.1 2130706433 0x7f.1 0x7f000001 017700000001 0177.0.0.1 0x7f.0x0.0x0.0x1 127.0.0.1.
  127.255.255.254 0 0.0.0.0 0x0 00000177.1 １２７.０.０.１ 127。0。0。1 ①②⑦.⓪.⓪.① %31%32%37.0.0.1 127%2e0.0.1 localhost LOCALHOST
  localhost. ｌocalhost loc%61lhost [::1] [0:0:0:0:0:0:0:1] [::0001] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:127.0.0.1]
  [0:0:0:0:0:ffff:7f00:1] [::127.0.0.1] [::7f00:1] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::7f00:1] [2002:7f00:1::]
  [2001:0:7f00:1::] [::ffff:0:127.0.0.1]`.split(/\s+/)
const others =
  `169.254.169.254 2852039166 0xa9fea9fe [::ffff:169.254.169.254] [::ffff:a9fe:a9fe] [fe80::1] [fd00:ec2::254]
  100.100.100.200 168.63.129.16 192.0.0.192 10.0.0.1 172.16.0.1 172.31.255.254 192.168.1.1 100.64.0.1 [fc00::1] [fd12::1]
  [ff02::1] 224.0.0.1 255.255.255.255 198.18.0.1 192.0.2.1 [2001:db8::1]`.split(/\s+/)

test('no spelling of a loopback, private or metadata address is called, with or without TLS', async () => {
  const canary = await aCanary()
  // Let every name resolve to this computer, whatever its resolver would answer.
  const fetchGuarded = guardedFetch({ allowed: [], seconds: 2, lookup: async () => ['127.0.0.1', '::1'] })
  expect(loopback.length + others.length).toBeGreaterThanOrEqual(60)
  for (const host of [...loopback, ...others])
    for (const scheme of ['https', 'http'])
      await expect(
        fetchGuarded(`${scheme}://${host}:${canary.port}/metadata`, { signal: never }),
        `${scheme}://${host}`,
      ).rejects.toMatchObject({ name: 'OutboundFailed', kind: 'refused' })
  expect(canary.connections()).toBe(0)
})

test('a name is looked up once, so a name server that changes its answer cannot redirect the call', async () => {
  const canary = await aCanary()
  const answers = [['93.184.215.14'], ['127.0.0.1']]
  let asked = 0
  const flips: Lookup = async () => answers[asked++ % 2]!
  const fetchGuarded = guardedFetch({ allowed: [], lookup: flips, seconds: 0.2 })
  const address = `https://rebinding.example:${canary.port}/`
  await expect(fetchGuarded(address, { signal: never })).rejects.toMatchObject({ kind: 'silent' })
  expect(asked).toBe(1)
  await expect(fetchGuarded(address, { signal: never })).rejects.toThrow('rebinding.example is in a private network.')
  expect(canary.connections()).toBe(0)
})

test('one private address among the public ones of a name is enough to refuse it', async () => {
  const fetchGuarded = guardedFetch({ allowed: [], lookup: async () => ['93.184.215.14', '::1'] })
  await expect(fetchGuarded('https://two.example/', { signal: never })).rejects.toThrow('in a private network')
})

test('a host allowed by the operator is called at the address of its name, also by http, on its own port only', async () => {
  const server = await aServer((request, answer) => answer.end(`${request.headers.host} ${request.url}`))
  const lookup: Lookup = async () => ['127.0.0.1']
  const fetchGuarded = guardedFetch({ allowed: [`ehr.hospital.lan:${server.port}`], lookup })
  const { status, text } = await fetchGuarded(`http://EHR.hospital.lan:${server.port}/fhir?a=b`, { signal: never })
  expect([status, text]).toEqual([200, `ehr.hospital.lan:${server.port} /fhir?a=b`])
  await expect(fetchGuarded('https://ehr.hospital.lan:8443/', { signal: never })).rejects.toThrow('DICTARA_EHR_HOSTS')
  await expect(fetchGuarded('http://other.lan:8080/', { signal: never })).rejects.toThrow('must begin with https://')
})

test('an allowed name that resolves to the metadata addresses of clouds is refused', async () => {
  for (const address of ['169.254.169.254', 'fd00:ec2::254', '::ffff:169.254.169.254'])
    await expect(
      guardedFetch({ allowed: ['ehr.lan'], lookup: async () => [address] })('https://ehr.lan/', { signal: never }),
    ).rejects.toThrow('Dictara doesn’t connect to the address of ehr.lan.')
})

test.each([
  ['https://somebody:secret@ehr.example/', 'contains a user name or password'],
  ['ftp://ehr.example/', 'must begin with https://'],
  ['file:///etc/passwd', 'must begin with https://'],
  ['ehr.example', 'can’t be read'],
  ['https://ehr.example:22/', 'doesn’t connect to port 22'],
])('%s is refused with a readable message', async (address, words) => {
  const fetchGuarded = guardedFetch({ allowed: [], lookup: async () => ['93.184.215.14'] })
  await expect(fetchGuarded(address, { signal: never })).rejects.toThrow(words)
})

test('a redirect and a too long, compressed, incomplete or late answer each get a readable message', async () => {
  const server = await aServer((request, answer) => {
    if (request.url === '/redirect') answer.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    else if (request.url === '/long') answer.end(Buffer.alloc(2 * 1_048_576))
    else if (request.url === '/packed') answer.writeHead(200, { 'content-encoding': 'gzip' }).end('x')
    else if (request.url === '/half') {
      answer.writeHead(200, { 'content-length': 100 }).write('half')
      setTimeout(() => answer.destroy(), 20)
    }
  })
  const fetchGuarded = guardedFetch({ allowed: [server.place], seconds: 0.4, mostBytes: 1_048_576 })
  const ask = (path: string) => fetchGuarded(`${server.address}${path}`, { signal: never })
  await expect(ask('/redirect')).rejects.toThrow('sends Dictara on to another address')
  await expect(ask('/long')).rejects.toThrow('more than 1 MB')
  await expect(ask('/packed')).rejects.toThrow('compressed')
  await expect(ask('/half')).rejects.toMatchObject({ kind: 'silent' })
  await expect(ask('/slow')).rejects.toThrow('took longer than 0.4 seconds')
})

test('an https certificate must be for the entered name and from a trusted authority', async () => {
  const { cert, key } = await certificateFor('ehr.lan')
  const server = https.createServer({ key, cert }, (request, answer) => answer.end(request.headers.host))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const known = tls.getCACertificates('default')
  onTestFinished(() => {
    tls.setDefaultCACertificates(known)
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const ask = (host: string) =>
    guardedFetch({ allowed: [host], lookup: async () => ['127.0.0.1'] })(`https://${host}:${port}/`, { signal: never })
  await expect(ask('ehr.lan')).rejects.toThrow('isn’t valid or isn’t known here')
  tls.setDefaultCACertificates([...known, cert])
  expect((await ask('ehr.lan')).text).toBe(`ehr.lan:${port}`)
  await expect(ask('other.lan')).rejects.toThrow('isn’t valid or isn’t known here')
  await expect(ask('127.0.0.1')).rejects.toThrow('isn’t valid or isn’t known here')
})

test('an aborted call fails with the caller’s reason', async () => {
  const server = await aServer(() => {})
  const abort = new AbortController()
  const asked = guardedFetch({ allowed: [server.place] })(server.address, { signal: abort.signal })
  setTimeout(() => abort.abort(new Error('the server stops')), 20)
  await expect(asked).rejects.toThrow('the server stops')
})

test('internet addresses count as public, in both families', () => {
  for (const address of ['93.184.215.14', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])
    expect(reachOf(address), address).toBe('public')
  expect(reachOf('ehr.example')).toBe('never')
  expect(isSameAddress('2606:4700:0:0::1111', '2606:4700::1111')).toBe(true)
  expect(isSameAddress('127.0.0.1', '::ffff:127.0.0.1')).toBe(false)
})
