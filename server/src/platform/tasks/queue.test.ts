import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { systemClock } from '../clock.ts'
import { openDoors } from '../database/index.ts'
import { freePort } from '../free-port.ts'
import { newId } from '../ids.ts'
import { silentLog } from '../log.ts'
import { doingIt, openQueue, type Queue, type Task, type TaskRun } from './index.ts'

let server: TestServer
let queue: Queue
beforeAll(async () => {
  server = await startTestServer()
})
afterEach(async () => {
  await queue.stop()
  await server.owner.query("delete from pgboss.job where name = 'convert-dictation'")
})
afterAll(() => server.close())

/** Starts a queue with this task only, as a copy of the server does. */
async function work(task: Task) {
  queue = await openQueue(server.urlFor('dictara_system'), silentLog, 10)
  await queue.work([task])
}
const put = (task: Task, payload = {}, group?: string) =>
  server.doors.asSystem('task test', (system) =>
    system.enqueue(task, payload, { key: newId(), ...(group ? { group } : {}) }),
  )
/** A task in an existing queue that runs a function of the test. */
const aTask = (run: (payload: object, of: TaskRun) => Promise<void>, more: Partial<Task> = {}): Task => ({
  ...server.app.tasks.find(({ name }) => name === 'convert-dictation')!,
  parallel: 1,
  attempts: 4,
  retryDelaySeconds: 1,
  ...more,
  run,
})

test('a task waits as long as the disk is full, without using up its attempts', async () => {
  const attempts: number[] = []
  const dead: string[] = []
  let isDone = false
  const task = aTask(
    async (_payload, { attempt }) => {
      attempts.push(attempt)
      const code = ['ENOSPC', '53100', 'EDQUOT'][attempts.length % 3]
      if (attempts.length <= task.attempts + 5) throw Object.assign(new Error('no room'), { code })
      isDone = true
    },
    { whenDead: async (_payload, reason) => void dead.push(reason) },
  )
  await work(task)
  await put(task)
  await expect.poll(() => isDone, { timeout: 40_000 }).toBe(true)
  expect(new Set(attempts)).toEqual(new Set([1]))
  expect(dead).toEqual([])
}, 60_000)

test('two tasks that each need all the free space run one after the other [QA-73]', async () => {
  const room = 3
  let taken = 0
  const done: object[] = []
  const task = aTask(
    async (payload) => {
      let mine = 0
      try {
        while (mine < room) {
          if (taken === room) throw Object.assign(new Error('no room'), { code: 'ENOSPC' })
          taken += 1
          mine += 1
          // Both tasks take space at the same pace, so each gets a part and neither gets all of it.
          await sleep(100)
        }
        done.push(payload)
      } finally {
        taken -= mine
      }
    },
    { parallel: 2 },
  )
  await put(task, { one: 1 })
  await put(task, { two: 2 })
  await work(task)
  await expect.poll(() => done.length, { timeout: 30_000 }).toBe(2)
  expect(done).toEqual(expect.arrayContaining([{ one: 1 }, { two: 2 }]))
}, 60_000)

test('a task too large for the disk does not block other tasks', async () => {
  let isDone = false
  const task = aTask(
    async (payload) => {
      if ('huge' in payload) throw Object.assign(new Error('no room'), { code: 'ENOSPC' })
      isDone = true
    },
    { parallel: 1 },
  )
  await work(task)
  for (let each = 0; each < 3; each += 1) await put(task, { huge: true })
  await sleep(2_000)
  await put(task, { small: true })
  await expect.poll(() => isDone, { timeout: 20_000 }).toBe(true)
}, 60_000)

test('servers that stop during a task use up none of its attempts', async () => {
  const attempts: number[] = []
  const dead: string[] = []
  let isDone = false
  const task = aTask(
    async (_payload, { attempt, signal }) => {
      attempts.push(attempt)
      if (attempts.length <= 6) await sleep(60_000, undefined, { signal })
      isDone = true
    },
    { whenDead: async (_payload, reason) => void dead.push(reason) },
  )
  await put(task)
  for (let start = 1; start <= 6; start += 1) {
    await work(task)
    await expect.poll(() => attempts.length, { timeout: 10_000 }).toBe(start)
    await queue.stop()
  }
  await work(task)
  await expect.poll(() => isDone, { timeout: 10_000 }).toBe(true)
  expect(attempts).toEqual([1, 1, 1, 1, 1, 1, 1])
  expect(dead).toEqual([])
}, 120_000)

test('a failing task is tried its number of times, across restarts, and then people see once what failed', async () => {
  const attempts: number[] = []
  const dead: string[] = []
  const task = aTask(
    async (payload, { attempt }) => {
      expect(payload).toEqual({ of: 'ours' })
      attempts.push(attempt)
      await doingIt('Counting the sheep', () => Promise.reject(new Error('it does not work')))
    },
    { attempts: 3, whenDead: async (_payload, reason) => void dead.push(reason) },
  )
  await put(task, { of: 'ours' })
  await work(task)
  await expect.poll(() => attempts.length, { timeout: 10_000 }).toBe(1)
  await queue.stop()
  await work(task)
  await expect
    .poll(() => dead, { timeout: 30_000 })
    .toEqual(['Counting the sheep failed several times because of a server error. The reason is in the server’s log.'])
  await sleep(2_000)
  expect(attempts).toEqual([1, 2, 3])
  expect(dead).toHaveLength(1)
}, 60_000)

test('a group of tasks that hangs leaves places for the others', async () => {
  const done: object[] = []
  const task = aTask(
    async (payload, { signal }) => {
      if ('hangs' in payload) await sleep(60_000, undefined, { signal })
      done.push(payload)
    },
    { parallel: 3, parallelOfGroup: 2 },
  )
  for (let each = 0; each < 4; each += 1) await put(task, { hangs: each }, 'theirs')
  await put(task, { fine: 1 }, 'ours')
  await work(task)
  await expect.poll(() => done, { timeout: 20_000 }).toEqual([{ fine: 1 }])
}, 60_000)

test('a task that cannot reach its database is run again without using up an attempt', async () => {
  const port = await freePort()
  const away = openDoors({
    urlFor: () => `postgres://dictara_system@127.0.0.1:${port}/nothing`,
    poolSize: 2,
    clock: systemClock,
    log: silentLog,
    subscribers: {},
    enqueue: async () => {},
  })
  const attempts: number[] = []
  const dead: string[] = []
  const task = aTask(
    async (_payload, { attempt }) => {
      attempts.push(attempt)
      if (attempts.length === 1)
        await away.asSystem('task test', (work) => work.audit({ event: 'system.entered', detail: { reason: 'tried' } }))
    },
    { attempts: 1, whenDead: async (_payload, reason) => void dead.push(reason) },
  )
  await put(task)
  await work(task)
  await expect.poll(() => attempts, { timeout: 20_000 }).toEqual([1, 1])
  expect(dead).toEqual([])
  await away.close()
}, 60_000)

test('a fast clock that is corrected delays neither waiting tasks nor those of a dead server [QA-79]', async () => {
  const nowIs = (shown: string) =>
    server.owner.query(
      `create or replace function pgboss.job_now() returns timestamptz as $$ select ${shown} $$ language sql stable`,
    )
  const done: object[] = []
  const task = aTask(async (payload) => void done.push(payload))
  await nowIs("now() + interval '1 day'")
  await put(task, { had: 'by a dead server' })
  await server.owner.query(`update pgboss.job set state = 'active', started_on = pgboss.job_now(), heartbeat_on = pgboss.job_now()
    where name = 'convert-dictation'`)
  await server.owner.query('update pgboss.queue set monitor_on = pgboss.job_now(), monitor_claim_on = pgboss.job_now()')
  await put(task, { waits: true })
  await nowIs('now()')
  await work(task)
  await expect.poll(() => done, { timeout: 50_000 }).toHaveLength(2)
}, 60_000)
