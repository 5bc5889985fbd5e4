import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { guardedConnect } from './guarded-connect.ts'

/** The first bytes that a TLS connection to a host sends. The host is a server on this computer. */
async function helloTo(host: string, listenAt: string): Promise<string> {
  const hello = Promise.withResolvers<string>()
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (bytes) => {
      hello.resolve(bytes.toString('latin1'))
      socket.destroy()
    })
  })
  onTestFinished(() => void server.close())
  server.listen(0, listenAt)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const connect = guardedConnect({ allowed: [host], lookup: async () => [listenAt] })
  await expect(connect({ host, port, hasTls: true }, AbortSignal.timeout(5000))).rejects.toThrow('can’t be reached')
  return hello.promise
}

test('TLS sends the server name for names, but never for an address, with or without brackets', async () => {
  expect(await helloTo('ehr.hospital.lan', '127.0.0.1')).toContain('ehr.hospital.lan')
  expect(await helloTo('127.0.0.1', '127.0.0.1')).not.toContain('127.0.0.1')
  expect(await helloTo('[::1]', '::1')).not.toContain('::1')
})
