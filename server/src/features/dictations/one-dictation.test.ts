import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dictationCalls as calls } from '@dictara/contract/dictations'
import { jobCalls } from '@dictara/contract/jobs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { aClinic, aFacility, aPatient, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { a, b, hash, takeHash, wav } from './dictations.fixtures.ts'
import { openRecording } from './open-recording.ts'

let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let greta: string

beforeAll(async () => {
  server = await startTestServer({})
  clinic = await aClinic(server)
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  greta = await aPatient(server, clinic.clinicId, clinic.facilityId)
})
afterAll(() => server.close())

interface Details {
  dictationId: string
  facilityId: string
  patientId: string
  mimeType: string
  version?: number
}
const details = (more: object = {}): Details => ({
  dictationId: newId(),
  facilityId: clinic.facilityId,
  patientId: clinic.patientId,
  mimeType: 'audio/webm',
  ...more,
})
const begin = (body: Details) => doctor.call(calls.beginDictation, { body })
const get = async (dictationId: string) =>
  (await doctor.call(calls.getDictation, { params: { dictationId } })).result[0]!
const submit = (dictationId: string, more: object = {}) =>
  doctor.call(calls.submitDictation, {
    params: { dictationId },
    body: { takes: [{ take: 0, chunks: 1 }], ...more } as never,
  })
async function send(dictationId: string, take: number, number: number, bytes: Buffer, headers: object = {}) {
  const answer = await doctor.raw(`/api/clinic/dictation/${dictationId}/take/${take}/chunk/${number}`, {
    method: 'PUT',
    headers: { 'x-chunk-sha256': hash(bytes), 'content-type': 'application/octet-stream', ...headers },
    body: new Uint8Array(bytes),
  })
  return (await answer.json()) as { code?: string }
}
/** Begins a dictation and sends its first chunk. */
async function begun(more: object = {}) {
  const body = details(more)
  expect((await begin(body)).status).toBe(200)
  await send(body.dictationId, 0, 0, wav)
  return body
}
const audits = async (event: string, patientId: string) =>
  (await server.owner.query('select detail from audit_events where event = $1 and patient_id = $2', [event, patientId]))
    .rows

describe('a dictation begun again with other details', () => {
  test('moves to the new patient, also in the audit, and keeps the chunks that have arrived [QA-10]', async () => {
    const body = await begun({ version: 1 })
    const again = await begin({ ...body, patientId: greta, version: 2 })
    expect(again.result[0]).toMatchObject({ version: 2, takes: [{ take: 0, received: [[0, 0]] }] })
    expect(await get(body.dictationId)).toMatchObject({ patientId: greta })
    expect(await audits('dictation.patientChanged', greta)).toEqual([
      { detail: { fromPatientId: clinic.patientId, fromFacilityId: clinic.facilityId } },
    ])
  })

  test('moves to another facility with its patient, and is refused for a patient unknown there', async () => {
    const facilityId = await aFacility(server, clinic.clinicId)
    await server.owner.query('insert into facility_users values ($1, $2, $3)', [
      clinic.clinicId,
      facilityId,
      doctor.user.id,
    ])
    const patientId = await aPatient(server, clinic.clinicId, facilityId)
    const body = await begun({ version: 1 })
    expect((await begin({ ...body, facilityId, version: 2 })).code).toBe('patient-unknown')
    expect((await begin({ ...body, facilityId, patientId, version: 3 })).status).toBe(200)
    expect(await get(body.dictationId)).toMatchObject({ facilityId, patientId })
  })

  test('is not changed back by an older request that arrives late', async () => {
    const body = await begun({ version: 1 })
    await begin({ ...body, patientId: greta, version: 3 })
    expect((await begin({ ...body, version: 2 })).result[0]?.version).toBe(3)
    expect(await get(body.dictationId)).toMatchObject({ patientId: greta })
  })

  test('after its submit is refused, and the answer gives its job and patient [QA-07, QA-08]', async () => {
    const body = await begun()
    const { jobId } = (await submit(body.dictationId)).result[0]!
    expect(await begin({ ...body, patientId: greta, version: 2 })).toMatchObject({
      status: 409,
      code: 'already-submitted',
    })
    expect((await get(body.dictationId)).job).toMatchObject({ jobId, patientId: clinic.patientId })
  })
})

describe('a submit', () => {
  test('for another patient than the page shows makes no job [QA-11]', async () => {
    const body = await begun({ patientId: greta })
    for (const shown of [{ patientId: clinic.patientId }, { facilityId: newId() }])
      expect(await submit(body.dictationId, shown)).toMatchObject({ status: 409, code: 'other-patient' })
    expect((await get(body.dictationId)).submitted).toBe(false)
    const shown = { patientId: greta, facilityId: clinic.facilityId }
    expect((await submit(body.dictationId, shown)).result[0]).toMatchObject({ patientId: greta })
    expect(await submit(body.dictationId, { patientId: clinic.patientId })).toMatchObject({
      status: 409,
      code: 'already-submitted',
    })
  })

  test('answers the hashes of the job’s takes and its current patient, however often it is sent', async () => {
    const body = await begun({ version: 7 })
    await send(body.dictationId, 1, 0, a)
    await send(body.dictationId, 1, 1, b)
    const takes = [
      { take: 0, chunks: 1 },
      { take: 1, chunks: 2 },
    ]
    const first = (await submit(body.dictationId, { takes })).result[0]!
    expect(first.takes).toEqual([
      { take: 0, chunks: 1, sha256: takeHash([wav]) },
      { take: 1, chunks: 2, sha256: takeHash([a, b]) },
    ])
    expect(first.version).toBe(7)
    expect((await submit(body.dictationId, { takes: [takes[0]] })).result[0]).toEqual(first)
    await doctor.call(jobCalls.changePatient, { params: { id: first.jobId }, body: { patientId: greta }, query: {} })
    expect(await get(body.dictationId)).toMatchObject({ submitted: true, job: { ...first, patientId: greta } })
  })

  test('from another computer uses the cuts known at the start, so re-recorded audio stays out [QA-16]', async () => {
    const kept = [
      { take: 0, startMs: 0, endMs: 50 },
      { take: 1, startMs: 0, endMs: 86_400_000 },
      { take: 2, startMs: 0, endMs: 86_400_000 },
    ]
    const body = await begun({ version: 1 })
    await begin({ ...body, version: 2, cuts: kept } as never)
    await send(body.dictationId, 1, 0, wav)
    const takes = [
      { take: 0, chunks: 1 },
      { take: 1, chunks: 1 },
    ]
    expect((await get(body.dictationId)).cuts).toEqual(kept)
    // The computer that recorded take 2 learns that it was kept. A take that is not named was retracted.
    expect((await submit(body.dictationId, { takes })).result[0]?.cuts).toEqual(kept)
    const folder = mkdtempSync(join(server.config.dataFolder, 'opened-'))
    const opened = await openRecording(server.doors, server.app.blobs)(clinic.clinicId, body.dictationId, folder)
    expect(opened).toMatchObject({ takes: [{ take: 0 }, { take: 1 }], cuts: kept.slice(0, 2) })
  })

  test('without parts that no computer has any more uses the others, and never drops a stored one [QA-39]', async () => {
    const body = await begun()
    await send(body.dictationId, 1, 0, a)
    await send(body.dictationId, 1, 2, b)
    const takes = (missing: number[]) => ({
      takes: [
        { take: 0, chunks: 1 },
        { take: 1, chunks: 3, missing, sha256: takeHash([a, b]) },
      ],
    })
    expect((await submit(body.dictationId, takes([]))).code).toBe('missing-chunk')
    expect((await submit(body.dictationId, takes([1, 2]))).result[0]?.takes[1]).toEqual({
      take: 1,
      chunks: 3,
      sha256: takeHash([a, b]),
    })
    // The note and the listening copy are made from the remaining chunks.
    const folder = mkdtempSync(join(server.config.dataFolder, 'opened-'))
    const opened = await openRecording(server.doors, server.app.blobs)(clinic.clinicId, body.dictationId, folder)
    expect(opened.takes.map(({ path }) => readFileSync(path))).toEqual([wav, wav])
  })

  test('of a file that has arrived in part is refused with the amount that has arrived', async () => {
    const body = await begun({ fileName: 'visit.wav', sizeBytes: 5 * 1_048_576 })
    expect(await submit(body.dictationId)).toMatchObject({
      code: 'file-incomplete',
      message: 'Only 1 of 5 MB of this file has arrived. Choose the file again on this computer.',
    })
  })

  test('uses the day of the recording, not the day when the network returned', async () => {
    const dayOf = async (recordedAtMs: number, sentAtMs?: number) => {
      const body = await begun({ recordedAtMs, sentAtMs })
      const { jobId } = (await submit(body.dictationId)).result[0]!
      const found = await server.owner.query('select date_of_encounter::text as day from jobs where id = $1', [jobId])
      return found.rows[0]?.day as string
    }
    // Late on New Year's Eve in New York, when it is already 2026 in London.
    expect(await dayOf(Date.parse('2026-01-01T03:00:00Z'))).toBe('2025-12-31')
    // With a device clock that is ahead, the encounter is not in the future.
    expect(await dayOf(Date.parse('2999-01-01T03:00:00Z'))).toBe(await dayOf(Date.now()))
    // A device clock that is wrong by years does not change the day.
    const day = 86_400_000
    const threeDaysAgo = await dayOf(Date.now() - 3 * day)
    for (const wrong of [Date.parse('2009-12-31T23:00:00Z'), Date.parse('2999-01-01T03:00:00Z')])
      expect(await dayOf(wrong - 3 * day, wrong)).toBe(threeDaysAgo)
  })
})

describe('the length of a dictation', () => {
  const lengthOf = async (dictationId: string, more: object) => {
    const { jobId } = (await submit(dictationId, more)).result[0]!
    const job = (await doctor.call(jobCalls.getJob, { params: { id: jobId } })).result[0]!
    return job.audioLength
  }
  const recorded = async () => {
    const body = details()
    await begin(body)
    await send(body.dictationId, 0, 0, wav, { 'x-chunk-ms': '10000' })
    await send(body.dictationId, 1, 0, wav, { 'x-chunk-ms': '7400' })
    return body.dictationId
  }
  const takes = [
    { take: 0, chunks: 1 },
    { take: 1, chunks: 1 },
  ]

  test('is the one that the recorder reported, until the recording is decoded', async () => {
    expect(await lengthOf(await recorded(), { takes })).toBe(17)
  })

  test('is that of the kept audio, limited to the existing audio', async () => {
    const cuts = [
      { take: 0, startMs: 0, endMs: 4_000 },
      { take: 1, startMs: 1_000, endMs: 50_000_000 },
    ]
    expect(await lengthOf(await recorded(), { takes, cuts })).toBe(10)
  })
})

describe('the list of open dictations', () => {
  test('contains all of them in pages, with how much has arrived and from which computer', async () => {
    const author = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
    await server.owner.query(
      `insert into dictations (clinic_id, id, author_id, facility_id, patient_id, mime_type, created_at)
       select $1, gen_random_uuid(), $2, $3, $4, 'audio/webm', now() from generate_series(1, 120)`,
      [clinic.clinicId, author.user.id, clinic.facilityId, clinic.patientId],
    )
    const page = (number: number) => author.call(calls.listDictations, { query: { open: true, page: number } as never })
    const [first, second] = [await page(0), await page(1)]
    expect([first.size, first.result.length, second.result.length]).toEqual([120, 100, 20])
    expect(await page(2)).toMatchObject({ size: 120, result: [] })
    expect(new Set([...first.result, ...second.result].map(({ dictationId }) => dictationId)).size).toBe(120)

    const body = await begun({ computer: 'ward-3' })
    await send(body.dictationId, 1, 0, a, { 'x-chunk-ms': '812.4' })
    expect(await get(body.dictationId)).toMatchObject({
      computer: 'ward-3',
      takes: [{ durationMs: 0 }, { durationMs: 812 }],
    })
  })

  test('is limited: a person with too many must submit or discard one first', async () => {
    const author = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
    await server.owner.query(
      `insert into dictations (clinic_id, id, author_id, facility_id, patient_id, mime_type, created_at)
       select $1, gen_random_uuid(), $2, $3, $4, 'audio/webm', now() from generate_series(1, 500)`,
      [clinic.clinicId, author.user.id, clinic.facilityId, clinic.patientId],
    )
    expect(await author.call(calls.beginDictation, { body: details() })).toMatchObject({
      status: 409,
      code: 'too-many-open',
    })
  })
})
