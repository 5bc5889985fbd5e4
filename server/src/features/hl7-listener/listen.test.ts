import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { encodeFrame, parseMessage, readText, writeAck } from '@dictara/hl7'
import { Client, Message } from 'node-hl7-client'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import type { Platform } from '../../platform/feature.ts'
import { freePort } from '../../platform/free-port.ts'
import { readCertificate } from '../../platform/http/origin-servers.ts'
import { newId } from '../../platform/ids.ts'
import { silentLog } from '../../platform/log.ts'
import { messageAnswerer } from './answer-message.ts'
import { type ListenerSettings, listenForMessages } from './listen.ts'
import { mllpSender } from './mllp-sender.fixtures.ts'
import { senderFinder } from './senders.ts'

const messageOf = (control: string) =>
  `MSH|^~\\&|HIS|NORTH|DICTARA||20261101120000||ADT^A08|${control}|P|2.5\rPID|1||M1\r`
const acknowledged = (bytes: Uint8Array) =>
  writeAck(parseMessage(readText(bytes).text).message, {
    stage: 'application',
    outcome: 'accepted',
    id: 'A1',
    at: new Date(),
  })
const controlOf = (bytes: Uint8Array) => parseMessage(readText(bytes).text).message.get('MSH-10')!

async function listening(settings: Partial<ListenerSettings> = {}, limits: Partial<ListenerSettings['limits']> = {}) {
  const port = await freePort()
  const listener = await listenForMessages({
    port,
    host: '127.0.0.1',
    tls: null,
    findFacility: () => 'north',
    answer: async (_, bytes) => [acknowledged(bytes)],
    log: silentLog,
    ...settings,
    limits: { connections: 4, idleMs: 60_000, frameMs: 60_000, messageBytes: 10_000, ...limits },
  })
  onTestFinished(() => listener.stop(0))
  const connected = async () => {
    const one = await mllpSender(port)
    onTestFinished(() => one.close())
    return one
  }
  return { port, listener, connected }
}

/** A handler that takes messages and answers each one only when `finish` is called. */
function slowHandler() {
  const begun: string[] = []
  const waiting: (() => void)[] = []
  const answer = async (_: string, bytes: Uint8Array) => {
    begun.push(controlOf(bytes))
    await new Promise<void>((finish) => waiting.push(finish))
    return [acknowledged(bytes)]
  }
  const until = async (count: number) => {
    while (begun.length < count) await new Promise((next) => setTimeout(next, 2))
  }
  return { begun, answer, until, finish: () => waiting.shift()!() }
}

test('a message is started after the previous one is answered, and other connections do not wait for it', async () => {
  const { begun, answer, until, finish } = slowHandler()
  const { connected } = await listening({ answer })
  const [one, other] = [await connected(), await connected()]
  one.write(Buffer.concat(['A1', 'A2'].map((control) => encodeFrame(messageOf(control)))))
  await until(1)
  one.write(encodeFrame(messageOf('A3')))
  other.write(encodeFrame(messageOf('B1')))
  await until(2)
  expect(begun).toEqual(['A1', 'B1'])
  finish()
  expect(await one.answers(1)).toMatchObject([{ controlId: 'A1' }])
  await until(3)
  expect(begun).toEqual(['A1', 'B1', 'A2'])
})

test('a stop answers the current message, starts no other, and closes every connection', async () => {
  const { begun, answer, until, finish } = slowHandler()
  const { connected, listener, port } = await listening({ answer })
  const [one, idle] = [await connected(), await connected()]
  one.write(Buffer.concat(['A1', 'A2'].map((control) => encodeFrame(messageOf(control)))))
  await until(1)
  const stopped = listener.stop(5_000)
  await idle.closed()
  finish()
  expect(await one.answers(2)).toMatchObject([{ controlId: 'A1' }])
  await stopped
  expect(begun).toEqual(['A1'])
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED')
})

test('a message over the size limit is rejected, and its connection is closed', async () => {
  const taken: string[] = []
  const { connected } = await listening({ answer: async (_, bytes) => [String(taken.push(controlOf(bytes)))] })
  const one = await connected()
  one.write(encodeFrame(`${messageOf('BIG')}${'NTE|1||x\r'.repeat(200_000)}`))
  expect(await one.answers(2)).toMatchObject([{ code: 'AR', text: 'The message is larger than allowed.' }])
  expect(taken).toEqual([])
})

test('a message that never ends and a silent connection are both given up', async () => {
  const endless = await listening({}, { frameMs: 60 })
  const one = await endless.connected()
  const drip = setInterval(() => one.write('x'), 10)
  onTestFinished(() => clearInterval(drip))
  one.write(encodeFrame(messageOf('E1')).slice(0, 20))
  expect(await one.answers(1)).toEqual([])
  const quiet = await listening({}, { idleMs: 40 })
  await (await quiet.connected()).closed()
})

test('a sender that disconnects while its message is processed affects no other', async () => {
  const { begun, answer, until, finish } = slowHandler()
  const { connected } = await listening({ answer })
  const gone = await connected()
  gone.write(encodeFrame(messageOf('GONE')))
  await until(1)
  gone.close()
  const other = await connected()
  other.write(encodeFrame(messageOf('NEXT')))
  await until(2)
  finish()
  finish()
  expect(await other.answers(1)).toMatchObject([{ controlId: 'NEXT' }])
  expect(begun).toEqual(['GONE', 'NEXT'])
})

test('connections over the limit are closed', async () => {
  const { connected } = await listening({}, { connections: 1 })
  const first = await connected()
  await (await connected()).closed()
  expect((await first.ask(messageOf('F1'))).code).toBe('AA')
})

test('a known sender is served over TLS, and a stranger is cut off before the handshake', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dictara-mllp-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const tls = readCertificate({ cert, key })!
  const { port } = await listening({ tls, findFacility: senderFinder([{ network: '127.0.0.1', facilityId: 'north' }]) })
  const socket = connectTls({ port, host: '127.0.0.1', ca: tls.cert, servername: 'localhost' })
  onTestFinished(() => void socket.destroy())
  socket.write(encodeFrame(messageOf('T1')))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(String(answer)).toContain('MSA|AA|T1')
  const fromElsewhere = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.4' })
  const stranger = connectTls({ socket: fromElsewhere, rejectUnauthorized: false })
  await expect(once(stranger, 'secureConnect')).rejects.toThrow(/ECONNRESET|disconnected/)
  const plain = await mllpSender(port)
  plain.write(encodeFrame(messageOf('P1')))
  expect(await plain.answers(1)).toEqual([])
})

test('each refused address is logged once, however often it tries', async () => {
  const warnings: unknown[] = []
  const { port } = await listening({
    findFacility: () => undefined,
    log: { ...silentLog, warn: (facts, text) => void warnings.push([facts.address, text]) },
  })
  for (const address of ['127.0.0.4', '127.0.0.4', '127.0.0.6', '127.0.0.4'])
    await (await mllpSender(port, address)).closed()
  const text = 'closed a connection for HL7 messages: its address isn’t in DICTARA_MLLP_SENDERS'
  expect(warnings).toEqual([
    ['127.0.0.4', text],
    ['127.0.0.6', text],
  ])
})

test('a port that is in use makes the start fail', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  onTestFinished(() => void holder.close())
  const { port } = holder.address() as { port: number }
  await expect(listening({ port })).rejects.toThrow('EADDRINUSE')
})

test('while the database is away every message is answered as an error that may be repeated', async () => {
  const away = () => Promise.reject(new Error('the database is away'))
  const platform = { config: readConfig({}), clock: systemClock, log: silentLog, doors: { asSystem: away } }
  const answer = messageAnswerer(platform as unknown as Platform, away)
  const [ack] = await answer(newId(), Buffer.from(messageOf('D1')))
  expect(ack).toContain('MSA|AE|D1|Dictara can’t take messages at the moment. Send this one again later.')
})

test('an address sends for the first network that contains it, and other addresses for none', () => {
  const find = senderFinder([
    { network: '10.1.2.3', facilityId: 'one' },
    { network: '10.1.0.0/16', facilityId: 'many' },
    { network: 'fd00::/8', facilityId: 'six' },
  ])
  expect(['10.1.2.3', '::ffff:10.1.2.3', '10.1.9.9', 'fd00::7'].map(find)).toEqual(['one', 'one', 'many', 'six'])
  expect(['10.2.0.1', '::1', '', 'localhost', undefined].map(find)).toEqual(Array.from({ length: 5 }))
})

test('the settings map senders to facilities, and a port without senders or certificate makes the start fail', () => {
  const DICTARA_MLLP_PORT = '2575'
  const [one, other] = [newId(), newId()]
  const read = (senders: string, more = {}) =>
    readConfig({ DICTARA_MLLP_PORT, DICTARA_MLLP_SENDERS: senders, DICTARA_MLLP_TLS: 'no', ...more })
  expect(read(`10.1.2.3=${one.toUpperCase()}, fd00::/8=${other}`).DICTARA_MLLP_SENDERS).toEqual([
    { network: '10.1.2.3', facilityId: one },
    { network: 'fd00::/8', facilityId: other },
  ])
  for (const wrong of ['10.1.2.3', `10.1.2=${one}`, `10.1.2.3=north`, `10.1.2.3=${one}=${other}`])
    expect(() => read(wrong)).toThrow('DICTARA_MLLP_SENDERS must be a list such as')
  expect(() => read(`10.1.2.3=${one} 10.1.2.3=${other}`)).toThrow('names an address twice')
  expect(() => read('')).toThrow('DICTARA_MLLP_SENDERS is needed')
  expect(() => read(`10.1.2.3=${one}`, { DICTARA_MLLP_TLS: '' })).toThrow('unless DICTARA_MLLP_TLS=no')
})

test('node-hl7-client gets an answer', async () => {
  const { port } = await listening()
  const client = new Client({ host: '127.0.0.1' })
  const heard = Promise.withResolvers<string>()
  const line = client.createConnection({ port }, async (response) =>
    heard.resolve(response.getMessage().get('MSA.1').toString()),
  )
  onTestFinished(() => line.close())
  await line.sendMessage(new Message({ text: messageOf('N1') }))
  expect(await heard.promise).toBe('AA')
})

interface SimpleMessage {
  getSegment(id: string): { getField(at: number): string }
}
interface SimpleHl7 {
  Parser: new () => { parse(text: string): SimpleMessage }
  Server: {
    createTcpClient(
      host: string,
      port: number,
    ): { send(message: SimpleMessage, hear: (error: Error | null, ack: SimpleMessage) => void): void; close(): void }
  }
}

test('simple-hl7 gets an answer', async () => {
  const { port } = await listening()
  const { Parser, Server } = createRequire(import.meta.url)('simple-hl7') as SimpleHl7
  const client = Server.createTcpClient('127.0.0.1', port)
  onTestFinished(() => client.close())
  const ack = await new Promise<SimpleMessage>((resolve, reject) =>
    client.send(new Parser().parse(messageOf('S1')), (error, answer) => (error ? reject(error) : resolve(answer))),
  )
  expect([1, 2].map((at) => ack.getSegment('MSA').getField(at))).toEqual(['AA', 'S1'])
})
