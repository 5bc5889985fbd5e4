import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jobCalls } from '@dictara/contract/jobs'
import { noteCalls } from '@dictara/contract/notes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, aJob, aPatient, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { dictated, listeningCopy } from '../../testing/dictating.ts'
import { quickEngine } from '../../testing/quick-engine.ts'
import { madeByFfmpeg } from '../../testing/sounds.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { jobOnceIn } from '../filing/filing.fixtures.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-timeline-'))
let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let typist: TestClient
let reviewer: TestClient
let biller: TestClient
let clinicAdmin: TestClient
/** A job that went through all steps, up to billing. */
let jobId: string

beforeAll(async () => {
  server = await startTestServer({
    tasks: ['convert-dictation', 'deliver-notes', 'prepare-listening'],
    settings: { DICTARA_SPEECH_PROGRAM: quickEngine(folder) },
  })
  clinic = await aClinic(server)
  await server.owner.query('update clinics set demo = true where clinic_id = $1', [clinic.clinicId])
  await server.owner.query("update facilities set ehr_type = 'demo' where clinic_id = $1", [clinic.clinicId])
  const person = (userType: 'doctor' | 'transcriptionist' | 'reviewer' | 'biller' | 'clinicAdmin', firstName: string) =>
    signedIn(server, clinic.clinicId, {
      userType,
      firstName,
      facilityIds: [clinic.facilityId],
      ...(userType === 'doctor' && { userPrivilege: 'NONE' }),
    })
  doctor = await person('doctor', 'Dora')
  typist = await person('transcriptionist', 'Tom')
  reviewer = await person('reviewer', 'Rita')
  biller = await person('biller', 'Bill')
  clinicAdmin = await person('clinicAdmin', 'Clara')
  await server.owner.query(
    "update users set reviewer_flow = 'LEVEL_1', any_reviewer_level_1 = true, biller_id = $2 where id = $1",
    [doctor.user.id, biller.user.id],
  )
  jobId = await aBilledJob()
}, 120_000)
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const done = async (answer: Promise<{ status: number; message: string }>) =>
  expect(await answer).toMatchObject({ status: 200, message: expect.any(String) })
const read = async (who: TestClient, id: string) =>
  (await who.call(noteCalls.getSections, { params: { id } })).result[0]!.sections

/** Inserts words at the start of the note’s first section. */
async function addWords(who: TestClient, id: string, words: string) {
  const [first] = await read(who, id)
  const content = [
    { value: `${words} ${first!.content[0]!.value}`, type: 'Text' as const, newParagraph: false, count: 0 },
  ]
  await done(who.call(noteCalls.saveSections, { params: { id }, body: { sections: [{ ...first!, content }] } }))
}

/** Makes a dictation and takes it through typing, one review, the EHR and billing, each step over HTTP. */
async function aBilledJob(): Promise<string> {
  const sound = await madeByFfmpeg('sine=frequency=400:duration=2', ['-ac', '1', '-ar', '16000'], 'tone.wav')
  const at = { server, clinic, doctor }
  const id = await dictated(at, [sound])
  expect(await jobOnceIn(server, id, 'AVAILABLE', 'INCOMPLETE')).toMatchObject({ status: 'AVAILABLE' })
  const params = { params: { id } }
  await done(typist.call(jobCalls.startTranscription, params))
  await done(typist.call(jobCalls.setWorkType, { ...params, query: { workType: 'Progress Note' } }))
  await addWords(typist, id, 'Severe acute')
  await done(typist.call(jobCalls.completeTranscription, { ...params, body: null }))
  await done(reviewer.call(jobCalls.startReview, params))
  await addWords(reviewer, id, 'Probably')
  await done(reviewer.call(jobCalls.approve, { ...params, body: null }))
  await jobOnceIn(server, id, 'COMPLETED')
  await done(biller.ask(`POST /clinic/biller/job/assign?jobId=${id}`))
  await done(biller.ask(`PUT /clinic/job/${id}/bill?sessionId=${biller.user.sessionId}`))
  return id
}

interface Entry {
  event: string
  userName: string | null
  engine: string | null
  wordsChanged: number | null
  level: string | null
}
const timeline = async (query = 'size=100', id = jobId) =>
  clinicAdmin.ask<Entry>(`GET /clinic/audit/jobs/${id}/timeline?${query}`)

test('the timeline of a job shows who did what with it, from the recording to the bill', async () => {
  const { status, result, size } = await timeline()
  expect(status).toBe(200)
  expect(size).toBe(result.length)
  const steps = result.map(({ event, userName, wordsChanged }) => [event, userName, wordsChanged])
  expect(steps).toEqual([
    ['job.received', 'Dora Doe', null],
    ['job.startConversion', null, null],
    ['job.handToPool', null, null],
    ['job.startTranscription', 'Tom Doe', null],
    ['job.workTypeSet', 'Tom Doe', null],
    ['note.saved', 'Tom Doe', null],
    ['job.completeForReview', 'Tom Doe', 2],
    ['job.startReview', 'Rita Doe', null],
    ['note.saved', 'Rita Doe', null],
    ['job.approveForFiling', 'Rita Doe', 1],
    ['job.acceptFiling', null, null],
    ['job.assignBiller', 'Bill Doe', null],
    ['job.bill', 'Bill Doe', null],
  ])
  const { label } = await engineOf()
  expect(label.length).toBeGreaterThan(2)
  expect(result.filter(({ engine }) => engine !== null)).toMatchObject([{ event: 'job.handToPool', engine: label }])
  expect(result.find(({ event }) => event === 'job.approveForFiling')!.level).toBe('LEVEL_1')
  const pages = [await timeline('size=5&page=0'), await timeline('size=5&page=1'), await timeline('size=5&page=2')]
  expect(pages.flatMap((page) => page.result)).toEqual(result)
})

/** The speech engine as the call that lists the recognised words names it. */
async function engineOf() {
  const words = await clinicAdmin.call(noteCalls.listWords, { params: { id: jobId } })
  return words.engine!
}

test('a timeline with reads also shows who read the job, its note and the audit itself', async () => {
  await read(doctor, jobId)
  await timeline()
  const { result } = await timeline('reads=true&size=100')
  const seen = new Set(result.map(({ event, userName }) => `${userName}: ${event}`))
  for (const look of [
    'Dora Doe: note.viewed',
    'Tom Doe: note.viewed',
    'Clara Doe: audit.timeline-viewed',
    'Bill Doe: job.bill',
  ])
    expect(seen).toContain(look)
  expect((await timeline()).result.map(({ event }) => event)).not.toContain('note.viewed')
})

test('a text converted twice shows its engine at the last conversion only', async () => {
  const id = await aJob(server, clinic, { authorId: doctor.user.id, status: 'AVAILABLE' })
  await server.owner.query(
    `insert into audit_events (clinic_id, event, job_id, at) select $1, 'job.handToPool', $2, timestamptz '2026-11-20' + n * interval '1 hour'
     from generate_series(1, 2) n`,
    [clinic.clinicId, id],
  )
  await server.owner.query(
    'insert into conversions select (c).* from (select jsonb_populate_record(c, $1) as c from conversions c where job_id = $2) x',
    [JSON.stringify({ job_id: id }), jobId],
  )
  const engines = (await timeline('size=100', id)).result.map(({ engine }) => engine !== null)
  expect(engines).toEqual([false, true])
})

interface Look {
  id: string
  event: string
  userName: string
  userType: string
  jobNumber: string | null
  ip: string
}
const looks = (patientId: string, query = 'size=100', who = clinicAdmin) =>
  who.ask<Look>(`GET /clinic/audit/patient/${patientId}/looks?${query}`)

test('the looks at a patient include the record, notes, recordings and prints of their jobs, but not moves of jobs', async () => {
  const { patientId, facilityId } = clinic
  const ofPatient = `facilityId=${facilityId}&patientId=${patientId}`
  await listeningCopy({ server, clinic, doctor }, jobId)
  await reviewer.ask(`GET /clinic/job/${jobId}/sections/stages`)
  await doctor.ask(`GET /clinic/job/${jobId}/audio-url`)
  expect((await doctor.raw(`/api/clinic/job/${jobId}/audio`)).status).toBe(200)
  await doctor.ask(`GET /clinic/job/info-to-print?jobId=${jobId}`)
  expect((await doctor.ask(`GET /clinic/patient/allergy-intolerances?${ofPatient}`)).status).toBe(200)
  expect((await doctor.ask(`POST /clinic/patient/face-sheet/printed?${ofPatient}`)).status).toBe(200)
  await clinicAdmin.ask(`POST /clinic/audit/jobs/${jobId}/printed`)

  const { status, result, size } = await looks(patientId)
  expect([status, size]).toEqual([200, result.length])
  const seen = result.map(({ event, userName }) => `${userName}: ${event}`)
  for (const look of [
    'Rita Doe: note.viewed',
    'Dora Doe: audio.opened',
    'Dora Doe: audio.heard',
    'Dora Doe: note.printed',
    'Dora Doe: patient.allergies-viewed',
    'Dora Doe: patient.face-sheet-printed',
    'Clara Doe: audit.printed',
  ])
    expect(seen).toContain(look)
  expect(seen.filter((look) => /: (job\.(?!viewed)|note\.saved|dictation\.begun)/.test(look))).toEqual([])
  const number = String((await server.owner.query('select number from jobs where id = $1', [jobId])).rows[0].number)
  const numberOf = (event: string) => result.find((look) => look.event === event)!.jobNumber
  expect(numberOf('note.printed')).toBe(number.padStart(6, '0'))
  expect(numberOf('patient.allergies-viewed')).toBeNull()
  expect(result[0]).toMatchObject({ userType: expect.any(String), ip: '127.0.0.1' })
})

test('a look that names both the patient and their job is one row, and looks at another patient are left out', async () => {
  const [patientId, otherId] = [
    await aPatient(server, clinic.clinicId, clinic.facilityId),
    await aPatient(server, clinic.clinicId, clinic.facilityId),
  ]
  const job = await aJob(server, clinic, { authorId: doctor.user.id, patientId })
  const add = async (day: string, more: { jobId?: string; patientId?: string }) => {
    const { rows } = await server.owner.query<{ id: string }>(
      `insert into audit_events (clinic_id, event, user_id, at, job_id, patient_id) values ($1, 'patient.viewed', $2, $3, $4, $5) returning id`,
      [clinic.clinicId, doctor.user.id, `${day}T12:00Z`, more.jobId ?? null, more.patientId ?? null],
    )
    return rows[0]!.id
  }
  const both = await add('2026-11-01', { jobId: job, patientId })
  const ofRecord = await add('2026-11-02', { patientId })
  const ofJob = await add('2026-11-03', { jobId: job })
  const ofOther = await add('2026-11-04', { patientId: otherId })
  const ids = async (id: string, query?: string) => (await looks(id, query)).result.map((look) => look.id)
  const all = [ofJob, ofRecord, both]
  expect((await ids(patientId)).filter((id) => [...all, ofOther].includes(id))).toEqual(all)
  expect(await ids(patientId, 'from=2026-11-01&to=2026-11-02')).toEqual([ofRecord, both])
  expect(await ids(patientId, 'to=2026-11-03&size=1&page=1')).toEqual([ofRecord])
  expect((await looks(patientId, 'from=2026-11-03&to=2026-11-02')).status).toBe(422)
  const csv = await clinicAdmin.raw(`/api/clinic/audit/patient/${patientId}/looks/csv?to=2026-11-03`, {
    method: 'POST',
  })
  const [head, ...lines] = (await csv.text()).trim().split('\r\n')
  expect(head).toContain('Time,User Name,User Type,Event,Event Code,Job Number,IP Address')
  expect(lines).toHaveLength(3)
  for (const line of lines) expect(line).toContain(',Doctor,Read who the patient is,patient.viewed,')
  const other = await aClinic(server, 'Other Clinic')
  const foreigner = await signedIn(server, other.clinicId, { userType: 'clinicAdmin' })
  expect((await looks(patientId, '', foreigner)).status).toBe(404)
  expect((await looks(other.patientId)).status).toBe(404)
})
