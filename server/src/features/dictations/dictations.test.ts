import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dictationCalls as calls } from '@dictara/contract/dictations'
import { jobListCalls } from '@dictara/contract/job-lists'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { aClinic, aFacility, aPatient, aTemplate, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { a, b, hash, takeHash, wav } from './dictations.fixtures.ts'

let server: TestServer
let clinic: TestClinic
let other: TestClinic
let doctor: TestClient
let colleague: TestClient
let stranger: TestClient

beforeAll(async () => {
  server = await startTestServer({ settings: { DICTARA_UPLOAD_LIMIT_MB: '3' } })
  clinic = await aClinic(server)
  other = await aClinic(server, 'Other Clinic')
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  colleague = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  stranger = await signedIn(server, other.clinicId, { facilityIds: [other.facilityId] })
})
afterAll(() => server.close())

const details = (more: object = {}) => ({
  dictationId: newId(),
  facilityId: clinic.facilityId,
  patientId: clinic.patientId,
  mimeType: 'audio/webm',
  ...more,
})
const begin = (more: object = {}, who = doctor) => who.call(calls.beginDictation, { body: details(more) })
const begun = async (more: object = {}) => (await begin(more)).result[0]!.dictationId

async function send(
  dictationId: string,
  take: number,
  number: number,
  bytes: string | Buffer,
  sha256 = hash(bytes),
  who = doctor,
) {
  const answer = await who.raw(`/api/clinic/dictation/${dictationId}/take/${take}/chunk/${number}`, {
    method: 'PUT',
    headers: { 'x-chunk-sha256': sha256, 'content-type': 'application/octet-stream' },
    body: Buffer.from(bytes),
  })
  return {
    status: answer.status,
    ...((await answer.json()) as { code?: string; message: string; result: { received: number[][] }[] }),
  }
}
const submit = (dictationId: string, takes: object[], more: object = {}, who = doctor) =>
  who.call(calls.submitDictation, { params: { dictationId }, body: { takes, ...more } as never })

describe('beginning a dictation', () => {
  test('twice with the same id gives the same answer', async () => {
    const body = details()
    const first = await doctor.call(calls.beginDictation, { body })
    expect(first).toMatchObject({
      status: 200,
      result: [{ dictationId: body.dictationId, limitBytes: 3 * 1_048_576, takes: [] }],
    })
    expect((await doctor.call(calls.beginDictation, { body })).result).toEqual(first.result)
    expect((await colleague.call(calls.beginDictation, { body })).status).toBe(404)
  })

  test('with a size over the limit is refused before any byte is sent', async () => {
    expect(await begin({ sizeBytes: 3 * 1_048_576 + 1 })).toMatchObject({ status: 413, code: 'over-limit' })
  })

  test('is refused for an unknown, disabled or foreign facility, patient, template or work type', async () => {
    const disabled = await aFacility(server, clinic.clinicId, { isEnabled: false })
    await server.owner.query('insert into facility_users values ($1, $2, $3)', [
      clinic.clinicId,
      disabled,
      doctor.user.id,
    ])
    for (const facilityId of [disabled, other.facilityId, newId()])
      expect((await begin({ facilityId })).code).toBe('facility-unknown')
    for (const patientId of [other.patientId, newId()])
      expect((await begin({ patientId })).code).toBe('patient-unknown')
    expect((await begin({ templateId: newId() })).code).toBe('template-unknown')
    expect((await begin({ workType: 'Poetry' })).code).toBe('work-type-unknown')
    expect((await begin({ dateOfEncounter: '2999-01-01' })).code).toBe('encounter-date-in-future')
    expect((await begin({ workType: 'Consultation', dateOfEncounter: '2026-01-05' })).status).toBe(200)
  })

  test('is not available to people who do not dictate [XAUTH-13]', async () => {
    const reviewer = await signedIn(server, clinic.clinicId, { userType: 'reviewer', facilityIds: [clinic.facilityId] })
    const admin = await signedIn(server, clinic.clinicId, { userType: 'admin', facilityIds: [clinic.facilityId] })
    expect((await begin({}, reviewer)).status).toBe(403)
    expect((await begin({}, admin)).status).toBe(403)
  })
})

describe('a chunk', () => {
  test('can arrive out of order, and twice without harm', async () => {
    const id = await begun()
    expect(await send(id, 0, 2, 'two')).toMatchObject({ status: 200, result: [{ received: [[2, 2]] }] })
    expect(await send(id, 0, 0, 'zero')).toMatchObject({
      result: [
        {
          received: [
            [0, 0],
            [2, 2],
          ],
        },
      ],
    })
    expect((await send(id, 0, 2, 'two')).status).toBe(200)
    expect(await send(id, 0, 1, 'one')).toMatchObject({ result: [{ received: [[0, 2]] }] })
  })

  test('that is empty, has a wrong hash, or repeats a number with other bytes is refused and changes nothing', async () => {
    const id = await begun()
    expect(await send(id, 0, 0, 'right', hash('wrong'))).toMatchObject({ status: 422, code: 'wrong-hash' })
    expect(await send(id, 0, 0, '')).toMatchObject({ status: 422, code: 'chunk-empty' })
    await send(id, 0, 0, 'first')
    expect(await send(id, 0, 0, 'second')).toMatchObject({ status: 409, code: 'other-bytes' })
    expect((await send(id, 0, 0, 'first')).status).toBe(200)
  })

  test('sent eight times at the same time with two contents is stored with one of them', async () => {
    const id = await begun()
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => send(id, 0, 0, i % 2 === 0 ? 'even' : 'odd')))
    const won = answers.filter(({ status }) => status === 200)
    expect(won.length === 4 && answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  })

  test('is never readable on the disk', async () => {
    const id = await begun()
    await send(id, 0, 0, 'CANARY-OF-SPEECH '.repeat(500))
    const folder = join(server.config.dataFolder, 'audio')
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        expect((await readFile(join(entry.parentPath, entry.name))).includes('CANARY-OF-SPEECH')).toBe(false)
  })

  test('of a colleague’s dictation or another clinic’s dictation is answered as not found', async () => {
    const id = await begun()
    const unknown = await send(newId(), 0, 0, 'x')
    for (const who of [colleague, stranger]) expect(await send(id, 0, 0, 'x', hash('x'), who)).toEqual(unknown)
    expect(unknown.status).toBe(404)
  })

  test('that makes the recording exceed the limit is refused', async () => {
    const id = await begun()
    const mebibyte = Buffer.alloc(1_048_576, 1)
    for (const number of [0, 1, 2]) expect((await send(id, 0, number, mebibyte)).status).toBe(200)
    expect(await send(id, 0, 3, 'x')).toMatchObject({ status: 413, code: 'over-limit' })
  })
})

describe('submitting', () => {
  test('names a missing chunk, then makes one job for any number of requests [JOBS-01]', async () => {
    const id = await begun()
    await send(id, 0, 0, a)
    const takes = [{ take: 0, chunks: 2, sha256: takeHash([a, b]) }]
    expect(await submit(id, takes)).toMatchObject({
      status: 409,
      code: 'missing-chunk',
      message: 'Part of this recording hasn’t arrived yet. Send it and submit again.',
    })
    await send(id, 0, 1, b)
    const answers = await Promise.all(Array.from({ length: 8 }, () => submit(id, takes)))
    const jobs = new Set(answers.map(({ result }) => JSON.stringify(result[0])))
    expect(jobs.size).toBe(1)
    expect(answers[0]!.result[0]!.jobNumber).toMatch(/^\d{6}$/)
    const list = await doctor.call(jobListCalls.listMyJobs, { query: {} })
    expect(list.result.filter(({ jobId }) => jobId === answers[0]!.result[0]!.jobId)).toHaveLength(1)
    expect((await send(id, 0, 0, a)).status).toBe(200)
    expect((await send(id, 0, 2, 'c')).code).toBe('already-submitted')
  })

  test('with a template that was withdrawn during dictation makes a job with that template', async () => {
    const templateId = await aTemplate(server, clinic, colleague.user.id, { exportToOtherAuthors: true })
    const id = await begun({ templateId })
    await send(id, 0, 0, a)
    await server.owner.query(
      'update section_templates set export_to_other_authors = false, deleted_at = now() where id = $1',
      [templateId],
    )
    expect((await begin({ templateId })).code).toBe('template-unknown')
    const body = details({ dictationId: id, templateId, version: 1, workType: 'Consultation' })
    expect((await doctor.call(calls.beginDictation, { body: body })).status).toBe(200)
    expect((await submit(id, [{ take: 0, chunks: 1, sha256: takeHash([a]) }])).status).toBe(200)
    const { rows } = await server.owner.query('select template_id from jobs where dictation_id = $1', [id])
    expect(rows).toEqual([{ template_id: templateId }])
  })

  test('with a wrong take hash, an invalid cut or no audio makes no job', async () => {
    const id = await begun()
    await send(id, 0, 0, a)
    expect((await submit(id, [{ take: 0, chunks: 1, sha256: hash('x') }])).code).toBe('take-hash')
    const take = { take: 0, chunks: 1, sha256: takeHash([a]) }
    expect((await submit(id, [take], { cuts: [{ take: 7, startMs: 0, endMs: 5 }] })).code).toBe('bad-cut')
    const nothing = [{ take: 0, chunks: 0, sha256: takeHash([]) }]
    expect((await submit(await begun(), nothing)).code).toBe('empty-audio')
    expect((await doctor.call(calls.getDictation, { params: { dictationId: id } })).result[0]!.submitted).toBe(false)
  })

  test('job numbers of a clinic have no gaps or duplicates, even for simultaneous submits', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => begun()))
    for (const id of ids) await send(id, 0, 0, a)
    const answers = await Promise.all(ids.map((id) => submit(id, [{ take: 0, chunks: 1, sha256: takeHash([a]) }])))
    const numbers = answers.map(({ result }) => Number(result[0]!.jobNumber)).toSorted((x, y) => x - y)
    expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index))
  })

  test('without any audio is refused with a readable message, keeps the stored chunks, and works once there is audio', async () => {
    const id = await begun()
    await send(id, 0, 0, 'Dear colleague, this is a letter. '.repeat(100))
    const take = (number: number) => ({ take: number, chunks: 1 })
    expect(await submit(id, [take(0)])).toMatchObject({ status: 422, code: 'not-audio' })
    expect((await doctor.call(calls.getDictation, { params: { dictationId: id } })).result[0]).toMatchObject({
      submitted: false,
      takes: [{ take: 0, received: [[0, 0]] }],
    })
    await send(id, 1, 0, wav)
    expect((await submit(id, [take(0), take(1)])).status).toBe(200)
  })

  test('of DS2 audio, recognised by its content, is refused with an instruction', async () => {
    const id = await begun({ fileName: 'renamed.wav' })
    await send(id, 0, 0, Buffer.concat([Buffer.from('\x03ds2', 'latin1'), Buffer.alloc(5_000)]))
    const refused = await submit(id, [{ take: 0, chunks: 1 }])
    expect(refused).toMatchObject({
      status: 422,
      code: 'ds2',
      message: expect.stringContaining('is in DS2 format (Olympus'),
    })
    await send(id, 1, 0, Buffer.concat([Buffer.from('\x03enc', 'latin1'), Buffer.alloc(5_000)]))
    const takes = [0, 1].map((take) => ({ take, chunks: 1 }))
    expect(await submit(id, takes)).toMatchObject({ status: 422, code: 'encrypted-ds2' })
  })

  test('that names fewer chunks than have arrived is refused and drops none', async () => {
    const id = await begun()
    for (const [number, bytes] of ['zero', 'one', 'two'].entries()) await send(id, 0, number, bytes)
    for (const chunks of [0, 1, 2])
      expect(await submit(id, [{ take: 0, chunks }])).toMatchObject({ status: 409, code: 'chunk-forgotten' })
    expect((await begin({ dictationId: id })).result[0]!.takes).toMatchObject([{ take: 0, received: [[0, 2]] }])
  })

  test('with a cut out of range, or of a wav without samples, is refused', async () => {
    const id = await begun()
    await send(id, 0, 0, wav)
    const beyond = { cuts: [{ take: 0, startMs: 1e300, endMs: 1e301 }] }
    expect(await submit(id, [{ take: 0, chunks: 1 }], beyond)).toMatchObject({ status: 400 })
    const empty = await begun({ mimeType: 'audio/wav' })
    await send(empty, 0, 0, wav.subarray(0, 44))
    expect(await submit(empty, [{ take: 0, chunks: 1 }])).toMatchObject({ status: 422, code: 'not-audio' })
  })

  test('must name every stored take exactly once', async () => {
    const id = await begun()
    await send(id, 0, 0, wav)
    await send(id, 1, 0, wav)
    const take = (number: number) => ({ take: number, chunks: 1 })
    expect(await submit(id, [take(0)])).toMatchObject({ status: 409, code: 'take-forgotten' })
    expect(await submit(id, [take(0), take(1), take(1)])).toMatchObject({ status: 422, code: 'take-twice' })
    expect((await submit(id, [take(0), take(1)])).status).toBe(200)
  })

  test('sets the date of encounter to the day of the recording in the facility’s time zone', async () => {
    const id = await begun()
    // Recorded late on New Year's Eve in New York, when it is already 2026 in London.
    await server.owner.query("update dictations set created_at = '2026-01-01T03:00:00Z' where id = $1", [id])
    await send(id, 0, 0, wav)
    const { jobId } = (await submit(id, [{ take: 0, chunks: 1 }])).result[0]!
    const { rows } = await server.owner.query('select date_of_encounter::text as day from jobs where id = $1', [jobId])
    expect(rows).toEqual([{ day: '2025-12-31' }])
  })

  test('while chunks arrive loses no acknowledged chunk', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await begun()
      await send(id, 0, 0, wav)
      const [submitted, late] = await Promise.all([submit(id, [{ take: 0, chunks: 1 }]), send(id, 1, 0, wav)])
      const state = (await doctor.call(calls.getDictation, { params: { dictationId: id } })).result[0]!
      if (late.status === 200) expect(submitted).toMatchObject({ status: 409, code: 'take-forgotten' })
      else expect(late.code).toBe('already-submitted')
      expect(state.submitted).toBe(submitted.status === 200)
    }
  })
})

describe('a whole dictation in one call', () => {
  const upload = (fields: Record<string, string>, bytes: Buffer | null = wav, fileFirst = false, who = doctor) => {
    const form = new FormData()
    const addFile = () =>
      bytes && form.append('audio', new Blob([new Uint8Array(bytes)], { type: 'audio/wav' }), 'x.wav')
    if (fileFirst) addFile()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    if (!fileFirst) addFile()
    return who.raw('/api/clinic/job', { method: 'POST', body: form }).then(async (answer) => ({
      status: answer.status,
      ...((await answer.json()) as { code?: string; result: { jobId: string; jobNumber: string }[] }),
    }))
  }
  const fields = (more: object = {}) => ({ facilityId: clinic.facilityId, patientId: clinic.patientId, ...more })

  test('makes one job in any order of fields and file; the same id gives the same job, and with other bytes an error [QA-46, QA-47]', async () => {
    expect((await upload(fields())).result[0]!.jobNumber).toMatch(/^\d{6}$/)
    let dictationId = ''
    // Repeated, because a call may find the dictation open although another call submits it a moment later.
    for (let time = 0; time < 12; time += 1) {
      dictationId = newId()
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          upload(fields({ dictationId, workType: 'Consultation' }), wav, i % 2 === 0),
        ),
      )
      const first = await upload(fields({ dictationId, workType: 'Consultation' }))
      for (const answer of [first, ...answers]) expect(answer).toEqual({ ...first, status: 200 })
      const made = await server.owner.query('select 1 from jobs where dictation_id = $1', [dictationId])
      expect(made.rows).toHaveLength(1)
    }
    const others = Buffer.from(wav)
    others[wav.length - 1]! ^= 1
    expect(await upload(fields({ dictationId, workType: 'Consultation' }), others)).toMatchObject({
      status: 409,
      code: 'other-bytes',
    })
  })

  const blobs = async () =>
    (await readdir(join(server.config.dataFolder, 'audio'), { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    ).length

  test('makes a job from a file without a name', async () => {
    const field = (name: string, value: string) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const body = Buffer.concat([
      Buffer.from(
        Object.entries(fields())
          .map(([name, value]) => field(name, String(value)))
          .join(''),
      ),
      Buffer.from(
        '--x\r\ncontent-disposition: form-data; name="audio"\r\ncontent-type: application/octet-stream\r\n\r\n',
      ),
      wav,
      Buffer.from('\r\n--x--\r\n'),
    ])
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const answer = await doctor.raw('/api/clinic/job', { method: 'POST', headers, body: new Uint8Array(body) })
    expect([answer.status, await answer.json()]).toMatchObject([200, { success: true }])
  })

  test('accepts only one file, says so, and stores neither of two', async () => {
    const before = await blobs()
    for (const names of [
      ['audio', 'audio'],
      ['audio', 'second'],
      ['first', 'audio'],
    ]) {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields())) form.append(name, String(value))
      for (const name of names) form.append(name, new Blob([new Uint8Array(wav)], { type: 'audio/wav' }), `${name}.wav`)
      const answer = await doctor.raw('/api/clinic/job', { method: 'POST', body: form })
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { success: false, message: 'Send one file at a time.', code: 'invalid', result: [] },
      ])
    }
    expect(await blobs()).toBe(before)
  })

  test('is accepted up to the exact limit, and refused one byte above it without leaving anything behind [QA-61]', async () => {
    const limit = 3 * 1_048_576
    const full = Buffer.concat([wav, Buffer.alloc(limit - wav.length)])
    expect((await upload(fields(), full)).status).toBe(200)
    const before = await blobs()
    expect(await upload(fields(), Buffer.concat([full, Buffer.alloc(1)]))).toMatchObject({
      status: 413,
      code: 'over-limit',
    })
    expect(await blobs()).toBe(before)
  })

  test('that is invalid is refused with its own code and leaves nothing behind', async () => {
    const before = await blobs()
    expect(await upload(fields(), null)).toMatchObject({ status: 422, code: 'file-missing' })
    expect(await upload(fields({ colour: 'red' }))).toMatchObject({ status: 400 })
    expect(await upload(fields({ facilityId: other.facilityId }))).toMatchObject({ code: 'facility-unknown' })
    expect(await upload(fields({ patientId: 'x' }))).toMatchObject({ status: 400 })
    expect(await upload(fields(), Buffer.alloc(0))).toMatchObject({ status: 422, code: 'empty-audio' })
    expect(await upload(fields(), Buffer.alloc(3 * 1_048_576 + 5))).toMatchObject({ status: 413, code: 'over-limit' })
    expect(await blobs()).toBe(before)
    expect((await doctor.raw('/api/clinic/job', { method: 'POST', body: '{}' })).status).toBe(422)
  })
})

test('a dictation that was never submitted is listed for its author, who can discard it', async () => {
  const author = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  const body = details()
  await author.call(calls.beginDictation, { body })
  await send(body.dictationId, 1, 0, 'later', hash('later'), author)
  const open = () => author.call(calls.listDictations, { query: { open: true } })
  expect((await open()).result).toMatchObject([
    {
      dictationId: body.dictationId,
      patientName: 'Ada Byron',
      takes: [{ take: 1, received: [[0, 0]] }],
      submitted: false,
    },
  ])
  expect((await author.call(calls.deleteDictation, { params: { dictationId: body.dictationId } })).status).toBe(200)
  expect((await open()).result).toEqual([])
})

test('a dictation whose patient has moved to another facility can still be changed and submitted at its own facility', async () => {
  const annex = await aFacility(server, clinic.clinicId)
  const patientId = await aPatient(server, clinic.clinicId, clinic.facilityId)
  const dictationId = await begun({ patientId })
  await send(dictationId, 0, 0, wav)
  await server.owner.query('update patients set facility_id = $2 where id = $1', [patientId, annex])
  expect((await begin({ dictationId, patientId, version: 1, workType: 'Consultation' })).status).toBe(200)
  const takes = [{ take: 0, chunks: 1, sha256: takeHash([wav]) }]
  expect((await submit(dictationId, takes)).status).toBe(200)
  expect((await begin({ patientId })).code).toBe('patient-unknown')
})
