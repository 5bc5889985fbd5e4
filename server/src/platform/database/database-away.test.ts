import { identityCalls } from '@dictara/contract/identity'
import { jobCalls } from '@dictara/contract/jobs'
import { noteCalls } from '@dictara/contract/notes'
import { liveCloseCodes } from '@dictara/contract/notifications'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { aClinic, aJob, aNote, signedIn, testPassword, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { aLineTo } from '../../testing/cut-line.ts'
import { aLiveTab } from '../../testing/live-tab.ts'
import { callAnonymously, type TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let line: Awaited<ReturnType<typeof aLineTo>>
let clinic: TestClinic
let doctor: TestClient
let jobId: string

beforeAll(async () => {
  line = await aLineTo(Number(new URL(inject('ownerUrl')).port))
  server = await startTestServer({ tasks: true, databasePort: line.port })
  clinic = await aClinic(server)
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId], userPrivilege: 'NONE' })
  jobId = await aJob(server, clinic, { authorId: doctor.user.id, holderId: doctor.user.id, workType: 'Consultation' })
  await aNote(server, clinic, jobId, [['PLAN', 'Rest.']])
}, 120_000)
afterAll(async () => {
  line.mend()
  await server.close()
  line.close()
})

const sections = () => doctor.call(noteCalls.getSections, { params: { id: jobId } })
const ready = async () => {
  const answer = await fetch(`${server.url}/readyz`)
  return [answer.status, ((await answer.json()) as { status: string }).status]
}

test('without its database the server refuses calls with a readable message, changes nothing, and keeps running', async () => {
  const [section] = (await sections()).result[0]!.sections
  const tab = await aLiveTab(server.url, doctor)
  line.cut()
  const changed = [{ ...section!, content: [{ value: 'Lost?', type: 'Text' as const, newParagraph: false, count: 0 }] }]
  for (let time = 0; time < 3; time += 1) {
    const refused = await doctor.call(noteCalls.saveSections, { params: { id: jobId }, body: { sections: changed } })
    expect(refused).toMatchObject({ status: 503, code: 'database-away', success: false })
    expect(refused.headers.get('retry-after')).toBe('5')
  }
  const body = { email: doctor.user.email, password: testPassword }
  expect((await callAnonymously(server.url, identityCalls.login, { body })).status).toBe(503)
  expect(await ready()).toEqual([503, 'database away'])
  expect((await fetch(`${server.url}/livez`)).status).toBe(200)

  line.mend()
  await expect.poll(ready, { timeout: 20_000 }).toEqual([200, 'ready'])
  expect((await sections()).result[0]!.sections).toEqual([section])
  tab.close()
})

test('when the database is back, sessions, saves, tasks and live updates continue automatically', async () => {
  const before = await aLiveTab(server.url, doctor)
  line.cut()
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  line.mend()
  // A tab misses the messages of this time, so the server closes its channel, and the page connects again and reloads.
  expect(await before.closed).toBe(liveCloseCodes.restart)
  const tab = await aLiveTab(server.url, doctor)
  await expect.poll(async () => (await sections()).status, { timeout: 20_000 }).toBe(200)
  // The live update uses the listening connection and the filing uses the queue’s connection. Both were cut.
  await server.owner.query("update users set reviewer_flow = 'NONE' where id = $1", [doctor.user.id])
  expect((await doctor.call(jobCalls.completeOwn, { query: { jobId }, body: null })).status).toBe(200)
  await expect.poll(() => tab.frames.length, { timeout: 20_000 }).toBeGreaterThan(0)
  const statusOf = async () =>
    (await server.owner.query('select status from jobs where id = $1', [jobId])).rows[0].status
  await expect.poll(statusOf, { timeout: 30_000 }).toMatch(/COMPLETED|INCOMPLETE/)
  tab.close()
})

test('a database that stops answering is also reported as unreachable, and live updates resume automatically', async () => {
  const [section] = (await sections()).result[0]!.sections
  const before = await aLiveTab(server.url, doctor)
  line.silence()
  const body = {
    sections: [{ ...section!, content: [{ value: 'Lost?', type: 'Text' as const, newParagraph: false, count: 0 }] }],
  }
  const asked = [
    doctor.call(noteCalls.saveSections, { params: { id: jobId }, body }),
    sections(),
    callAnonymously(server.url, identityCalls.login, { body: { email: doctor.user.email, password: testPassword } }),
  ]
  for (const { status, code } of await Promise.all(asked)) expect([status, code]).toEqual([503, 'database-away'])
  expect(await ready()).toEqual([503, 'database away'])
  line.mend()
  expect(await before.closed).toBe(liveCloseCodes.restart)
  await expect.poll(ready, { timeout: 40_000 }).toEqual([200, 'ready'])
  await expect.poll(async () => (await sections()).status, { timeout: 40_000 }).toBe(200)
  expect((await sections()).result[0]!.sections).toEqual([section])
  const tab = await aLiveTab(server.url, doctor)
  await server.owner.query("select pg_notify('dictara_live', $1)", [
    JSON.stringify({ kind: 'lists', clinicId: clinic.clinicId, userIds: [doctor.user.id] }),
  ])
  await expect.poll(() => tab.frames, { timeout: 20_000 }).toEqual([{ type: 'lists' }])
  tab.close()
}, 240_000)

test('a read-only database is also reported as unreachable, and the server as not ready', async () => {
  const [section] = (await sections()).result[0]!.sections
  const setReadOnly = async (isOn: boolean) => {
    await server.owner.query(
      `do $$ begin execute format('alter database %I set default_transaction_read_only = ${isOn ? 'on' : 'off'}', current_database()); end $$`,
    )
    await server.owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename like 'dictara%'",
    )
  }
  await setReadOnly(true)
  try {
    await expect.poll(ready, { timeout: 20_000 }).toEqual([503, 'database away'])
    const refused = await doctor.call(noteCalls.saveSections, {
      params: { id: jobId },
      body: { sections: [{ ...section!, content: [{ value: 'Lost?', type: 'Text', newParagraph: false, count: 0 }] }] },
    })
    expect(refused).toMatchObject({ status: 503, code: 'database-away' })
  } finally {
    await server.owner.query('set default_transaction_read_only = off')
    await setReadOnly(false)
  }
  await expect.poll(ready, { timeout: 20_000 }).toEqual([200, 'ready'])
  await expect.poll(async () => (await sections()).status, { timeout: 20_000 }).toBe(200)
  expect((await sections()).result[0]!.sections).toEqual([section])
}, 120_000)
