import { inferenceCalls as calls, type InferenceItem, type NoteInference } from '@dictara/contract/inference'
import { deviceConfigurationCalls, type EhrField } from '@dictara/contract/device-configuration'
import { jobCalls } from '@dictara/contract/jobs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLog } from '../../platform/log.ts'
import { openQueue, type Queue, type Task } from '../../platform/tasks/index.ts'
import {
  aClinic,
  aJob,
  aNote,
  aPatient,
  signedIn,
  type TestClinic,
  type TestJob,
} from '../../testing/clinic.fixtures.ts'
import { editFirstSection } from '../../testing/edit-note.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { keepSaid } from '../patient-record/brought-record.ts'

let server: TestServer
let clinic: TestClinic
let doctor: TestClient

beforeAll(async () => {
  server = await startTestServer({ tasks: ['infer-note'] })
  clinic = await aClinic(server)
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
})
afterAll(() => server.close())

type Section = readonly [heading: string, text: string]
/**
 * A note in a job that the doctor holds. Returns the id of the job, those of the sections, and the call parameters for
 * the first section.
 */
async function aJobWith(sections: readonly Section[], job: Partial<TestJob> = {}) {
  const id = await aJob(server, clinic, { authorId: doctor.user.id, holderId: doctor.user.id, ...job })
  const sectionIds = await aNote(server, clinic, id, sections)
  return { id, sectionIds, params: { id, sectionId: sectionIds[0]! } }
}
/** Waits until the current text of a job has been read, and returns its inference. */
async function inferred(id: string, who = doctor): Promise<NoteInference> {
  for (;;) {
    const { status, message, result } = await who.call(calls.getNoteInference, { params: { id } })
    expect(status, message).toBe(200)
    if (result[0]!.isCurrent) return result[0]!
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
const itemIn = (items: readonly InferenceItem[], key: string) => items.find((item) => item.key === key)
const fieldOf = async (id: string, key: string) => itemIn((await inferred(id)).sections[0]!.items, key)

/** Replaces the text of the first section as the doctor. */
const type = async (id: string, value: string) => expect((await editFirstSection(doctor, id, value)).status).toBe(200)
const enter = (params: { id: string; sectionId: string }, key: string, value: InferenceItem['value'], who = doctor) =>
  who.call(calls.editInference, { params, body: { key, value, edited: true } })

const plan: Section = ['PLAN', 'Follow up with cardiology in 2 weeks.']
const drugs: Section = ['MEDICATIONS', 'Lisinopril 10 mg by mouth once daily.']

test('with an expired plan every inference call is refused and nothing is read, while stored results and the note remain [Q130, Q153]', async () => {
  const place = await aClinic(server)
  const author = await signedIn(server, place.clinicId, { facilityIds: [place.facilityId] })
  const id = await aJob(server, place, { authorId: author.user.id, holderId: author.user.id })
  const [sectionId] = await aNote(server, place, id, [drugs])
  const before = await inferred(id, author)
  const endsOn = (day: string | null) =>
    server.owner.query('update facilities set plan_end_date = $2 where id = $1', [place.facilityId, day])
  await endsOn('2026-01-01')
  const params = { id, sectionId: sectionId! }
  const key = 'Medications'
  const answers = await Promise.all([
    author.call(calls.getNoteInference, { params: { id } }),
    author.call(calls.getInference, { params }),
    author.call(calls.saveInference, { params, body: [{ key, value: [] }] }),
    author.call(calls.allowOverwrite, { params, body: { key } }),
    author.call(calls.editInference, { params, body: { key, value: [], edited: true } }),
    author.call(calls.flagInference, { params, body: { key, edited: true } }),
    author.call(calls.answerQuestion, { params: { id }, body: { key, answer: 'CORRECTED' } }),
  ])
  for (const answer of answers) expect(answer).toMatchObject({ success: false, code: 'inference-plan-expired' })
  expect((await editFirstSection(author, id, 'Aspirin 81 mg daily.')).status).toBe(200)
  expect((await author.call(jobCalls.getJob, { params: { id } })).status).toBe(200)
  await endsOn(null)
  const after = await author.call(calls.getNoteInference, { params: { id } })
  expect(after.result[0]).toMatchObject({ isCurrent: false, inferredAt: before.inferredAt })
})

test('a note is read in the background after its first view, and each value has its words of the note [INFR-01]', async () => {
  const { id, sectionIds } = await aJobWith([drugs])
  const first = await doctor.call(calls.getNoteInference, { params: { id } })
  expect(first.result[0]).toMatchObject({ isCurrent: false, inferredAt: null, engine: null })
  const { sections, engine, dropped } = await inferred(id)
  expect({ engine, dropped }).toEqual({ engine: 'Rules', dropped: 0 })
  expect(sections[0]).toMatchObject({ sectionId: sectionIds[0], heading: 'MEDICATIONS' })
})

describe('the address of a section', () => {
  const annotations = [{ startIndex: 0, endIndex: 36 }]
  const item = {
    key: 'Medications',
    value: [
      { Drug: 'Lisinopril', Dose: '10 mg', Route: 'Oral', Frequency: 'once daily', 'Start Date': '', 'End Date': '' },
    ],
    type: 'Dynamic Table',
    mandatory: false,
    edited: false,
    possibleValues: [],
    annotations,
  }

  test('GET …/inference/{sectionId} answers its items, with flag and annotation for the newer panel only [INFR-23, Q128]', async () => {
    const { id, params } = await aJobWith([drugs])
    await inferred(id)
    const address = `GET /clinic/job/${id}/inference/${params.sectionId}`
    const older = await doctor.ask<InferenceItem>(address)
    expect(older).toMatchObject({ status: 200, success: true, result: [item] })
    expect(Object.keys(older.result[0]!).toSorted()).toEqual([...Object.keys(item), 'columns'].toSorted())
    const newer = await doctor.ask<InferenceItem>(`${address}?enable-new-inference=true`)
    expect(newer.result).toMatchObject([{ ...item, flag: [null], annotation: [drugs[1].slice(0, -1)] }])
    const { rows } = await server.owner.query('select distinct event from audit_events where job_id = $1', [id])
    expect(rows).toEqual([{ event: 'inference.viewed' }])
  })

  test('a column has its name, kind and choices, and whether it is mandatory and shown as a list [INFR-10]', async () => {
    const { id } = await aJobWith([drugs])
    const { columns } = (await fieldOf(id, 'Medications'))!
    expect(columns.slice(0, 3)).toEqual([
      { fieldUIName: 'Drug', fieldUIElement: 'Text Box', mandatory: true, possibleValues: [], fieldUIShowList: false },
      { fieldUIName: 'Dose', fieldUIElement: 'Text Box', mandatory: false, possibleValues: [], fieldUIShowList: false },
      {
        fieldUIName: 'Route',
        fieldUIElement: 'Dropdown',
        mandatory: false,
        possibleValues: ['Oral', 'Intravenous', 'Subcutaneous', 'Topical'],
        fieldUIShowList: true,
      },
    ])
  })

  test('PUT …/inference/{sectionId} sets several fields or none; PUT …/allow-overwrite resets one [INFR-24, INFR-25]', async () => {
    const { id, params } = await aJobWith([plan])
    await inferred(id)
    const address = `PUT /clinic/job/${id}/inference/${params.sectionId}`
    const entered = [
      { key: 'Follow-up', value: ['Cardiology in May', 'Lab tests'] },
      { key: 'Disposition', value: ['Home'] },
    ]
    const saved = await doctor.ask<InferenceItem>(address, entered)
    expect(saved).toMatchObject({
      status: 200,
      result: entered.map((field) => ({ ...field, edited: true })),
    })
    expect(saved.result[0]!.annotations).toEqual([null, null])
    const refused = await doctor.ask(address, [
      { key: 'Follow-up', value: ['Nothing'] },
      { key: 'Disposition', value: ['Elsewhere'] },
    ])
    expect(refused).toMatchObject({ status: 422, code: 'inference-not-possible' })
    expect((await doctor.ask(address, [{ key: 'Shoe Size', value: ['9'] }])).code).toBe('inference-field-unknown')
    expect((await fieldOf(id, 'Follow-up'))!.value).toEqual(entered[0]!.value)
    const given = await doctor.ask<InferenceItem>(`${address}/allow-overwrite`, { key: 'Follow-up' })
    expect(itemIn(given.result, 'Follow-up')).toMatchObject({ value: ['Cardiology in 2 weeks'], edited: false })
    const { rows } = await server.owner.query(
      "select event, detail, patient_id, user_id from audit_events where job_id = $1 and event <> 'inference.viewed' order by id",
      [id],
    )
    const by = { patient_id: clinic.patientId, user_id: doctor.user.id }
    expect(rows).toEqual([
      { event: 'inference.edited', detail: { fields: ['Follow-up', 'Disposition'] }, ...by },
      { event: 'inference.given-back', detail: { fields: ['Follow-up'] }, ...by },
    ])
  })

  test('a value flagged as edited is kept, and one flagged as not edited is read again', async () => {
    const { id, params } = await aJobWith([drugs])
    await inferred(id)
    const flag = (edited: boolean) => doctor.call(calls.flagInference, { params, body: { key: 'Medications', edited } })
    expect((await flag(true)).result).toMatchObject([{ ...item, edited: true }])
    await type(id, 'None.')
    expect(await fieldOf(id, 'Medications')).toMatchObject({ value: item.value, edited: true })
    await type(id, 'Aspirin 81 mg daily.')
    expect((await flag(false)).result).toMatchObject([{ key: 'Medications', edited: false }])
    const given = await doctor.call(calls.editInference, {
      params,
      body: { key: 'Medications', value: [{ Drug: 'Nothing' }], edited: false },
    })
    expect(given.result).toMatchObject([{ edited: false, value: expect.not.arrayContaining([{ Drug: 'Nothing' }]) }])
  })

  test('an entered start or end is compared with the other one in the section [INFR-16]', async () => {
    const { id, params } = await aJobWith([['CHIEF COMPLAINT', 'Cough since 03/14/2026.']])
    await inferred(id)
    const refused = await enter(params, 'Chief Complaint End Date', ['03/13/26'])
    expect(refused).toMatchObject({ status: 422, message: 'The start date can’t be after the end date.' })
    expect((await enter(params, 'Chief Complaint End Date', ['03/14/26'])).status).toBe(200)
  })
})

describe('a changed note', () => {
  test('keeps entered values, marks values whose words are gone, and adds new ones', async () => {
    const { id, params } = await aJobWith([['MEDICATIONS', 'Lisinopril 10 mg daily. Metformin 500 mg daily.']])
    await inferred(id)
    expect((await enter(params, 'Disposition', ['Home'])).status).toBe(200)
    await type(id, 'Metformin 500 mg daily. Aspirin 81 mg daily.')
    const { items } = (await inferred(id)).sections[0]!
    expect(itemIn(items, 'Disposition')).toMatchObject({ value: ['Home'], edited: true })
    expect(itemIn(items, 'Medications')).toMatchObject({
      value: [{ Drug: 'Metformin' }, { Drug: 'Aspirin' }, { Drug: 'Lisinopril' }],
      flag: [null, null, 'WORDS_GONE'],
      annotations: [{ startIndex: 0, endIndex: 22 }, { startIndex: 24 }, null],
    })
  })

  test.each([
    ['reset', 'POST /clinic/job/resetJob?jobId=$', ['Medications', 'Surgeon'], {}],
    ['converted again', 'POST /clinic/job/reconvertJob?jobId=$', ['Medications'], {}],
    ['released', 'PUT /clinic/job/$/releaseJob', ['Medications', 'Surgeon'], { status: 'IN_REVIEW', level: 'LEVEL_1' }],
  ] as const)(
    'when %s is read again as it was converted, without the values entered for the lost text',
    async (_what, call, keys, job) => {
      const { id, params } = await aJobWith([drugs], job)
      await inferred(id)
      await enter(params, 'Surgeon', ['Dr. Lind'])
      await server.owner.query("update inference_edits set at = now() - interval '1 hour' where job_id = $1", [id])
      await server.owner.query("update jobs set held_since = now() - interval '1 minute' where id = $1", [id])
      await type(id, 'Aspirin 81 mg daily.')
      await inferred(id)
      await enter(params, 'Disposition', ['Home'])
      const answer = await doctor.ask(call.replace('$', id))
      expect(answer.status, answer.message).toBe(200)
      const { items } = (await inferred(id)).sections[0]!
      expect(items.map(({ key }) => key)).toEqual(keys)
      expect(items[0]).toMatchObject({ value: [{ Drug: 'Lisinopril' }], flag: [null] })
    },
  )

  test('keeps two simultaneous changes of different fields, and one of two changes of the same field', async () => {
    const { id, params } = await aJobWith([plan])
    await inferred(id)
    const answers = await Promise.all([
      enter(params, 'Surgeon', ['Dr. Lind']),
      enter(params, 'Disposition', ['Home']),
      enter(params, 'Disposition', ['Hospital']),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await fieldOf(id, 'Surgeon')).toMatchObject({ value: ['Dr. Lind'] })
    expect(['Home', 'Hospital']).toContain((await fieldOf(id, 'Disposition'))!.value[0])
  })
})

describe('a contradiction to the chart', () => {
  const allergic = (patientId: string, allergen: string) =>
    server.doors.asSystem(
      'test',
      (work) =>
        keepSaid(work, {
          patientId,
          records: {
            ALLERGY: [{ allergen, allergyIntoleranceId: '1', category: 'Medication', severity: null, type: 'Allergy' }],
          },
        }),
      clinic.clinicId,
    )

  test('raises its question once, not again after an answer, and the answer is audited', async () => {
    const patientId = await aPatient(server, clinic.clinicId, clinic.facilityId)
    await allergic(patientId, 'Penicillin')
    const { id } = await aJobWith([['PLAN', 'Start amoxicillin 500 mg three times daily.']], { patientId })
    const [question] = (await inferred(id)).questions
    expect(question).toMatchObject({ kind: 'allergy', startIndex: 6, words: expect.stringMatching(/penicillin/i) })
    const answer = (of: 'NOTE_IS_RIGHT' | 'CORRECTED', key = question!.key) =>
      doctor.call(calls.answerQuestion, { params: { id }, body: { key, answer: of } })
    expect((await answer('NOTE_IS_RIGHT', 'allergy of the moon')).status).toBe(422)
    expect([(await answer('NOTE_IS_RIGHT')).status, (await answer('CORRECTED')).status]).toEqual([200, 200])
    expect((await inferred(id)).questions).toEqual([])
    await type(id, 'Start amoxicillin 500 mg three times daily today.')
    expect((await inferred(id)).questions).toEqual([])
    const { rows } = await server.owner.query(
      "select detail from audit_events where job_id = $1 and event = 'inference.question-answered'",
      [id],
    )
    expect(rows).toEqual([{ detail: { kind: 'allergy', answer: 'NOTE_IS_RIGHT' } }])
  })

  test('raises its question again when the patient is corrected', async () => {
    const [wrong, right] = [
      await aPatient(server, clinic.clinicId, clinic.facilityId),
      await aPatient(server, clinic.clinicId, clinic.facilityId),
    ]
    await allergic(wrong, 'Penicillin')
    await allergic(right, 'Codeine')
    const { id } = await aJobWith([['PLAN', 'Start amoxicillin 500 mg three times daily. Codeine 30 mg as needed.']], {
      patientId: wrong,
    })
    const asked = async () => (await inferred(id)).questions.map(({ words }) => words)
    expect(await asked()).toEqual([expect.stringMatching(/penicillin/i)])
    expect((await doctor.call(jobCalls.changePatient, { params: { id }, body: { patientId: right } })).status).toBe(200)
    const first = await doctor.call(calls.getNoteInference, { params: { id } })
    expect(first.result[0]).toMatchObject({ isCurrent: false, questions: [] })
    expect(await asked()).toEqual([expect.stringMatching(/codeine/i)])
  })

  test('raises its question when the chart changes, even without a change of the note', async () => {
    const patientId = await aPatient(server, clinic.clinicId, clinic.facilityId)
    const { id } = await aJobWith([['PLAN', 'Start amoxicillin 500 mg three times daily.']], { patientId })
    const { questions, sections } = await inferred(id)
    expect(questions).toEqual([])
    await allergic(patientId, 'Penicillin')
    const now = await inferred(id)
    expect(now.questions).toMatchObject([{ kind: 'allergy' }])
    expect(now.sections).toEqual(sections)
  })
})

test('fields, columns and choices not exposed by Device Config disappear immediately [Q063]', async () => {
  await server.owner.query("update facilities set ehr_type = 'demo' where id = $1", [clinic.facilityId])
  const { id } = await aJobWith([['PLAN', `${drugs[1]} Follow up with cardiology in 2 weeks.`]], {
    workType: 'Consultation',
  })
  expect(Object.keys((await fieldOf(id, 'Medications'))!.value[0]!)).toHaveLength(6)
  expect(await fieldOf(id, 'Follow-up')).toBeDefined()
  const clinicAdmin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
  const of = { params: { facilityId: clinic.facilityId }, query: { workType: 'Consultation' } }
  const { result } = await clinicAdmin.call(deviceConfigurationCalls.listEhrFields, of)
  const chosen = ['drug', 'topical', 'intravenous']
  const choose = (fields: readonly EhrField[]): EhrField[] =>
    fields.map((field) => {
      const fieldValues = choose(field.fieldValues)
      const selected = fieldValues.some((value) => value.selected) || chosen.includes(field.fieldName)
      return { ...field, fieldValues, selected }
    })
  const saved = await clinicAdmin.call(deviceConfigurationCalls.saveEhrFields, { ...of, body: choose(result) })
  expect(saved.status, saved.message).toBe(200)
  const { items } = (await inferred(id)).sections[0]!
  expect(items.map(({ key }) => key)).toEqual(['Medications'])
  expect(items[0]!.value).toEqual([{ Drug: 'Lisinopril', Route: '' }])
  expect(items[0]!.columns.map(({ possibleValues }) => possibleValues)).toEqual([[], ['Intravenous', 'Topical']])
})

test('only the holder of a job can change its inference, and nobody of another clinic can read it', async () => {
  const { id, params } = await aJobWith([plan])
  await inferred(id)
  const admin = await signedIn(server, clinic.clinicId, { userType: 'admin', facilityIds: [clinic.facilityId] })
  expect((await inferred(id, admin)).sections).toHaveLength(1)
  for (const answer of [
    await enter(params, 'Disposition', ['Home'], admin),
    await admin.call(calls.allowOverwrite, { params, body: { key: 'Disposition' } }),
    await admin.call(calls.saveInference, { params, body: [] }),
    await admin.call(calls.answerQuestion, { params: { id }, body: { key: 'x', answer: 'CORRECTED' } }),
  ])
    expect(answer.status).toBe(409)
  const elsewhere = await aClinic(server, 'Valley Clinic')
  const foreigner = await signedIn(server, elsewhere.clinicId, { facilityIds: [elsewhere.facilityId] })
  expect((await foreigner.call(calls.getNoteInference, { params: { id } })).status).toBe(404)
  expect((await foreigner.call(calls.getInference, { params })).status).toBe(404)
  expect((await enter(params, 'Disposition', ['Home'], foreigner)).status).toBe(404)
  const other = await aJobWith([plan])
  const strange = { id, sectionId: other.params.sectionId }
  expect((await doctor.call(calls.getInference, { params: strange })).status).toBe(404)
  expect((await enter(strange, 'Disposition', ['Home'])).status).toBe(404)
})

test('2,000 diagnoses are all shown, and values that end with a script tag are kept unchanged', async () => {
  const row = (count: number) => ({
    Diagnosis: `Hypertension ${count}</script>`,
    'ICD-10 Code': 'I10',
    Status: 'Active',
  })
  const rows = Array.from({ length: 2000 }, (_, count) => row(count))
  // Words that end in “-itis” are read as problems.
  const letters = (count: number) =>
    [400, 20, 1].map((place) => 'bcdfghjklmnpqrstvwxz'[Math.floor(count / place) % 20]).join('a')
  const text = Array.from({ length: 2000 }, (_, count) => `${letters(count)}itis`).join('.\n')
  const { id, params } = await aJobWith([['ASSESSMENT', `${text} &lt;/script&gt;`]])
  expect((await fieldOf(id, 'Diagnoses'))!.value).toHaveLength(2000)
  const saved = await enter(params, 'Diagnoses', rows)
  expect(saved.status, saved.message).toBe(200)
  expect((await fieldOf(id, 'Diagnoses'))!.value).toEqual(rows)
  expect((await enter(params, 'Diagnoses', Array(5001).fill(row(1)))).status).toBe(400)
})

test('an interrupted reading continues after a restart, and items invented by a model are dropped and counted', async () => {
  const said = { kind: 'followUp', section: 0, quote: 'cardiology in 2 weeks', what: 'cardiology', when: 'in 2 weeks' }
  const content = JSON.stringify({ items: [said, { ...said, quote: 'oncology', what: 'oncology' }] })
  const service = createServer((_, response) => response.end(JSON.stringify({ choices: [{ message: { content } }] })))
  await new Promise<void>((listening) => service.listen(0, 'localhost', listening))
  const alone = await startTestServer({
    settings: {
      DICTARA_INFERENCE_URL: `http://localhost:${(service.address() as AddressInfo).port}/v1`,
      DICTARA_INFERENCE_MODEL: 'clinic-7b',
    },
  })
  let queue: Queue | undefined
  try {
    const place = await aClinic(alone)
    const author = await signedIn(alone, place.clinicId, { facilityIds: [place.facilityId] })
    const id = await aJob(alone, place, { authorId: author.user.id, holderId: author.user.id })
    await aNote(alone, place, id, [plan])
    await author.call(calls.getNoteInference, { params: { id } })
    const task = alone.app.tasks.find(({ name }) => name === 'infer-note')!
    const start = async (run: Task['run']) => {
      queue = await openQueue(alone.urlFor('dictara_system'), silentLog)
      await queue.work([{ ...task, run }])
    }
    let runs = 0
    await start(async (_payload, { signal }) => {
      runs += 1
      await sleep(60_000, undefined, { signal })
    })
    await expect.poll(() => runs, { timeout: 10_000 }).toBe(1)
    await queue!.stop()
    expect((await author.call(calls.getNoteInference, { params: { id } })).result[0]!.isCurrent).toBe(false)
    await start(task.run)
    const { engine, dropped, sections } = await inferred(id, author)
    expect({ engine, dropped }).toEqual({ engine: 'clinic-7b', dropped: 1 })
    expect(itemIn(sections[0]!.items, 'Follow-up')!.value).toEqual(['Cardiology in 2 weeks'])
  } finally {
    await queue?.stop()
    await alone.close()
    service.closeAllConnections()
    service.close()
  }
}, 60_000)
