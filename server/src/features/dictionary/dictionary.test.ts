import type { DictionaryPhrase, DictionaryTemplate } from '@dictara/contract/dictionary'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aClinic,
  aDictionaryPhrase,
  aDictionaryTemplate,
  signedIn,
  type TestClinic,
} from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newId } from '../../platform/ids.ts'
import { systemHeadings } from '../templates/index.ts'

let server: TestServer
let clinic: TestClinic
let god: TestClient
let doctor: TestClient
let elsewhere: TestClient

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  const valley = await aClinic(server, 'Valley Clinic')
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  elsewhere = await signedIn(server, valley.clinicId, { facilityIds: [valley.facilityId] })
  god = await signedIn(server, clinic.clinicId, { userType: 'dictaraGod' })
  await server.owner.query("update users set clinic_id = null where user_type = 'dictaraGod'")
})
afterAll(() => server.close())

const phrases = '/clinic/dictionary/canned-texts-dictionary'
const templates = '/clinic/dictionary/dictation-templates-dictionary'
const aBody = (templateName: string, more: object = {}) => ({
  templateDescription: 'A short visit',
  templateName,
  sectionHeadings: [{ customUIHeading: 'Plan', systemHeading: 'PLAN', required: true }],
  required: false,
  defaultValue: '',
  templateDrivenFlowEnabled: true,
  ...more,
})

test('only dictaraGod can add, change and delete phrases and templates of the dictionary [DICT-01, DICT-23, DICT-24]', async () => {
  const sent = {
    key: 'Normal chest',
    phrase: '<p>Clear.</p>',
    global: true,
    active: true,
    dynamic: false,
    targetEndPoint: null,
  }
  const added = await god.ask<DictionaryPhrase>('POST /clinic/dictionary/canned-texts-dictionary', sent)
  const entry = { ...sent, id: expect.any(String), phrase: 'Clear.', editable: true, version: 0 }
  expect(added.result).toEqual([entry])
  const { id } = added.result[0]!
  const dynamic = { ...sent, key: 'Chest', phrase: '{{MRN}}', dynamic: true, targetEndPoint: 'PATIENT', id }
  const changed = await god.ask<DictionaryPhrase>('PUT /clinic/dictionary/canned-texts-dictionary', {
    ...dynamic,
    version: 0,
  })
  expect(changed.result).toEqual([{ ...dynamic, editable: true, version: 1 }])
  expect(await god.ask(`PUT ${phrases}`, { ...dynamic, version: 0 })).toMatchObject({
    status: 409,
    code: 'changed-meanwhile',
    result: changed.result,
  })
  const template = (await god.ask<DictionaryTemplate>(`POST ${templates}`, aBody('Managed'))).result[0]!.id
  const acts = [
    [`GET ${phrases}`],
    [`POST ${phrases}`, { ...sent, key: 'Another' }],
    [`PUT ${phrases}`, { ...sent, id }],
    [`DELETE ${phrases}?dictionaryIds=${id}`],
    [`GET ${templates}`],
    [`POST ${templates}`, aBody('Another')],
    [`PUT ${templates}`, { ...aBody('Managed'), id: template }],
    [`DELETE ${templates}?dictionaryIds=${template}`],
  ] as const
  for (const who of [doctor, elsewhere])
    for (const [what, body] of acts) expect((await who.ask(what, body)).status, what).toBe(403)
  for (const [what, body] of acts) expect((await god.ask(what, body)).status, what).toBe(200)
  expect((await god.ask('GET /clinic/authors/canned-text')).status).toBe(403)
})

test('a phrase needs a key and a text, and a dynamic one also a category [DICT-13, DICT-32]', async () => {
  const refusal = async (body: object) =>
    (await god.ask('POST /clinic/dictionary/canned-texts-dictionary', body)).message
  expect(await refusal({ key: '', phrase: 'x' })).toBe('Key is required')
  expect(await refusal({ key: 'k', phrase: '<p><br></p>' })).toBe('Phrase is required')
  expect(await refusal({ key: 'k', phrase: '' })).toBe('Phrase is required')
  expect(await refusal({ key: 'k', phrase: 'x', dynamic: true })).toBe('Dynamic Category is required')
  const kept = await god.ask<DictionaryPhrase>(`POST ${phrases}`, {
    key: 'lines',
    phrase: '<p>One</p><p>Two</p><p></p>',
  })
  expect(kept.result[0]!.phrase).toBe('One\nTwo')
  // The key is taken, in another case.
  expect(await god.ask(`POST ${phrases}`, { key: ' LINES', phrase: 'x' })).toMatchObject({
    status: 409,
    code: 'key-taken',
  })
})

test('phrases of the dictionary are listed ten per page by key, and can be searched [DICT-21, DICT-22, DICT-34]', async () => {
  for (let n = 24; n > 0; n -= 1) await aDictionaryPhrase(server, `paged ${String(n).padStart(2, '0')}`)
  const page = async (query: string) => {
    const answer = await god.ask<DictionaryPhrase>(`GET /clinic/dictionary/canned-texts-dictionary?${query}`)
    return [answer.result.length, answer.result[0]?.key, answer.size]
  }
  expect(await page('page=0&search=paged')).toEqual([10, 'paged 01', 24])
  expect(await page('page=1&size=10&search=paged')).toEqual([10, 'paged 11', 24])
  expect(await page('page=2&size=10&search=paged')).toEqual([4, 'paged 21', 24])
  expect(await page('search=paged%2007')).toEqual([1, 'paged 07', 1])
})

test('several entries are deleted together, all or none, and copies imported from them remain [DICT-25]', async () => {
  const ids = [await aDictionaryPhrase(server, 'del 1'), await aDictionaryPhrase(server, 'del 2')]
  expect((await doctor.ask(`POST /clinic/authors/canned-text/import?cannedTextIds=${ids[0]!}`)).status).toBe(200)
  const remove = (some: string) => god.ask(`DELETE /clinic/dictionary/canned-texts-dictionary?dictionaryIds=${some}`)
  const unknown = newId()
  expect(await remove(`${ids.join(',')},${unknown}`)).toMatchObject({ status: 404, result: [{ id: unknown }] })
  expect((await god.ask(`GET ${phrases}?search=del`)).size).toBe(2)
  expect((await remove(ids.join(','))).status).toBe(200)
  expect((await god.ask(`GET ${phrases}?search=del`)).size).toBe(0)
  expect((await doctor.ask('GET /clinic/authors/canned-text?search=del')).size).toBe(1)
  expect((await doctor.ask('GET /clinic/authors/canned-text?type=author&search=del')).size).toBe(0)
})

test('a template of the dictionary can be read by its id, by dictaraGod only', async () => {
  const id = await aDictionaryTemplate(server, 'By its id')
  const address = `/clinic/dictionary/dictation-templates-dictionary/${id}`
  expect(await god.ask(`GET ${address}`)).toMatchObject({ status: 200, result: [{ id, templateName: 'By its id' }] })
  expect((await doctor.ask(`GET ${address}`)).status).toBe(403)
  expect(await god.ask(`GET ${address.replace(id, newId())}`)).toMatchObject({ status: 404, code: 'item-gone' })
})

test('templates of the dictionary can be added and changed, and a clinicId is accepted without effect [DICT-27, DICT-28, TMPL-13, Q078]', async () => {
  const added = await god.ask<DictionaryTemplate>(
    'POST /clinic/dictionary/dictation-templates-dictionary',
    aBody('Visit'),
  )
  expect(added.result).toEqual([
    {
      ...aBody('Visit'),
      id: expect.any(String),
      clinicId: null,
      editable: true,
      version: 0,
      sectionHeadings: [
        {
          id: expect.any(String),
          customUIHeading: 'Plan',
          systemHeading: 'PLAN',
          description: '',
          defaultValue: '',
          required: true,
          appendToDefault: false,
        },
      ],
    },
  ])
  const { id, sectionHeadings } = added.result[0]!
  const change = () =>
    god.ask<DictionaryTemplate>('PUT /clinic/dictionary/dictation-templates-dictionary', {
      ...aBody('Visit', { sectionHeadings, templateDrivenFlowEnabled: false }),
      id,
      clinicId: clinic.clinicId,
      version: 0,
    })
  const changed = await change()
  expect(await change()).toMatchObject({ status: 409, code: 'changed-meanwhile', result: changed.result })
  expect(changed.result).toEqual([{ ...added.result[0], templateDrivenFlowEnabled: false, clinicId: null, version: 1 }])
  expect((await god.ask(`POST ${templates}`, aBody('VISIT'))).code).toBe('template-name-taken')
  expect((await god.ask(`POST ${templates}`, aBody(' Visit'))).message).toMatch(/^Please enter valid name\./)
  const twice = [...sectionHeadings, { customUIHeading: 'PLAN', systemHeading: 'PLAN' }]
  expect((await god.ask(`POST ${templates}`, aBody('Twice', { sectionHeadings: twice }))).message).toBe(
    'Duplicate heading',
  )
})

test('templates of the dictionary are listed twenty per page by name, and can be searched and deleted by ids [DICT-26, DICT-29]', async () => {
  const ids: string[] = []
  for (let n = 1; n <= 22; n += 1) ids.push(await aDictionaryTemplate(server, `paged ${String(n).padStart(2, '0')}`))
  const first = await god.ask<DictionaryTemplate>(
    'GET /clinic/dictionary/dictation-templates-dictionary?page=0&search=paged',
  )
  expect([first.result.length, first.result[0]!.templateName, first.size]).toEqual([20, 'paged 01', 22])
  const second = await god.ask<DictionaryTemplate>(`GET ${templates}?page=1&size=20&search=paged`)
  expect(second.result.map(({ templateName }) => templateName)).toEqual(['paged 21', 'paged 22'])
  const remove = await god.ask(
    `DELETE /clinic/dictionary/dictation-templates-dictionary?dictionaryIds=${ids.join(',')}`,
  )
  expect(remove.status).toBe(200)
  expect((await god.ask(`GET ${templates}?search=paged`)).size).toBe(0)
  expect((await god.ask(`PUT ${templates}`, { id: ids[0], ...aBody('paged') })).code).toBe('item-gone')
})

test('system sections and dynamic categories are listed for dictaraGod as for a clinic [DICT-30, DICT-31]', async () => {
  const names = systemHeadings.map(({ name }) => name)
  const headings = '/clinic/authors/section-template/system-headings'
  expect((await god.ask('GET /clinic/dictionary/dictation-templates-dictionary/section-headings')).result).toEqual(
    names,
  )
  expect((await god.ask(`GET ${headings}`)).result).toEqual(names)
  const categories = (await doctor.ask('GET /clinic/authors/canned-text/target-end-points')).result
  expect(categories).toHaveLength(2)
  expect((await god.ask(`GET ${phrases}/target-end-points`)).result).toEqual(categories)
  expect((await god.ask('GET /clinic/authors/canned-text/target-end-points')).result).toEqual(categories)
})

test('entries are offered to every clinic, are in no other list, and later changes do not reach copies [Q068, Q078]', async () => {
  const id = await aDictionaryPhrase(server, 'shared entry')
  const templateId = await aDictionaryTemplate(server, 'shared entry')
  for (const who of [doctor, elsewhere])
    for (const [path, entry] of [
      ['canned-text', id],
      ['section-template', templateId],
    ] as const) {
      const found = async (type: string) =>
        (await who.ask<{ id: string }>(`GET /clinic/authors/${path}?type=${type}&search=shared`)).result
      expect(await found('author')).toMatchObject([{ id: entry, author: null, editable: false }])
      for (const type of ['mine', 'active']) expect(await found(type)).toEqual([])
    }
  await elsewhere.ask(`POST /clinic/authors/canned-text/import?cannedTextIds=${id}&active=true`)
  await god.ask(`PUT ${phrases}`, { id, key: 'shared anew', phrase: 'Other.' })
  expect((await elsewhere.ask('GET /clinic/authors/canned-text?type=active&search=shared')).result).toMatchObject([
    { key: 'shared entry', phrase: 'Of all clinics.', author: { doctorName: 'Pat Doe' } },
  ])
})

test('the database role for the dictionary reaches nothing of a clinic, and each write is audited outside any clinic', async () => {
  const client = new pg.Client({ connectionString: server.urlFor('dictara_dictionary') })
  await client.connect()
  try {
    expect((await client.query('select from dictionary_phrases')).rowCount).toBeGreaterThan(0)
    for (const table of [
      'clinics',
      'users',
      'patients',
      'jobs',
      'phrases',
      'section_templates',
      'sessions',
      'audit_events',
    ])
      await expect(client.query(`select from ${table}`), table).rejects.toMatchObject({ code: '42501' })
    const audit = "insert into audit_events (clinic_id, event) values ($1, 'x')"
    await expect(client.query(audit, [clinic.clinicId])).rejects.toMatchObject({ code: '42501' })
  } finally {
    await client.end()
  }
  const app = new pg.Client({ connectionString: server.urlFor('dictara_app') })
  await app.connect()
  try {
    for (const table of ['dictionary_phrases', 'dictionary_templates'])
      await expect(app.query(`delete from ${table}`)).rejects.toMatchObject({ code: '42501' })
  } finally {
    await app.end()
  }
  const { result } = await god.ask<DictionaryPhrase>(`POST ${phrases}`, { key: 'audited', phrase: 'x' })
  const { id } = result[0]!
  await god.ask(`PUT ${phrases}`, { id, key: 'audited', phrase: 'y' })
  await god.ask(`DELETE ${phrases}?dictionaryIds=${id}`)
  const { rows } = await server.owner.query(
    "select clinic_id, user_id, event, detail ->> 'kind' as kind from audit_events where detail -> 'itemIds' ? $1 order by id",
    [id],
  )
  const by = { clinic_id: null, user_id: god.user.id, kind: 'phrase' }
  expect(rows).toEqual(['added', 'edited', 'deleted'].map((did) => ({ ...by, event: `dictionary.${did}` })))
})
