import type { SectionTemplate } from '@dictara/contract/templates'
import { jobCalls } from '@dictara/contract/jobs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aClinic,
  aDictionaryTemplate,
  aJob,
  aPhrase,
  aTemplate,
  signedIn,
  type TestClinic,
} from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newId } from '../../platform/ids.ts'
import { getTemplate, listActiveTemplates, listTemplateHeadings, mayUseTemplate, systemHeadings } from './index.ts'

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

const create = (who: TestClient, body: object) =>
  who.ask<SectionTemplate>('POST /clinic/authors/section-template', body)
const made = async (who: TestClient, body: object) => {
  const { result, message } = await create(who, body)
  expect(message).toBe('Success')
  return result[0]!
}
const update = (who: TestClient, body: object) => who.ask<SectionTemplate>('PUT /clinic/authors/section-template', body)
const list = (who: TestClient, query: string) =>
  who.ask<SectionTemplate>(`GET /clinic/authors/section-template?${query}`)
const names = async (who: TestClient, query: string) =>
  (await list(who, query)).result.map(({ templateName }) => templateName)
const asSystem = <T>(run: Parameters<TestServer['doors']['asSystem']>[1]) =>
  server.doors.asSystem('test', run, clinic.clinicId) as Promise<T>

const heading = (customUIHeading: string, more: object = {}) => ({ customUIHeading, systemHeading: 'PLAN', ...more })
const aBody = (templateName: string, more: object = {}) => ({
  templateName,
  templateDescription: 'A short visit',
  sectionHeadings: [heading('Plan')],
  ...more,
})

test('a template can be added with all its fields and changed by its id, and is returned as stored [TMPL-13, TMPL-45, TMPL-46]', async () => {
  const phraseId = await aPhrase(server, clinic, doctor.user.id)
  const sent = {
    templateName: 'Clinic Visit',
    templateDescription: 'A short visit',
    sectionHeadings: [heading('Plan'), heading('Subjective', { systemHeading: 'SUBJECTIVE' })],
    cannedTextsWithHeadings: [
      { cannedTextId: phraseId, headings: ['Plan'] },
      // An unknown phrase, for example one deleted meanwhile, is not linked.
      { cannedTextId: newId(), headings: ['Plan'] },
    ],
    global: true,
    active: true,
    exportToOtherAuthors: false,
    required: true,
    defaultValue: 'none <script>',
    keytophraseEnabled: true,
    templateDrivenFlowEnabled: true,
  }
  const template = await made(doctor, sent)
  expect(template).toEqual({
    ...sent,
    id: expect.any(String),
    defaultValue: 'none &lt;script&gt;',
    sectionHeadings: sent.sectionHeadings.map((one) => ({
      ...one,
      id: expect.any(String),
      description: '',
      defaultValue: '',
      required: false,
      appendToDefault: false,
    })),
    cannedTextsWithHeadings: [{ cannedTextId: phraseId, headings: ['Plan'] }],
    editable: true,
    author: { doctorName: 'Dora Doe' },
    conflict: false,
    version: 0,
  })
  const [plan, subjective] = [template.sectionHeadings[0]!, template.sectionHeadings[1]!]
  const changed = await update(doctor, {
    ...sent,
    id: template.id,
    templateName: 'Changed Visit',
    sectionHeadings: [subjective, heading('Diet'), plan],
    cannedTextsWithHeadings: [],
    global: false,
    templateDrivenFlowEnabled: false,
  })
  expect(changed.result).toMatchObject([
    { id: template.id, templateName: 'Changed Visit', global: false, templateDrivenFlowEnabled: false, version: 1 },
  ])
  // Existing headings keep their ids, and all are in the order sent.
  const [first, second, third] = changed.result[0]!.sectionHeadings
  expect([first!.id, third!.id]).toEqual([subjective.id, plan.id])
  expect([plan.id, subjective.id]).not.toContain(second!.id)
  expect(changed.result[0]!.cannedTextsWithHeadings).toEqual([])
  expect((await doctor.ask(`GET /clinic/authors/section-template/${template.id}`)).result).toEqual(changed.result)
  expect((await colleague.ask(`GET /clinic/authors/section-template/${template.id}`)).status).toBe(404)
})

test('a heading stores its text as written, its section, tooltip, default text and switches [TMPL-14]', async () => {
  const sent = {
    customUIHeading: ' What we Do ',
    systemHeading: 'plan',
    description: 'Line one\nline two',
    defaultValue: '<p><strong>Rest</strong></p><p>and <i>water</i><img src=x></p>',
    required: true,
    appendToDefault: true,
  }
  const [kept] = (await made(doctor, aBody('Heading fields', { sectionHeadings: [sent] }))).sectionHeadings
  expect(kept).toEqual({
    ...sent,
    id: expect.any(String),
    customUIHeading: 'What we Do',
    systemHeading: 'PLAN',
    defaultValue: '<b>Rest</b>\nand <i>water</i>&lt;img src=x&gt;',
  })
})

test('a template can be moved between the collection and active use, and can be offered to others [TMPL-15, TMPL-47, TMPL-51]', async () => {
  const { id } = await made(doctor, aBody('Mover', { global: true }))
  const places = async (who: TestClient) => [
    await names(who, 'type=mine&search=mover'),
    await names(who, 'type=active&search=mover'),
    await names(who, 'type=author&search=mover'),
  ]
  expect(await places(doctor)).toEqual([['Mover'], [], []])
  expect(await places(colleague)).toEqual([[], [], ['Mover']])
  expect((await doctor.ask(`PUT /clinic/authors/section-template/active?templateIds=${id}`)).status).toBe(200)
  expect(await places(doctor)).toEqual([[], ['Mover'], []])
  expect((await doctor.ask(`PUT /clinic/authors/section-template/in-active?templateIds=${id}`)).status).toBe(200)
  expect(await places(doctor)).toEqual([['Mover'], [], []])
})

test('a doctor can add, change, activate, put aside and delete templates in a collection that nobody else has [TMPL-55]', async () => {
  const { id } = await made(doctor, aBody('Personal'))
  const theirs = async (who: TestClient) => [
    ...(await names(who, 'type=mine&search=personal')),
    ...(await names(who, 'type=active&search=personal')),
    ...(await names(who, 'type=author&search=personal')),
  ]
  expect((await update(doctor, { id, ...aBody('Personal visit') })).status).toBe(200)
  for (const place of ['active', 'in-active']) {
    expect((await doctor.ask(`PUT /clinic/authors/section-template/${place}?templateIds=${id}`)).status).toBe(200)
    expect(await theirs(doctor)).toEqual(['Personal visit'])
    expect([await theirs(colleague), await theirs(admin)]).toEqual([[], []])
  }
  expect((await doctor.ask(`DELETE /clinic/authors/section-template?templateIds=${id}`)).status).toBe(200)
  expect(await theirs(doctor)).toEqual([])
})

test('an author can delete their own templates from either list [TMPL-41, TMPL-59]', async () => {
  const aside = await made(doctor, aBody('Gone one'))
  const used = await made(doctor, aBody('Gone two', { active: true, global: true }))
  for (const { id } of [aside, used])
    expect((await doctor.ask(`DELETE /clinic/authors/section-template/${id}`)).status).toBe(200)
  for (const type of ['mine', 'active']) expect(await names(doctor, `type=${type}&search=gone`)).toEqual([])
  expect(await names(colleague, 'type=author&search=gone')).toEqual([])
  // The name can be used again.
  expect((await create(doctor, aBody('Gone one'))).status).toBe(200)
})

test('one template is deleted at its address and several by their ids, and a missing one is reported [TMPL-48, TMPL-49]', async () => {
  const [one, two, three] = [
    await made(doctor, aBody('Del 1')),
    await made(doctor, aBody('Del 2')),
    await made(doctor, aBody('Del 3')),
  ]
  expect((await doctor.ask(`DELETE /clinic/authors/section-template/${one.id}`)).status).toBe(200)
  expect(await names(doctor, 'type=mine&search=del')).toEqual(['Del 2', 'Del 3'])
  expect((await doctor.ask(`DELETE /clinic/authors/section-template/${one.id}`)).code).toBe('item-gone')
  expect((await doctor.ask(`DELETE /clinic/authors/section-template?templateIds=${two.id},${three.id}`)).status).toBe(
    200,
  )
  expect(await names(doctor, 'type=mine&search=del')).toEqual([])
})

test('a person who is not a manager can change and delete only their own, and managers also those of the clinic [TMPL-60, Q065, Q066]', async () => {
  const theirs = await aTemplate(server, clinic, colleague.user.id, { name: 'Theirs', global: true })
  const ofClinic = await aTemplate(server, clinic, null, { name: 'Of the clinic' })
  for (const id of [theirs, ofClinic])
    expect(await update(doctor, { id, ...aBody('Mine now') })).toMatchObject({
      status: 403,
      message: 'Action Denied: This item is not editable.',
    })
  expect((await list(doctor, 'type=active&search=clinic')).result).toMatchObject([
    { id: ofClinic, editable: false, author: null },
  ])
  expect((await doctor.ask(`DELETE /clinic/authors/section-template/${theirs}`)).status).toBe(403)
  expect((await doctor.ask(`DELETE /clinic/authors/section-template/${ofClinic}`)).status).toBe(200)
  expect(await names(doctor, 'type=active&search=clinic')).toEqual([])
  expect((await list(admin, 'type=active&search=clinic')).result).toMatchObject([{ editable: true }])
  expect((await update(admin, { id: theirs, ...aBody('Mine now') })).status).toBe(403)
  // A template of the clinic stays active for all users, even if the request leaves that out.
  expect((await update(admin, { id: ofClinic, ...aBody('Of the clinic 2', { active: true }) })).status).toBe(200)
  expect(await names(colleague, 'type=active&search=clinic')).toEqual(['Of the clinic 2'])
})

test('an import copies headings and settings into the collection or active use, and for all users only by a manager [TMPL-20, TMPL-53]', async () => {
  const body = aBody('Take one', {
    global: true,
    sectionHeadings: [heading('Plan', { required: true, defaultValue: 'Rest.' })],
  })
  const one = await made(colleague, body)
  const two = await aDictionaryTemplate(server, 'Take two')
  const import_ = (who: TestClient, query: string) => who.ask(`POST /clinic/authors/section-template/import?${query}`)
  expect(
    await import_(doctor, `overRideExisting=false&templateIds=${one.id},${two}&active=true&exportToOtherAuthors=true`),
  ).toMatchObject({ status: 200, message: '2 dictation templates were imported.' })
  const { result } = await list(doctor, 'type=active&search=take')
  expect(result).toMatchObject([
    {
      templateName: 'Take one',
      editable: true,
      exportToOtherAuthors: false,
      sectionHeadings: [{ customUIHeading: 'Plan', systemHeading: 'PLAN', defaultValue: 'Rest.', required: true }],
    },
    { templateName: 'Take two', sectionHeadings: [{ customUIHeading: 'Plan', systemHeading: 'PLAN', required: true }] },
  ])
  expect(result[0]!.sectionHeadings[0]!.id).not.toBe(one.sectionHeadings[0]!.id)
  expect((await import_(admin, `templateIds=${two}&exportToOtherAuthors=true`)).status).toBe(200)
  expect(await names(colleague, 'type=active&search=take%20two')).toEqual(['Take two'])
})

test('an import skips or replaces existing templates with the same name [TMPL-58]', async () => {
  const theirs = await made(colleague, aBody('Clash', { global: true, templateDescription: 'new' }))
  const other = await made(colleague, aBody('Clash not', { global: true, templateDescription: 'new' }))
  await made(doctor, aBody('CLASH', { templateDescription: 'old', active: true }))
  expect((await list(doctor, 'type=author&search=clash')).result.map(({ conflict }) => conflict)).toEqual([true, false])
  const mine = async () => [
    ...(await list(doctor, 'type=active&search=clash')).result.map(
      (one) => `${one.templateName}: ${one.templateDescription}`,
    ),
    ...(await list(doctor, 'type=mine&search=clash')).result.map(
      (one) => `${one.templateName}: ${one.templateDescription}`,
    ),
  ]
  await doctor.ask(
    `POST /clinic/authors/section-template/import?overRideExisting=false&templateIds=${theirs.id},${other.id}`,
  )
  expect(await mine()).toEqual(['CLASH: old', 'Clash not: new'])
  await doctor.ask(`POST /clinic/authors/section-template/import?overRideExisting=true&templateIds=${theirs.id}`)
  expect(await mine()).toEqual(['Clash: new', 'Clash not: new'])
})

const nameRule =
  'Please enter valid name.(Name must not exceed 250 characters and must not contain leading and trailing space)'
test.each([
  ['no name', 'TMPL-28', { templateName: '' }, 'Template Name is required'],
  ['no name at all', 'TMPL-28', { templateName: undefined }, 'Template Name is required'],
  ['a space before its name', 'TMPL-29', { templateName: ' Visit' }, nameRule],
  ['a space after its name', 'TMPL-29', { templateName: 'Visit ' }, nameRule],
  ['a name of 251 characters', 'TMPL-29', { templateName: 'n'.repeat(251) }, nameRule],
])('a template with %s is refused with a readable message [%s]', async (_what, _row, change, message) => {
  expect(await create(doctor, aBody('x', change))).toMatchObject({ status: 400, message })
})

const descriptionRule =
  'Please enter valid Description.(Description must not exceed 250 characters and must not contain leading and trailing space)'
test.each([
  ['no description', 'TMPL-31', { templateDescription: '' }, 'Template Description is required'],
  ['a space before its description', 'TMPL-32', { templateDescription: ' Visit' }, descriptionRule],
  ['a space after its description', 'TMPL-32', { templateDescription: 'Visit ' }, descriptionRule],
  ['a description of 251 characters', 'TMPL-32', { templateDescription: 'n'.repeat(251) }, descriptionRule],
])('a template with %s is refused with a readable message [%s]', async (_what, _row, change, message) => {
  expect(await create(doctor, aBody('x', change))).toMatchObject({ status: 400, message })
})

test('a name and a description of 250 characters are accepted [TMPL-29, TMPL-32]', async () => {
  const templateName = 'n'.repeat(250)
  const templateDescription = 'd'.repeat(250)
  expect(await made(doctor, aBody(templateName, { templateDescription }))).toMatchObject({
    templateName,
    templateDescription,
  })
})

const isRefused = async (one: object, status: number, message: string) => {
  expect(await create(doctor, aBody('x', { sectionHeadings: [heading('First'), one] }))).toMatchObject({
    status,
    message,
  })
  expect(await names(doctor, 'type=mine&search=x')).not.toContain('x')
}
test.each([
  ['a heading without text', 'TMPL-33', heading(' '), 'Section heading is mandatory'],
  ['a missing heading', 'TMPL-33', { systemHeading: 'PLAN' }, 'Section heading is mandatory'],
  ['no section', 'TMPL-34', { customUIHeading: 'Plan', systemHeading: '' }, 'Mapping value is mandatory'],
  ['a missing section', 'TMPL-34', { customUIHeading: 'Plan' }, 'Mapping value is mandatory'],
])('%s is refused with a readable message [%s]', (_what, _row, one, message) => isRefused(one, 400, message))

test.each([
  ['a heading of 251 characters', heading('h'.repeat(251)), 400, 'A heading may have at most 250 characters.'],
  [
    'an unknown section',
    heading('Plan', { systemHeading: 'WEATHER' }),
    422,
    'This system section doesn’t exist. Choose another one.',
  ],
] as const)('%s is refused with a readable message', (_what, one, status, message) => isRefused(one, status, message))

test.each([
  ['in another case', 'PLAN of care'],
  ['with other spaces', 'Plan  of\u00a0Care'],
  ['in another width', 'Ｐlan of Care'],
])('a duplicate heading, %s, is refused with a readable message [TMPL-35]', async (_what, twice) => {
  const sectionHeadings = [heading('Plan of Care'), heading('Diet'), heading(twice)]
  expect(await create(doctor, aBody('x', { sectionHeadings }))).toMatchObject({
    status: 422,
    message: 'Duplicate heading',
  })
})

test('a template has at least one and at most 200 headings [TMPL-36]', async () => {
  const headings = (count: number) => Array.from({ length: count }, (_, n) => heading(`Heading ${n}`))
  for (const sectionHeadings of [[], undefined])
    expect(await create(doctor, aBody('x', { sectionHeadings }))).toMatchObject({
      status: 400,
      message: 'Add atleast one section heading to save template',
    })
  expect((await create(doctor, aBody('x', { sectionHeadings: headings(201) }))).message).toBe(
    'A template may have at most 200 headings.',
  )
  const many = await made(doctor, aBody('Two hundred', { sectionHeadings: headings(200) }))
  expect(many.sectionHeadings.map(({ customUIHeading }) => customUIHeading)).toEqual(
    headings(200).map(({ customUIHeading }) => customUIHeading),
  )
})

test('the names of the system sections are listed [TMPL-44]', async () => {
  expect((await doctor.ask('GET /clinic/authors/section-template/system-headings')).result).toEqual(
    systemHeadings.map(({ name }) => name),
  )
})

test('a list has 50 rows by name, can be searched, and answers how many there are [TMPL-50, TMPL-52]', async () => {
  const who = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  const all = Array.from({ length: 52 }, (_, n) => `Page ${String(n).padStart(2, '0')}`)
  for (const name of all.toReversed()) await aTemplate(server, clinic, who.user.id, { name, headings: ['Plan'] })
  const first = await who.ask<SectionTemplate>(
    'GET /clinic/authors/section-template?scope=active&page=0&size=50&search=page',
  )
  expect(first).toMatchObject({ success: true, size: 52 })
  expect(first.result.map(({ templateName }) => templateName)).toEqual(all.slice(0, 50))
  const second = await who.ask<SectionTemplate>('GET /clinic/authors/section-template?type=active&page=1&search=page')
  expect(second.result.map(({ templateName }) => templateName)).toEqual(all.slice(50))
  const some = await who.ask<SectionTemplate>(
    'GET /clinic/authors/section-template?type=active&size=3&search=PAGE%2051',
  )
  expect([some.result.length, some.size]).toEqual([1, 1])
  expect((await who.ask('GET /clinic/authors/section-template')).size).toBe(0)
})

test('a job whose template is deleted or renamed keeps its headings and shows the new name', async () => {
  const template = await made(doctor, aBody('Under way', { active: true, sectionHeadings: [heading('My Plan')] }))
  const jobId = await aJob(server, clinic, { authorId: doctor.user.id, holderId: doctor.user.id })
  await server.owner.query('update jobs set template_id = $2 where id = $1', [jobId, template.id])
  const shown = async () => (await doctor.call(jobCalls.getJob, { params: { id: jobId } })).result[0]!.templates
  expect(
    (
      await update(doctor, {
        ...aBody('Under way 2', { active: true }),
        id: template.id,
        sectionHeadings: [heading('My Plan')],
      })
    ).status,
  ).toBe(200)
  expect(await shown()).toEqual([{ id: template.id, templateName: 'Under way 2' }])
  expect((await doctor.ask(`DELETE /clinic/authors/section-template/${template.id}`)).status).toBe(200)
  expect(await shown()).toEqual([{ id: template.id, templateName: 'Under way 2' }])
  expect(await asSystem((work) => listTemplateHeadings(work, template.id))).toEqual([
    { customUIHeading: 'My Plan', systemHeading: 'PLAN' },
  ])
  expect(await asSystem((work) => getTemplate(work, template.id))).toMatchObject({
    templateName: 'Under way 2',
    sectionHeadings: [{ customUIHeading: 'My Plan', required: false, defaultValue: '' }],
  })
  expect(await asSystem((work) => getTemplate(work, newId()))).toBeUndefined()
})

test('a dictation can use the templates that its author has, had or received, but not those of others', async () => {
  const pushed = await made(admin, aBody('For everybody', { exportToOtherAuthors: true }))
  const own = await aTemplate(server, clinic, doctor.user.id, { active: false })
  const theirs = await aTemplate(server, clinic, colleague.user.id, { global: true })
  const mayUse = (id: string) => asSystem<boolean>((work) => mayUseTemplate(work, doctor.user.id, id))
  expect([await mayUse(pushed.id), await mayUse(own), await mayUse(theirs), await mayUse(newId())]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect((await doctor.ask(`DELETE /clinic/authors/section-template/${own}`)).status).toBe(200)
  // A recording made offline with this template may still be sent later.
  expect(await mayUse(own)).toBe(true)
})

test('the templates offered for dictation are the author’s own active ones and received ones, with their headings', async () => {
  const who = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  await made(who, aBody('Use own', { active: true, templateDrivenFlowEnabled: true }))
  await made(who, aBody('Use not'))
  await made(admin, aBody('Use received', { exportToOtherAuthors: true }))
  const aside = await made(admin, aBody('Use aside', { exportToOtherAuthors: true }))
  await who.ask(`PUT /clinic/authors/section-template/in-active?templateIds=${aside.id}`)
  const found = await asSystem<{ templateName: string }[]>((work) => listActiveTemplates(work, who.user.id))
  expect(found.filter(({ templateName }) => templateName.startsWith('Use'))).toMatchObject([
    { templateName: 'Use own', templateDrivenFlowEnabled: true, sectionHeadings: [{ customUIHeading: 'Plan' }] },
    { templateName: 'Use received', templateDrivenFlowEnabled: false },
  ])
})
