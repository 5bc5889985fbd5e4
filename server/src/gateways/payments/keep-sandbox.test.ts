import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../../platform/free-port.ts'
import { isAlive } from '../../platform/process-status.ts'
import { silentLog } from '../../platform/log.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { authorizeNet } from './authorize-net.ts'
import { keepSandbox, type KeptSandbox } from './keep-sandbox.ts'
import { aCustomer, testKeys } from './payments.fixtures.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'dictara-kept-sandbox-'))
  closing.push(() => rmSync(folder, { recursive: true }))
  return folder
}
const partsOf = (folder: string, port = 0) => ({
  folder,
  port,
  secrets: testSecrets,
  log: silentLog,
  noticesUrl: 'http://127.0.0.1:1/',
})
async function kept(folder: string, port = 0): Promise<KeptSandbox> {
  const sandbox = await keepSandbox(partsOf(folder, port))
  closing.push(() => sandbox.stop())
  return sandbox
}
const gatewayAt = ({ port }: { port: number }) => authorizeNet({ url: `http://127.0.0.1:${port}`, ...testKeys })
const until = (check: () => Promise<void> | void) =>
  expect
    .poll(
      () =>
        Promise.resolve(check()).then(
          () => true,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true)

test('the sandbox is restarted on its port with its state, whether killed or stopped', async () => {
  const folder = aFolder()
  const first = await kept(folder)
  const gateway = gatewayAt(first)
  const { customerId, cardId } = await aCustomer(gateway)
  const killed = first.pid()!
  process.kill(killed, 'SIGKILL')
  await until(() => expect(first.pid()).not.toBe(killed))
  await until(async () => expect(await gateway.listCards(customerId)).toMatchObject([{ id: cardId }]))
  const stopped = first.pid()!
  await first.stop()
  expect(isAlive(stopped)).toBe(false)
  const second = await kept(folder)
  expect(second.port).toBe(first.port)
  expect(await gateway.listCards(customerId)).toMatchObject([{ id: cardId }])
})

test('servers on one folder share a sandbox, and the next server continues it', async () => {
  const folder = aFolder()
  const first = await kept(folder)
  const { customerId } = await aCustomer(gatewayAt(first))
  const second = await kept(folder)
  expect(second.port).toBe(first.port)
  expect(second.pid()).toBeUndefined()
  await first.stop()
  await until(async () => expect(await gatewayAt(second).listCards(customerId)).toHaveLength(1))
  expect(second.pid()).toBeDefined()
})

test('a requested port that is taken is reported, and instead of another taken port a free one is found', async () => {
  const port = await freePort()
  const other = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1')
  closing.push(() => other.close())
  await once(other, 'listening')
  const folder = aFolder()
  await expect(keepSandbox(partsOf(folder, port))).rejects.toMatchObject({ code: 'EADDRINUSE', port })
  const first = await kept(folder)
  await first.stop()
  const taken = createServer((socket) => socket.destroy()).listen(first.port, '127.0.0.1')
  closing.push(() => taken.close())
  await once(taken, 'listening')
  const second = await kept(folder)
  expect(second.port).not.toBe(first.port)
  expect(await gatewayAt(second).listCards('1')).toEqual([])
})

test('it ends with its server, however the server ends', async () => {
  const folder = aFolder()
  const path = (name: string) => JSON.stringify(join(import.meta.dirname, name))
  const script = `
    const { keepSandbox } = await import(${path('keep-sandbox.ts')})
    const { testSecrets: secrets } = await import(${path('../../testing/test-secrets.ts')})
    const log = { info() {}, warn() {}, error() {} }
    const kept = await keepSandbox({ folder: ${JSON.stringify(folder)}, port: 0, secrets, log, noticesUrl: 'http://127.0.0.1:1/' })
    console.log(kept.pid())`
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [text] = (await once(server.stdout, 'data')) as [Buffer]
  const pid = Number(text.toString())
  expect(isAlive(pid)).toBe(true)
  server.kill('SIGKILL')
  await until(() => expect(isAlive(pid)).toBe(false))
})
