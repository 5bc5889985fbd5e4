import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { silentLog } from '../log.ts'
import { openQueue, type Queue, type Task } from './index.ts'

let server: TestServer
let queue: Queue
beforeAll(async () => {
  server = await startTestServer()
  queue = await openQueue(server.urlFor('dictara_system'), silentLog, 10)
})
afterAll(async () => {
  await queue.stop()
  await server.close()
})

test('a task waits on a full disk for as long as it is full, without using up its tries', async () => {
  const known = server.app.tasks.find(({ name }) => name === 'convert-dictation')!
  const attempts: number[] = []
  const dead: string[] = []
  let isDone = false
  const task: Task = {
    ...known,
    parallel: 1,
    async run(_payload, { attempt }) {
      attempts.push(attempt)
      const code = ['ENOSPC', '53100', 'EDQUOT'][attempts.length % 3]
      if (attempts.length <= known.attempts + 5) throw Object.assign(new Error('no room'), { code })
      isDone = true
    },
    whenDead: async (_payload, reason) => void dead.push(reason),
  }
  await queue.work([task])
  await server.doors.asSystem('task test', (work) => work.enqueue(task, {}, { key: 'full' }))
  await expect.poll(() => isDone, { timeout: 30_000 }).toBe(true)
  expect(new Set(attempts)).toEqual(new Set([1]))
  expect(dead).toEqual([])
})
