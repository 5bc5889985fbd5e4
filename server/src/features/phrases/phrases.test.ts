import type { CannedText } from '@dictara/contract/phrases'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aClinic,
  aDictionaryPhrase,
  aPhrase,
  aTemplate,
  signedIn,
  type TestClinic,
} from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newId } from '../../platform/ids.ts'
import { keyAloneOf, listActivePhrases } from './index.ts'

let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let colleague: TestClient
let admin: TestClient

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  const facilityIds = [clinic.facilityId]
  doctor = await signedIn(server, clinic.clinicId, { facilityIds, firstName: 'Dora' })
  colleague = await signedIn(server, clinic.clinicId, { facilityIds, firstName: 'Cole' })
  admin = await signedIn(server, clinic.clinicId, { userType: 'admin', facilityIds })
})
afterAll(() => server.close())

const create = (who: TestClient, body: object) => who.ask<CannedText>('POST /clinic/authors/canned-text', body)
const made = async (who: TestClient, body: object) => {
  const { result, message } = await create(who, body)
  expect(message).toBe('Success')
  return result[0]!
}
const update = (who: TestClient, body: object) => who.ask<CannedText>('PUT /clinic/authors/canned-text', body)
const list = async (who: TestClient, query: string) => who.ask<CannedText>(`GET /clinic/authors/canned-text?${query}`)
const keys = async (who: TestClient, query: string) => (await list(who, query)).result.map(({ key }) => key)

test('a phrase can be added with all its fields and changed by its id, and is returned as stored [K2P-24, K2P-62, K2P-63]', async () => {
  const templateId = await aTemplate(server, clinic, doctor.user.id, { headings: ['Subjective', 'Plan'] })
  const sent = {
    key: 'Vitals Today',
    phrase: '<p><b>MRN</b> {{MRN}}</p><p>as before</p>',
    active: false,
    restrictedToTemplates: true,
    templateMapping: [{ templateId, allHeadings: false, templateHeadings: ['plan'] }],
    dynamic: true,
    global: true,
    exportToOtherAuthors: false,
    targetEndPoint: 'PATIENT',
  }
  const phrase = await made(doctor, sent)
  expect(phrase).toEqual({
    ...sent,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    phrase: '<b>MRN</b> {{MRN}}\nas before',
    editable: true,
    templateMapping: [{ templateId, allHeadings: false, templateHeadings: ['Plan'] }],
    author: { doctorName: 'Dora Doe' },
    conflict: false,
    version: 0,
  })
  expect((await list(doctor, 'search=vitals')).result).toEqual([phrase])
  const changed = {
    ...sent,
    key: 'Vitals',
    phrase: 'none',
    dynamic: false,
    restrictedToTemplates: false,
    global: false,
  }
  expect((await update(doctor, { ...changed, id: phrase.id, active: true })).result).toEqual([
    {
      ...phrase,
      ...changed,
      active: true,
      targetEndPoint: null,
      templateMapping: [],
      version: 1,
    },
  ])
  expect(await keys(doctor, 'type=active&search=vitals')).toEqual(['Vitals'])
})

test('only a dynamic phrase has a category; it needs an existing one and fields of that category [K2P-25, K2P-47]', async () => {
  const body = { key: 'fields', phrase: '{{MRN}}', targetEndPoint: 'PATIENT' }
  expect((await made(doctor, { ...body, key: 'static', targetEndPoint: 'PATIENT' })).targetEndPoint).toBeNull()
  expect((await made(doctor, { ...body, key: 'static 2', targetEndPoint: '' })).targetEndPoint).toBeNull()
  for (const targetEndPoint of [null, ''])
    expect(await create(doctor, { ...body, dynamic: true, targetEndPoint })).toMatchObject({
      status: 400,
      message: 'Dynamic Category is required',
    })
  expect(await create(doctor, { ...body, dynamic: true, targetEndPoint: 'BILLING' })).toMatchObject({
    status: 422,
    message: 'This dynamic category doesn’t exist.',
  })
  for (const phrase of ['{{Facility}}', '<b>{{MRN}}</b> {{ __proto__ }}'])
    expect(await create(doctor, { ...body, phrase, dynamic: true })).toMatchObject({
      status: 422,
      code: 'field-unknown',
    })
  expect((await create(doctor, { ...body, phrase: '{{Facility}}', dynamic: true })).message).toBe(
    'This category has no field “Facility”. Remove it from the phrase.',
  )
  expect((await made(doctor, { ...body, dynamic: true })).targetEndPoint).toBe('PATIENT')
})

test('the categories of dynamic phrases name their fields [K2P-27, K2P-68]', async () => {
  const { result } = await doctor.ask('GET /clinic/authors/canned-text/target-end-points')
  expect(result).toEqual([
    {
      fieldUiName: 'Patient',
      fieldUiValue: 'PATIENT',
      avilableFields: expect.arrayContaining(['Patient Name', 'Age', 'MRN', 'Room/Bed', 'Date of Admission']),
    },
    {
      fieldUiName: 'Encounter',
      fieldUiValue: 'ENCOUNTER',
      avilableFields: ['Date of Encounter', 'Facility', 'Note Author', 'Work Type'],
    },
  ])
})

test('importable phrases of others show whether the caller already has one with the same key [K2P-26]', async () => {
  for (const key of ['Same Key', 'other key']) await aPhrase(server, clinic, colleague.user.id, { key, global: true })
  await made(doctor, { key: 'same  KEY', phrase: 'mine' })
  const { result } = await list(doctor, 'type=author&search=key')
  expect(result.map(({ key, conflict }) => [key, conflict])).toEqual([
    ['other key', false],
    ['Same Key', true],
  ])
})

test('the templates of the caller’s two lists are offered with their headings [K2P-28, K2P-61]', async () => {
  const name = 'For mapping'
  const id = await aTemplate(server, clinic, doctor.user.id, { name, active: false, headings: ['Plan', 'Assessment'] })
  await aTemplate(server, clinic, colleague.user.id, { name: 'Not theirs', global: true })
  const { result } = await doctor.ask<{ templateName: string }>('GET /clinic/authors/canned-text/template-mapping')
  expect(result).toContainEqual({
    id,
    templateName: name,
    sectionHeadings: [{ customUIHeading: 'Plan' }, { customUIHeading: 'Assessment' }],
  })
  expect(result.map(({ templateName }) => templateName)).not.toContain('Not theirs')
})

test('a phrase can be moved between the collection and active use, and can be offered to others [K2P-29, K2P-64, K2P-69]', async () => {
  const { id } = await made(doctor, { key: 'mover', phrase: 'moves', global: true })
  const places = async (who: TestClient) => [
    await keys(who, 'type=mine&search=mover'),
    await keys(who, 'type=active&search=mover'),
    await keys(who, 'type=author&search=mover'),
  ]
  expect(await places(doctor)).toEqual([['mover'], [], []])
  expect(await places(colleague)).toEqual([[], [], ['mover']])
  expect((await doctor.ask(`PUT /clinic/authors/canned-text/active?cannedTextIds=${id}`)).status).toBe(200)
  expect(await places(doctor)).toEqual([[], ['mover'], []])
  expect((await doctor.ask(`PUT /clinic/authors/canned-text/in-active?cannedTextIds=${id}`)).status).toBe(200)
  expect(await places(doctor)).toEqual([['mover'], [], []])
})

test('an author can permanently delete their own phrases from either list, several together [K2P-33, K2P-54, K2P-65]', async () => {
  const aside = await made(doctor, { key: 'gone one', phrase: 'aside' })
  const used = await made(doctor, { key: 'gone two', phrase: 'in use', active: true, global: true })
  const { status } = await doctor.ask(`DELETE /clinic/authors/canned-text?cannedTextIds=${aside.id},${used.id}`)
  expect(status).toBe(200)
  for (const type of ['mine', 'active']) expect(await keys(doctor, `type=${type}&search=gone`)).toEqual([])
  expect(await keys(colleague, 'type=author&search=gone')).toEqual([])
  expect((await server.owner.query('select from phrases where id = any($1)', [[aside.id, used.id]])).rowCount).toBe(0)
})

test('a person who is not a manager cannot change or delete phrases of others, and can only hide received ones [K2P-53, Q066]', async () => {
  const theirs = await aPhrase(server, clinic, colleague.user.id, { key: 'theirs', global: true })
  const pushed = await made(admin, { key: 'pushed', phrase: 'all', exportToOtherAuthors: true })
  for (const id of [theirs, pushed.id])
    expect(await update(doctor, { id, key: 'mine now', phrase: 'x' })).toMatchObject({
      status: 403,
      message: 'Action Denied: This item is not editable.',
    })
  expect((await list(doctor, 'type=active&search=pushed')).result[0]!.editable).toBe(false)
  expect((await doctor.ask(`DELETE /clinic/authors/canned-text?cannedTextIds=${theirs}`)).status).toBe(403)
  expect((await doctor.ask(`DELETE /clinic/authors/canned-text?cannedTextIds=${pushed.id}`)).status).toBe(200)
  expect(await keys(doctor, 'type=active&search=pushed')).toEqual([])
  expect(await keys(colleague, 'type=active&search=pushed')).toEqual(['pushed'])
  expect(await keys(admin, 'type=mine&search=pushed')).toEqual(['pushed'])
  expect(await keys(colleague, 'type=active&search=theirs')).toEqual(['theirs'])
})

test('an import copies into the collection or active use, and for all users only when a manager imports [K2P-36, K2P-70, Q071]', async () => {
  const one = await aPhrase(server, clinic, colleague.user.id, { key: 'take one', phrase: '<b>Bold</b>', global: true })
  const two = await aDictionaryPhrase(server, 'take two')
  const import_ = (who: TestClient, query: string) => who.ask(`POST /clinic/authors/canned-text/import?${query}`)
  expect(
    await import_(doctor, `active=true&cannedTextIds=${one},${two}&overRideExisting=false&exportToOtherAuthors=true`),
  ).toMatchObject({ status: 200, message: '2 key-to-phrases were imported.' })
  expect((await list(doctor, 'type=active&search=take')).result).toMatchObject([
    {
      key: 'take one',
      phrase: '<b>Bold</b>',
      editable: true,
      exportToOtherAuthors: false,
      author: { doctorName: 'Dora Doe' },
    },
    { key: 'take two', phrase: 'Of all clinics.', editable: true, exportToOtherAuthors: false },
  ])
  expect((await import_(admin, `cannedTextIds=${two}&exportToOtherAuthors=true`)).status).toBe(200)
  expect(await keys(admin, 'type=mine&search=take')).toEqual(['take two'])
  const third = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  expect((await list(third, 'type=active&search=take')).result).toMatchObject([{ key: 'take two', editable: false }])
})

test('an import skips or replaces existing phrases with the same key [K2P-37, K2P-38, K2P-39]', async () => {
  const theirs = await aPhrase(server, clinic, colleague.user.id, { key: 'Clash', phrase: 'new', global: true })
  const other = await aPhrase(server, clinic, colleague.user.id, { key: 'Clash not', phrase: 'new', global: true })
  await made(doctor, { key: 'clash', phrase: 'old', active: true })
  const phrases = async () => [
    ...(await list(doctor, 'type=active&search=clash')).result.map(({ phrase }) => phrase),
    ...(await list(doctor, 'type=mine&search=clash')).result.map(({ key, phrase }) => `${key}: ${phrase}`),
  ]
  await doctor.ask(`POST /clinic/authors/canned-text/import?cannedTextIds=${theirs},${other}&overRideExisting=false`)
  expect(await phrases()).toEqual(['old', 'Clash not: new'])
  await doctor.ask(`POST /clinic/authors/canned-text/import?cannedTextIds=${theirs}&overRideExisting=true`)
  expect(await phrases()).toEqual(['Clash: new', 'Clash not: new'])
})

test.each([
  ['that is empty', ''],
  ['of spaces', ' \u00a0\u3000 '],
  ['that is missing', undefined],
])('a key %s is refused as missing [K2P-45]', async (_what, key) => {
  expect(await create(doctor, { key, phrase: 'text' })).toMatchObject({ status: 400, message: 'Key is required' })
})

test.each([
  ['of punctuation', '...', 'A key needs a letter or a digit and must fit on one line.'],
  ['of two lines', 'a\nb', 'A key needs a letter or a digit and must fit on one line.'],
  ['of 101 characters', 'k'.repeat(101), 'A key may have at most 100 characters.'],
])('a key %s is refused with a readable message', async (_what, key, message) => {
  expect(await create(doctor, { key, phrase: 'text' })).toMatchObject({ status: 400, message })
})

test.each([
  ['nothing', ''],
  ['an empty paragraph', '<p><br></p>'],
  ['tags without text', '<p><b> </b><i>&nbsp;</i></p>\n<u></u>'],
  ['invisible characters', '\u200b\u0000\u2060'],
])('a phrase of %s is refused as missing [K2P-46]', async (_what, phrase) => {
  expect(await create(doctor, { key: 'empty', phrase })).toMatchObject({ status: 400, message: 'Phrase is required' })
})

test('paragraph ends become line breaks except the last ones, and text from Word becomes plain letters [K2P-49, Q074]', async () => {
  const kept = async (phrase: string) => {
    const { id, phrase: stored } = await made(doctor, { key: `kept ${newId()}`, phrase })
    await doctor.ask(`DELETE /clinic/authors/canned-text?cannedTextIds=${id}`)
    return stored
  }
  expect(await kept('<p>One</p><p>Two<br>Three</p><p><br></p>')).toBe('One\nTwo\nThree')
  expect(await kept('<p class="x"><strong>B</strong> <em>i</em> <u>u</u> <s>s</s></p>')).toBe(
    '<b>B</b> <i>i</i> <u>u</u> <s>s</s>',
  )
  expect(await kept('<p><b>open</p><p>next</b></p>')).toBe('<b>open</b>\nnext')
  const word = '<script>alert(1)</script><table style="x"><td onclick="y()">cell</td></table>&<o:p></o:p>'
  const stored = await kept(word)
  expect(stored).not.toMatch(/<(?!\/?[bius]>)/)
  expect(stored).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(await kept('{{Not a field}} of a static phrase\ud800')).toMatch(/^{{Not a field}} of a static phrase/)
})

test('a phrase of 100,000 characters is refused with a readable message, and one of 20,000 is stored', async () => {
  const tooLong = 'A phrase can have at most 20,000 characters. Split it into several.'
  expect(await create(doctor, { key: 'long', phrase: 'x'.repeat(100_000) })).toMatchObject({
    status: 400,
    message: tooLong,
  })
  expect((await made(doctor, { key: 'long', phrase: 'long '.repeat(4_000) })).phrase.length).toBe(19_999)
})

test('a phrase that contains its own key is stored as plain text', async () => {
  expect((await made(doctor, { key: 'itself', phrase: 'insert itself and itself' })).phrase).toBe(
    'insert itself and itself',
  )
})

test('a mapping keeps only templates with a heading; with none of them the phrase is unrestricted [K2P-50, Q076]', async () => {
  const [one, two] = [await aTemplate(server, clinic, doctor.user.id), await aTemplate(server, clinic, doctor.user.id)]
  const none = { templateId: two, allHeadings: false, templateHeadings: [] }
  const body = { phrase: 'kept', restrictedToTemplates: true }
  const some = await made(doctor, {
    ...body,
    key: 'mapped',
    templateMapping: [{ templateId: one, allHeadings: true, templateHeadings: ['Plan'] }, none],
  })
  expect([some.restrictedToTemplates, some.templateMapping]).toEqual([
    true,
    [{ templateId: one, allHeadings: true, templateHeadings: ['Subjective', 'Plan'] }],
  ])
  for (const templateMapping of [[], [none]]) {
    const free = await made(doctor, { ...body, key: `free ${newId()}`, templateMapping })
    expect([free.restrictedToTemplates, free.templateMapping]).toEqual([false, []])
  }
})

test.each([
  ['an unknown template', async () => ({ templateId: newId(), templateHeadings: ['Plan'] })],
  [
    'an unknown heading',
    async () => ({ templateId: await aTemplate(server, clinic, doctor.user.id), templateHeadings: ['Plan', 'Diet'] }),
  ],
  [
    'a template of another author',
    async () => ({ templateId: await aTemplate(server, clinic, colleague.user.id), templateHeadings: ['Plan'] }),
  ],
])('a mapping to %s is refused with a readable message, and nothing is stored', async (_what, mapping) => {
  const templateMapping = [{ allHeadings: false, ...(await mapping()) }]
  const body = { key: 'unmapped', phrase: 'x', restrictedToTemplates: true, templateMapping }
  expect(await create(doctor, body)).toMatchObject({
    status: 422,
    message: 'One of the templates or headings you chose no longer exists. Choose again.',
  })
  expect(await keys(doctor, 'search=unmapped')).toEqual([])
})

test('a phrase whose template is deleted stays restricted and unusable, and is free once saved again [Q076]', async () => {
  const templateId = await aTemplate(server, clinic, doctor.user.id)
  const body = { key: 'orphan', phrase: 'kept', active: true, restrictedToTemplates: true }
  const templateMapping = [{ templateId, allHeadings: true, templateHeadings: [] }]
  const { id } = await made(doctor, { ...body, templateMapping })
  const inUse = async () => {
    const found = await server.doors.asSystem(
      'test',
      (work) => listActivePhrases(work, doctor.user.id, templateId),
      clinic.clinicId,
    )
    return found.filter((phrase) => phrase.id === id).map(({ headings }) => headings)
  }
  expect(await inUse()).toEqual([null])
  expect((await doctor.ask(`DELETE /clinic/authors/section-template/${templateId}`)).status).toBe(200)
  const [now] = (await list(doctor, 'type=active&search=orphan')).result
  expect([now!.restrictedToTemplates, now!.templateMapping]).toEqual([true, []])
  expect(await update(doctor, { ...body, id, templateMapping })).toMatchObject({ status: 422 })
  const saved = await update(doctor, { ...body, id, templateMapping: [] })
  expect(saved.result[0]!.restrictedToTemplates).toBe(false)
  expect(await inUse()).toEqual([null])
})

test('a list has 50 rows by key or the requested number, and answers how many there are [K2P-57, K2P-58, K2P-67]', async () => {
  const who = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  const names = Array.from({ length: 53 }, (_, n) => `Page ${String(n).padStart(2, '0')}`)
  for (const key of names.toReversed()) await aPhrase(server, clinic, who.user.id, { key, active: false, global: true })
  const first = await who.ask<CannedText>('GET /clinic/authors/canned-text?page=0&size=50&type=mine&search=page')
  expect([first.result.map(({ key }) => key), first.size]).toEqual([names.slice(0, 50), 53])
  const second = await who.ask<CannedText>('GET /clinic/authors/canned-text?page=1&type=mine&search=page')
  expect([second.result.map(({ key }) => key), second.size]).toEqual([names.slice(50), 53])
  const offered = await doctor.ask<CannedText>('GET /clinic/authors/canned-text?page=2&size=20&type=author&search=page')
  expect([offered.result.length, offered.size]).toEqual([13, 53])
})

test('a search matches every word in key or phrase without formatting, and answers success, result and size [K2P-66]', async () => {
  await made(doctor, { key: 'Chest clear', phrase: '<b>Lu</b>ngs &amp; Café, 50% better_now', active: true })
  const found = async (search: string) => keys(doctor, `scope=active&search=${encodeURIComponent(search)}`)
  for (const search of ['chest', 'LUNGS chest', 'cafe', '50%', 'r_n', 'lungs &'])
    expect(await found(search), search).toEqual(['Chest clear'])
  for (const search of ['chest nothing', '<b>', 'amp;', 'r%n']) expect(await found(search), search).toEqual([])
  expect(await list(doctor, 'type=active&search=lungs%20chest')).toMatchObject({
    success: true,
    size: 1,
    result: [{ key: 'Chest clear' }],
  })
  for (const key of ['Scoped mine 1', 'Scoped mine 2']) await made(doctor, { key, phrase: 'x' })
  await made(doctor, { key: 'Scoped active', phrase: 'x', active: true })
  await aPhrase(server, clinic, colleague.user.id, { key: 'Scoped author', global: true })
  for (const [scope, page, size, key] of [
    ['mine', 0, 2, 'Scoped mine 1'],
    ['mine', 1, 2, 'Scoped mine 2'],
    ['active', 0, 1, 'Scoped active'],
    ['author', 0, 1, 'Scoped author'],
  ] as const)
    expect(await list(doctor, `page=${page}&size=1&scope=${scope}&search=scoped`), key).toMatchObject({
      success: true,
      size,
      result: [{ key }],
    })
  expect(await list(doctor, 'type=others')).toMatchObject({
    status: 400,
    message: 'Use mine, active or author.',
  })
})

test('the phrases an author can use in a note are own ones before received ones, limited to headings of its template', async () => {
  const who = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  const templateId = await aTemplate(server, clinic, who.user.id, { headings: ['History  of Pain', 'Plan'] })
  const other = await aTemplate(server, clinic, who.user.id)
  const keptTo = (id: string, templateHeadings: string[]) => ({
    restrictedToTemplates: true,
    templateMapping: [{ templateId: id, allHeadings: templateHeadings.length === 0, templateHeadings }],
  })
  const phrases = { phrase: 'x', active: true }
  await made(who, { ...phrases, key: 'use anywhere' })
  await made(who, { ...phrases, key: 'use under', ...keptTo(templateId, ['history of pain']) })
  await made(who, { ...phrases, key: 'use in', ...keptTo(templateId, []) })
  await made(who, { ...phrases, key: 'use elsewhere', ...keptTo(other, []) })
  await made(who, { key: 'use not', phrase: 'x' })
  await made(who, { ...phrases, key: 'use twice', phrase: 'own' })
  await made(admin, { key: 'Use Twice', phrase: 'received', exportToOtherAuthors: true })
  await made(admin, { key: 'use received', phrase: 'received', exportToOtherAuthors: true })
  const aside = await made(admin, { key: 'use aside', phrase: 'received', exportToOtherAuthors: true })
  await who.ask(`PUT /clinic/authors/canned-text/in-active?cannedTextIds=${aside.id}`)
  const usable = (id: string | null) =>
    server.doors.asSystem(
      'test',
      async (work) =>
        (await listActivePhrases(work, who.user.id, id))
          .filter(({ key }) => key.startsWith('use'))
          .map(({ key, phrase, headings }) => [key, phrase, headings]),
      clinic.clinicId,
    )
  expect(await usable(templateId)).toEqual([
    ['use anywhere', 'x', null],
    ['use in', 'x', null],
    ['use received', 'received', null],
    ['use twice', 'own', null],
    ['use under', 'x', ['HISTORY OF PAIN']],
  ])
  expect((await usable(null)).map(([key]) => key)).toEqual(['use anywhere', 'use received', 'use twice'])
})

test('renaming a heading updates the phrases limited to it', async () => {
  const headings = ['Plan', 'Diet'].map((customUIHeading) => ({ customUIHeading, systemHeading: 'PLAN' }))
  const template = { templateName: 'Renames', templateDescription: 'd', sectionHeadings: headings }
  const [kept] = (
    await doctor.ask<{ id: string; sectionHeadings: { id: string }[] }>(
      'POST /clinic/authors/section-template',
      template,
    )
  ).result
  const templateMapping = [{ templateId: kept!.id, allHeadings: false, templateHeadings: ['Diet', 'Plan'] }]
  await made(doctor, { key: 'follows', phrase: 'x', restrictedToTemplates: true, templateMapping })
  const renamed = kept!.sectionHeadings.map(({ id }, place) => ({
    ...headings[1 - place]!,
    id,
    customUIHeading: ['Diet', 'Food'][place]!,
  }))
  await doctor.ask('PUT /clinic/authors/section-template', { ...template, id: kept!.id, sectionHeadings: renamed })
  expect((await list(doctor, 'search=follows')).result[0]!.templateMapping).toEqual([
    { templateId: kept!.id, allHeadings: false, templateHeadings: ['Diet', 'Food'] },
  ])
})

test('a copied phrase stays limited to those of its templates that the importer has, or to none', async () => {
  const shared = await aTemplate(server, clinic, null)
  const theirs = await aTemplate(server, clinic, colleague.user.id, { global: true })
  const both = [shared, theirs].map((templateId) => ({ templateId, allHeadings: true, templateHeadings: [] }))
  const { id } = await made(colleague, {
    key: 'kept copy',
    phrase: 'x',
    global: true,
    restrictedToTemplates: true,
    templateMapping: both,
  })
  const take = async () => {
    await doctor.ask(`POST /clinic/authors/canned-text/import?cannedTextIds=${id}&overRideExisting=true`)
    const [copy] = (await list(doctor, 'search=kept%20copy')).result
    expect(copy!.restrictedToTemplates).toBe(true)
    return copy!.templateMapping.map(({ templateId }) => templateId)
  }
  expect(await take()).toEqual([shared])
  await doctor.ask(`POST /clinic/authors/section-template/import?templateIds=${theirs}`)
  const { rows } = await server.owner.query<{ id: string }>('select id from section_templates where origin_id = $1', [
    theirs,
  ])
  expect(new Set(await take())).toEqual(new Set([shared, rows[0]!.id]))
})

test('whether a key alone inserts its phrase is a setting of the clinic, changed by its managers', async () => {
  const settings = '/clinic/authors/canned-text/settings'
  expect((await doctor.ask(`GET ${settings}`)).result).toEqual([{ keyAlone: false }])
  expect((await doctor.ask(`PUT ${settings}`, { keyAlone: true })).status).toBe(403)
  for (const keyAlone of [true, false, true])
    expect((await admin.ask(`PUT ${settings}`, { keyAlone })).result).toEqual([{ keyAlone }])
  expect((await doctor.ask(`GET ${settings}`)).result).toEqual([{ keyAlone: true }])
  const elsewhere = await aClinic(server, 'Valley Clinic')
  const isAlone = (clinicId: string) => server.doors.asSystem('test', keyAloneOf, clinicId)
  expect([await isAlone(clinic.clinicId), await isAlone(elsewhere.clinicId)]).toEqual([true, false])
})
