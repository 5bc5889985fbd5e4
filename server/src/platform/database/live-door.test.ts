import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import type { Work } from './index.ts'

let server: TestServer
let clinic: TestClinic
beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
})
afterAll(() => server.close())

const ask = async (work: Work) => (await sql<{ is: number }>`select 1 as is`.execute(work.db)).rows[0]?.is

/** Calls the door this many times and keeps the connections until the returned function is called. */
async function occupy(howMany: number, door: (run: (work: Work) => Promise<void>) => Promise<void>) {
  let release: () => void = () => {}
  const released = new Promise<void>((end) => (release = end))
  let occupied = 0
  const all = Array.from({ length: howMany }, () =>
    door(async (work) => {
      await ask(work)
      occupied += 1
      await released
    }),
  )
  // There are more callers than connections, so some of them wait.
  await expect.poll(() => occupied).toBeGreaterThanOrEqual(2)
  return async () => {
    release()
    await Promise.all(all)
  }
}

test('live updates do not wait for tasks, and tasks do not wait for them', async () => {
  const endTasks = await occupy(12, (run) => server.doors.asSystem('task test', run, clinic.clinicId))
  expect(await server.doors.forLive(ask, clinic.clinicId)).toBe(1)
  await endTasks()
  const endPushes = await occupy(6, (run) => server.doors.forLive(run, clinic.clinicId))
  expect(await server.doors.asSystem('task test', ask, clinic.clinicId)).toBe(1)
  await endPushes()
})
