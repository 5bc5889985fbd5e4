import { jobCalls } from '@dictara/contract/jobs'
import { noteCalls } from '@dictara/contract/notes'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../../platform/ids.ts'
import {
  aClinic,
  aFacility,
  aJob,
  aNote,
  aPhrase,
  aTemplate,
  signedIn,
  type TestClinic,
} from '../../testing/clinic.fixtures.ts'
import { aLiveTab } from '../../testing/live-tab.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
let author: TestClient
let typist: TestClient
let colleague: TestClient
let stranger: TestClient
let jobId: string

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  const here = { facilityIds: [clinic.facilityId] }
  author = await signedIn(server, clinic.clinicId, here)
  typist = await signedIn(server, clinic.clinicId, { ...here, userType: 'transcriptionist' })
  const facilityId = await aFacility(server, clinic.clinicId)
  colleague = await signedIn(server, clinic.clinicId, { facilityIds: [facilityId], userType: 'transcriptionist' })
  const elsewhere = await aClinic(server)
  stranger = await signedIn(server, elsewhere.clinicId, {
    facilityIds: [elsewhere.facilityId],
    userType: 'transcriptionist',
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  jobId = await aJob(server, clinic, { authorId: author.user.id, status: 'AVAILABLE', workType: 'Progress Note' })
  await aNote(server, clinic, jobId, [['PLAN', 'Rest.']])
  expect((await typist.call(jobCalls.startTranscription, { params: { id: jobId } })).status).toBe(200)
})

const path = (end: string) => `/clinic/job/${jobId}/${end}`
const follow = (templateId: string) =>
  server.owner.query('update jobs set template_id = $1 where id = $2', [templateId, jobId])
const audited = async (event: string) =>
  (await server.owner.query('select detail from audit_events where job_id = $1 and event = $2', [jobId, event])).rows

test('a person working on a note gets the author’s active phrases, limited to the template’s headings, and field values [Q075]', async () => {
  const plain = await aPhrase(server, clinic, author.user.id, { key: 'Normal Chest', phrase: 'Lungs <b>clear</b>.' })
  await aPhrase(server, clinic, author.user.id, { key: 'aside', active: false })
  await aPhrase(server, clinic, typist.user.id, { key: 'mine' })
  const template = await aTemplate(server, clinic, author.user.id, { headings: ['Subjective', 'Plan'] })
  const kept = await aPhrase(server, clinic, author.user.id, { key: 'rx', phrase: 'With food.' })
  await server.owner.query('update phrases set restricted_to_templates = true where id = $1', [kept])
  await server.owner.query(
    'insert into phrase_templates (clinic_id, phrase_id, template_id, all_headings, headings) values ($1, $2, $3, false, $4)',
    [clinic.clinicId, kept, template, ['Plan']],
  )
  const read = async () => (await typist.ask(`GET ${path('phrases')}`)) as { result: { key: string }[] }
  expect((await read()).result.map(({ key }) => key)).toEqual(['Normal Chest'])
  await follow(template)
  expect(await read()).toMatchObject({
    result: [
      { id: plain, key: 'Normal Chest', phrase: 'Lungs <b>clear</b>.', dynamic: false, headings: null },
      { id: kept, key: 'rx', phrase: 'With food.', headings: ['PLAN'] },
    ],
    fields: { 'Work Type': 'Progress Note', 'Note Author': author.user.fullName },
  })
  expect(await audited('note.phrases-read')).not.toEqual([])
})

test('a transcriptionist gets only the patient’s name for a job in the pool, and the other facts while holding it [Q075]', async () => {
  const fields = async () =>
    ((await typist.ask(`GET ${path('phrases')}`)) as unknown as { fields: Record<string, string | null> }).fields
  const held = await fields()
  expect(held).toMatchObject({ 'Patient Name': expect.any(String), 'Date of Birth': '02/03/1961', Gender: 'Female' })
  expect(held['MRN']).toMatch(/^MRN/)
  jobId = await aJob(server, clinic, { authorId: author.user.id, status: 'AVAILABLE', workType: 'Progress Note' })
  const kept = {
    Age: null,
    Gender: null,
    'Date of Birth': null,
    MRN: null,
    'Room/Bed': null,
    'Date of Admission': null,
  }
  expect(await fields()).toMatchObject({ ...kept, 'Patient Name': held['Patient Name'] })
})

test('a note’s template is returned with its required headings and tooltips, and the author’s active templates beside it', async () => {
  const visit = await aTemplate(server, clinic, author.user.id, { name: 'Visit', headings: ['Plan'] })
  await aTemplate(server, clinic, author.user.id, { name: 'Put aside', active: false })
  await aTemplate(server, clinic, typist.user.id, { name: 'Of somebody else' })
  await server.owner.query(
    "update template_headings set required = true, description = 'What is to be done.' where template_id = $1",
    [visit],
  )
  expect(await typist.ask(`GET ${path('template')}`)).toMatchObject({ result: [] })
  await follow(visit)
  const expected = {
    id: visit,
    templateName: 'Visit',
    sectionHeadings: [{ customUIHeading: 'Plan', required: true, description: 'What is to be done.' }],
  }
  expect(await typist.ask(`GET ${path('template')}`)).toMatchObject({ result: [expected] })
  const { result } = (await typist.ask(`GET ${path('templates')}`)) as { result: { templateName: string }[] }
  const names = result.map(({ templateName }) => templateName)
  expect(names).toContain('Visit')
  expect(names).not.toContain('Put aside')
  expect(names).not.toContain('Of somebody else')
})

test('the holder can change the template of a note, its text stays unchanged, and everyone sees the change [EDIT-33]', async () => {
  const visit = await aTemplate(server, clinic, author.user.id, { name: 'Follow-up' })
  const before = (await typist.call(noteCalls.getSections, { params: { id: jobId } })).result[0]!
  expect(before.templates).toEqual([])
  const tab = await aLiveTab(server.url, author)
  expect(await typist.ask(`PUT ${path('template')}`, { templateId: visit })).toMatchObject({
    result: [{ id: visit, templateName: 'Follow-up' }],
    message: 'The note now follows Follow-up.',
  })
  await vi.waitFor(() => expect(JSON.stringify(tab.frames)).toContain(jobId))
  tab.close()
  const after = (await typist.call(noteCalls.getSections, { params: { id: jobId } })).result[0]!
  expect(after.templates).toEqual([{ id: visit, templateName: 'Follow-up' }])
  expect(after.sections).toEqual(before.sections)
  expect(await audited('job.templateChanged')).toEqual([{ detail: { fromTemplateId: null, templateId: visit } }])
  // Setting the same template again changes nothing and is not audited.
  await typist.ask(`PUT ${path('template')}`, { templateId: visit })
  expect(await audited('job.templateChanged')).toHaveLength(1)
  expect(await typist.ask(`PUT ${path('template')}`, { templateId: null })).toMatchObject({
    result: [],
    message: 'The note no longer follows a template.',
  })
  expect((await typist.call(noteCalls.getSections, { params: { id: jobId } })).result[0]!.templates).toEqual([])
  await typist.ask(`PUT ${path('template')}`, { templateId: visit })
})

test('only the holder can change it, only to a template the author uses; in another clinic the job does not exist', async () => {
  const visit = await aTemplate(server, clinic, author.user.id)
  const put = async (who: TestClient, templateId: string) =>
    (await who.ask(`PUT ${path('template')}`, { templateId })).status
  expect(await put(author, visit)).toBe(409)
  expect(await put(typist, await aTemplate(server, clinic, typist.user.id))).toBe(422)
  expect(await put(typist, newId())).toBe(422)
  for (const end of ['phrases', 'template', 'templates']) {
    expect((await stranger.raw(`/api${path(end)}`)).status).toBe(404)
    // A person of the same clinic at another facility.
    expect((await colleague.raw(`/api${path(end)}`)).status).toBe(404)
  }
  expect(await put(stranger, visit)).toBe(404)
})

test('a save records inserted phrases once, for the person who inserted them, and marks removed ones as undone', async () => {
  const { result } = await typist.call(noteCalls.getSections, { params: { id: jobId } })
  const phraseId = await aPhrase(server, clinic, author.user.id)
  const [put, taken] = [newId(), newId()]
  const save = (insertions: object[]) =>
    typist.call(noteCalls.saveSections, {
      params: { id: jobId },
      body: { sections: result[0]!.sections, insertions: insertions as [] },
    })
  const one = { id: put, phraseId, letters: 20 }
  expect((await save([one, { id: taken, phraseId, letters: 7 }])).status).toBe(200)
  expect((await save([one, { id: taken, phraseId, letters: 7, undone: true }])).status).toBe(200)
  const kept = await server.owner.query(
    'select id, phrase_id, user_id, letters, undone from note_insertions where job_id = $1 order by letters desc',
    [jobId],
  )
  const by = { phrase_id: phraseId, user_id: typist.user.id }
  expect(kept.rows).toEqual([
    { id: put, ...by, letters: 20, undone: false },
    { id: taken, ...by, letters: 7, undone: true },
  ])
})
