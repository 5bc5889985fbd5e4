import { jobListCalls } from '@dictara/contract/job-lists'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { aClinic, aFacility, aJob, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { aLiveTab } from '../../testing/live-tab.ts'
import { callAnonymously, type TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { movableClock } from '../clock.ts'

const clock = movableClock(new Date())
let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let colleague: TestClient
beforeAll(async () => {
  server = await startTestServer({ clock })
  clinic = await aClinic(server)
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  colleague = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
}, 120_000)
afterAll(() => server.close())

test('only a limited number of live connections may stay anonymous, none for long, and they keep nobody out', async () => {
  const codes: number[] = []
  const strangers = Array.from({ length: 520 }, () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/public/websocket`)
    socket.on('error', () => {})
    return new Promise<void>((closed) =>
      socket.on('close', (code) => {
        codes.push(code)
        closed()
      }),
    )
  })
  await expect.poll(() => codes.length, { timeout: 30_000 }).toBe(20)
  const tab = await aLiveTab(server.url, doctor)
  expect(codes).toHaveLength(21)
  await Promise.all(strangers)
  expect(codes.filter((code) => code === 1008)).toHaveLength(499)
  tab.close()
}, 60_000)

test('each person can have fifty tabs at a time, whatever others have', async () => {
  const tabs = []
  for (let n = 0; n < 50; n += 1) tabs.push(await aLiveTab(server.url, doctor))
  await expect(aLiveTab(server.url, doctor)).rejects.toThrow('1013')
  const other = await aLiveTab(server.url, colleague)
  tabs.pop()!.close()
  await expect.poll(() => aLiveTab(server.url, doctor).catch(() => null), { timeout: 10_000 }).not.toBe(null)
  for (const tab of [...tabs, other]) tab.close()
}, 60_000)

test('calls without a session are limited, without affecting others at the same address', async () => {
  const asks = () => callAnonymously(server.url, jobListCalls.listMyJobs, {}).then(({ status }) => status)
  const statuses = new Map<number, number>()
  for (let n = 0; n < 1_210; n += 10)
    for (const status of await Promise.all(Array.from({ length: 10 }, asks)))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
  expect(Object.fromEntries(statuses)).toEqual({ 401: 1_200, 429: 10 })
  expect((await doctor.call(jobListCalls.listMyJobs, { query: { status: 'INPROGRESS', size: 10 } })).status).toBe(200)
  clock.advance(61_000)
  expect(await asks()).toBe(401)
}, 60_000)

test('a change of a person’s rights applies to the live updates of open tabs within half a minute', async () => {
  const elsewhere = await aFacility(server, clinic.clinicId)
  const typist = await signedIn(server, clinic.clinicId, {
    userType: 'transcriptionist',
    facilityIds: [clinic.facilityId],
  })
  const jobId = await aJob(server, clinic, {
    authorId: doctor.user.id,
    status: 'AVAILABLE',
    facilityId: elsewhere,
  })
  const tab = await aLiveTab(server.url, typist)
  const announced = JSON.stringify({ kind: 'job', clinicId: clinic.clinicId, jobId })
  const announce = () => server.owner.query("select pg_notify('dictara_live', $1)", [announced])
  await announce()
  await server.owner.query('insert into facility_users (clinic_id, facility_id, user_id) values ($1, $2, $3)', [
    clinic.clinicId,
    elsewhere,
    typist.user.id,
  ])
  await announce()
  await new Promise((later) => setTimeout(later, 1_000))
  expect(tab.frames).toEqual([])
  await expect
    .poll(() => announce().then(() => tab.frames.length), { timeout: 40_000, interval: 1_000 })
    .toBeGreaterThan(0)
  tab.close()
}, 90_000)
