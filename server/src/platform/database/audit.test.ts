import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, aPerson, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newId } from '../ids.ts'
import type { Work } from './index.ts'

let server: TestServer
let clinic: TestClinic
let userId: string
let nowMs = Date.now()

beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(nowMs) } })
  clinic = await aClinic(server)
  userId = (await aPerson(server, clinic.clinicId)).id
})
afterAll(() => server.close())

const save = (work: Work, jobId: string) => work.audit({ event: 'note.saved', jobId }, 'once-a-minute')

test('a repeated event is audited once a minute per session and job, and not at all when it was rolled back', async () => {
  const [first, second] = [newId(), newId()]
  const actor = { clinicId: clinic.clinicId, userId, sessionId: newId(), ip: '192.0.2.1' } as never
  const later = { clinicId: clinic.clinicId, userId, sessionId: newId(), ip: '192.0.2.1' } as never
  const rows = async (jobId: string) =>
    (await server.owner.query('select from audit_events where job_id = $1', [jobId])).rowCount
  nowMs = Math.ceil(nowMs / 60_000) * 60_000
  const undone = server.doors.inClinic(actor, async (work) => {
    await save(work, first)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await rows(first)).toBe(0)
  for (let times = 0; times < 3; times += 1) await server.doors.inClinic(actor, (work) => save(work, first))
  await server.doors.inClinic(actor, (work) => save(work, second))
  expect([await rows(first), await rows(second)]).toEqual([1, 1])
  await server.doors.inClinic(later, (work) => save(work, first))
  expect(await rows(first)).toBe(2)
  nowMs += 60_000
  await server.doors.inClinic(actor, (work) => save(work, first))
  expect(await rows(first)).toBe(3)
})
