import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newId } from '../ids.ts'
import { silentLog } from '../log.ts'
import { openQueue, type Queue } from './index.ts'

let server: TestServer
let queue: Queue
let runs = 0
beforeAll(async () => {
  server = await startTestServer()
  queue = await openQueue(server.urlFor('dictara_system'), silentLog)
  await queue.work([{ ...aTask(), parallel: 1, run: async () => void (runs += 1) }])
})
afterAll(async () => {
  await queue.stop()
  await server.close()
})

const aTask = () => server.app.tasks.find(({ name }) => name === 'convert-dictation')!
const listening = async () =>
  (
    await server.owner.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and query ilike 'listen %' and application_name = 'pgboss'",
    )
  ).rows.map(({ pid }) => pid)

test('the queue’s listening connection can be lost repeatedly, and comes back with its tasks running', async () => {
  for (let time = 0; time < 5; time += 1) {
    await expect.poll(async () => (await listening()).length, { timeout: 30_000 }).toBe(1)
    const [pid] = await listening()
    await server.owner.query('select pg_terminate_backend($1)', [pid])
    await expect.poll(listening, { timeout: 30_000 }).not.toContain(pid)
  }
  await expect.poll(async () => (await listening()).length, { timeout: 30_000 }).toBe(1)
  await server.doors.asSystem('task test', (system) => system.enqueue(aTask(), {}, { key: newId() }))
  await expect.poll(() => runs, { timeout: 20_000 }).toBe(1)
}, 200_000)

test('a connection given up by the queue that fails once more has no effect', () => {
  const client = new pg.Client()
  client.on('error', () => {})
  client.removeAllListeners()
  expect(() => client.emit('error', Object.assign(new Error('read ETIMEDOUT'), { code: 'ETIMEDOUT' }))).not.toThrow()
})
