import { dictationCalls as calls } from '@dictara/contract/dictations'
import { listeningCalls } from '@dictara/contract/listening'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { aClinic, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { a, b, hash } from './dictations.fixtures.ts'

let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let stranger: TestClient

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  stranger = await signedIn(server, clinic.clinicId, { facilityIds: [] })
})
afterAll(() => server.close())

async function begun(more: object) {
  const body = {
    dictationId: newId(),
    facilityId: clinic.facilityId,
    patientId: clinic.patientId,
    mimeType: 'audio/wav',
    ...more,
  }
  const { dictationId } = (await doctor.call(calls.beginDictation, { body })).result[0]!
  for (const [number, bytes] of [a, b].entries())
    await doctor.raw(`/api/clinic/dictation/${dictationId}/take/0/chunk/${number}`, {
      method: 'PUT',
      headers: { 'x-chunk-sha256': hash(bytes), 'x-chunk-ms': '5000', 'content-type': 'application/octet-stream' },
      body: bytes,
    })
  return dictationId
}
async function submitted(dictationId: string, more: object) {
  const body = { takes: [{ take: 0, chunks: 2 }], ...more }
  const answer = await doctor.call(calls.submitDictation, { params: { dictationId }, body: body as never })
  expect(answer.status, answer.message).toBe(200)
  return answer.result[0]!.jobId
}
const marks = async (id: string, who = doctor) => who.call(listeningCalls.listMarkers, { params: { id } })

test('markers set while dictating are returned with the job, in seconds of the kept audio, to its readers only', async () => {
  const markers = [
    { take: 0, ms: 1_200 },
    { take: 0, ms: 7_000 },
  ]
  const id = await submitted(await begun({}), { markers, cuts: [{ take: 0, startMs: 0, endMs: 6_000 }] })
  expect((await marks(id)).result).toEqual([1.2])
  expect((await marks(id, stranger)).status).toBe(404)
})

test('a recording submitted from another computer keeps its markers', async () => {
  const id = await submitted(await begun({ markers: [{ take: 0, ms: 3_000 }], version: 2 }), {})
  expect((await marks(id)).result).toEqual([3])
  expect((await marks(await submitted(await begun({}), {}))).result).toEqual([])
})
