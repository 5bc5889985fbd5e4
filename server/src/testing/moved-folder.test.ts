import { existsSync, renameSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLog } from '../platform/log.ts'
import { openQueue } from '../platform/tasks/index.ts'
import { aClinic, signedIn } from './clinic.fixtures.ts'
import { dictated, type Dictating, hashOf, settledJob, storedDictation } from './dictating.ts'
import { recordedTone } from './sounds.ts'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
let at: Dictating
beforeAll(async () => {
  server = await startTestServer()
  const clinic = await aClinic(server)
  at = { server, clinic, doctor: await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] }) }
}, 60_000)
afterAll(() => server.close())

const ready = async () => (await fetch(`${server.url}/readyz`)).status

test('without the data folder nothing is accepted and no recording counts as damaged, and work continues once it is back', async () => {
  const { dataFolder } = server.config
  const sound = await recordedTone(2)
  const jobId = await dictated(at, [sound])
  const dictationId = await storedDictation(at, [sound])
  const put = () =>
    at.doctor.raw(`/api/clinic/dictation/${dictationId}/take/0/chunk/1`, {
      method: 'PUT',
      headers: { 'x-chunk-sha256': hashOf('more'), 'content-type': 'application/octet-stream' },
      body: 'more',
    })
  const reason = async () =>
    (await server.owner.query('select status, reason_for_failing from jobs where id = $1', [jobId])).rows[0]

  renameSync(dataFolder, `${dataFolder}-moved`)
  const queue = await openQueue(server.urlFor('dictara_system'), silentLog)
  try {
    await queue.work(server.app.tasks.filter(({ name }) => /^(convert-dictation|prepare-listening)$/.test(name)))
    const answer = await put()
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'storage-away' }])
    expect(await ready()).toBe(503)
    await sleep(4_000)
    expect(await reason()).toMatchObject({ reason_for_failing: null })
    expect(existsSync(dataFolder)).toBe(false)
    renameSync(`${dataFolder}-moved`, dataFolder)
    expect(await ready()).toBe(200)
    expect((await put()).status).toBe(200)
    expect(await settledJob(at, jobId)).toMatchObject({ status: 'IN_PROGRESS', reason_for_failing: null })
  } finally {
    await queue.stop()
  }
}, 120_000)
