import { deviceConfigurationCalls as calls, type EhrField } from '@dictara/contract/device-configuration'
import { facilityCalls } from '@dictara/contract/facilities'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OfferedField } from '../../gateways/ehr/index.ts'
import { aClinic, aFacility, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { type Exposed, exposedOf, withExposed } from './exposed-fields.ts'

let server: TestServer
let clinic: TestClinic
let annex: string
let clinicAdmin: TestClient
let admin: TestClient

const connect = (facilityId: string) =>
  server.owner.query("update facilities set ehr_type = 'demo' where id = $1", [facilityId])

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  annex = await aFacility(server, clinic.clinicId)
  await Promise.all([clinic.facilityId, annex].map(connect))
  clinicAdmin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
  admin = await signedIn(server, clinic.clinicId, { userType: 'admin', facilityIds: [clinic.facilityId] })
})
afterAll(() => server.close())

const addressOf = (action: string, facilityId = clinic.facilityId) => `/clinic/facility/${facilityId}/${action}`
const read = async (workType = 'Consultation', who = admin, facilityId = clinic.facilityId) => {
  const answer = await who.call(calls.listEhrFields, { params: { facilityId }, query: { workType } })
  expect(answer.status, answer.message).toBe(200)
  return { fields: answer.result, version: answer.version }
}
const save = (
  body: unknown,
  { version = 0, workType = 'Consultation', who = admin, facilityId = clinic.facilityId } = {},
) =>
  who.ask<EhrField>(
    `POST ${addressOf('save-ehr-fields', facilityId)}?workType=${encodeURIComponent(workType)}&version=${version}`,
    body,
  )
/** The tree with only these fields selected. Each is given by its path of names, such as `vitalSigns/heartRate`. */
const choose = (fields: readonly EhrField[], ...ways: string[]): EhrField[] =>
  fields.map((field) => {
    const within = ways.flatMap((way) => {
      const [first, ...rest] = way.split('/')
      return first === field.fieldName && rest.length > 0 ? rest.join('/') : []
    })
    const fieldValues = choose(field.fieldValues, ...within)
    const selected = fieldValues.length > 0 ? fieldValues.some((one) => one.selected) : ways.includes(field.fieldName)
    return { ...field, selected, fieldValues }
  })
const chosenIn = (fields: readonly EhrField[], above = ''): string[] =>
  fields.flatMap((field) => {
    const way = above + field.fieldName
    if (field.fieldValues.length > 0) return chosenIn(field.fieldValues, `${way}/`)
    return field.selected ? way : []
  })

test('the work types of a facility are answered at their documented address [SETT-22, SETT-23]', async () => {
  const answer = await admin.ask(`GET ${addressOf('work-types')}`)
  expect(answer).toMatchObject({ status: 200, result: [{ workTypes: ['Progress Note', 'Consultation'] }] })
  expect(Object.keys(answer.result[0]!)).toEqual(['workTypes', 'workType'])
})

test('the EHR fields are a tree of Strings and Options, with none selected at first [SETT-21, SETT-24]', async () => {
  const answer = await admin.ask<EhrField>(`GET ${addressOf('available-ehr-fields')}?workType=Consultation`)
  expect(answer.status).toBe(200)
  expect(answer.result.find(({ fieldName }) => fieldName === 'allergies')).toEqual({
    fieldName: 'allergies',
    fieldUIName: 'Allergies',
    fieldType: 'Option',
    selected: false,
    fieldValues: [
      ['allergen', 'Allergen'],
      ['reaction', 'Reaction'],
      ['severity', 'Severity'],
    ].map(([fieldName, fieldUIName]) => ({
      fieldName,
      fieldUIName,
      fieldType: 'String',
      selected: false,
      fieldValues: [],
    })),
  })
  expect(chosenIn(answer.result)).toEqual([])
  const withoutWorkType = await admin.ask<EhrField>(`GET ${addressOf('available-ehr-fields')}`)
  expect(withoutWorkType).toMatchObject({ status: 200, version: 0, result: answer.result })
})

test('fields saved for a work type are exposed for that work type and facility only [SETT-20, SETT-25, Q063]', async () => {
  const { fields } = await read()
  const tree = choose(fields, 'vitalSigns/heartRate', 'medications/route/oral', 'followUp')
  // The first save is sent without a version, as the requirements describe.
  const answer = await admin.ask<EhrField>(`POST ${addressOf('save-ehr-fields')}?workType=Consultation`, tree)
  expect(answer).toMatchObject({
    status: 200,
    success: true,
    message: 'EHR fields saved for Consultation.',
    version: 1,
    result: tree,
  })
  expect(await read()).toEqual({ fields: tree, version: 1 })
  expect(chosenIn((await read('Progress Note')).fields)).toEqual([])
  expect(chosenIn((await read('Consultation', clinicAdmin, annex)).fields)).toEqual([])
  // A save for another work type of the same facility changes nothing else.
  await save(choose(fields, 'disposition'), { workType: 'Progress Note', who: clinicAdmin })
  expect(chosenIn((await read('Progress Note')).fields)).toEqual(['disposition'])
  expect((await read()).fields).toEqual(tree)
  // Fields that are not sent are no longer exposed.
  expect((await save([], { version: 1 })).status).toBe(200)
  expect(await read()).toEqual({ fields, version: 2 })
  const { rows } = await server.owner.query(
    "select user_id, facility_id, detail from audit_events where event = 'facility.ehr-fields-set' order by id",
  )
  const event = { facility_id: clinic.facilityId, user_id: admin.user.id }
  expect(rows).toEqual([
    { ...event, detail: { workType: 'Consultation', fields: 3 } },
    { ...event, user_id: clinicAdmin.user.id, detail: { workType: 'Progress Note', fields: 1 } },
    { ...event, detail: { workType: 'Consultation', fields: 0 } },
  ])
})

test('of simultaneous saves of the same tree one succeeds and the others are refused, the first time and later [Q063]', async () => {
  for (const version of [0, 1]) {
    const { fields } = await read('Progress Note', clinicAdmin, annex)
    const answers = await Promise.all(
      ['followUp', 'disposition', 'followUp', 'vitalSigns/weight'].map((way) =>
        save(choose(fields, way), { version, workType: 'Progress Note', who: clinicAdmin, facilityId: annex }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const taken = answers.find(({ status }) => status === 200)!
    expect(await read('Progress Note', clinicAdmin, annex)).toEqual({ fields: taken.result, version: version + 1 })
    expect(answers.find(({ status }) => status === 409)!.message).toContain('Someone else has changed this')
  }
})

test('an admin configures linked facilities and a clinicAdmin all of the clinic; other people configure none', async () => {
  const doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  const elsewhere = await aClinic(server, 'Valley Clinic')
  const asked = async (who: TestClient, facilityId: string) => [
    (await who.ask(`GET ${addressOf('available-ehr-fields', facilityId)}`)).status,
    (await save([], { who, facilityId, workType: 'Consultation' })).status,
  ]
  expect(await asked(doctor, clinic.facilityId)).toEqual([403, 403])
  expect(await asked(admin, annex)).toEqual([404, 404])
  expect(await asked(clinicAdmin, elsewhere.facilityId)).toEqual([404, 404])
  expect(await asked(clinicAdmin, annex)).toEqual([200, 200])
})

test('a disabled facility, an unused work type and a facility without an EHR each get a readable message', async () => {
  const closed = await aFacility(server, clinic.clinicId, { isEnabled: false })
  const bare = await aFacility(server, clinic.clinicId, { name: 'Bare' })
  await connect(closed)
  const disabled = 'This facility is disabled. Enable it to choose its fields.'
  expect(await clinicAdmin.ask(`GET ${addressOf('available-ehr-fields', closed)}`)).toMatchObject({
    status: 422,
    message: disabled,
  })
  expect(await save([], { who: clinicAdmin, facilityId: closed })).toMatchObject({ status: 422, message: disabled })
  const unused = 'This facility doesn’t use that work type. Choose another one.'
  expect(await save([], { workType: 'Letter' })).toMatchObject({ status: 422, message: unused })
  expect(await admin.ask(`GET ${addressOf('available-ehr-fields')}?workType=Letter`)).toMatchObject({ message: unused })
  expect((await read('Consultation', clinicAdmin, bare)).fields).toEqual([])
  const { fields } = await read()
  expect(await save(choose(fields, 'followUp'), { who: clinicAdmin, facilityId: bare })).toMatchObject({
    status: 422,
    message: 'This facility’s EHR has no field “Chief Complaint”. Reload the page.',
  })
})

const leaf = { fieldName: 'followUp', fieldUIName: 'Follow-up', fieldType: 'String', selected: true, fieldValues: [] }
const vitalSigns = { ...leaf, fieldName: 'vitalSigns', fieldUIName: 'Vital Signs', fieldType: 'Option' }
const nested = (levels: number): object => ({ ...leaf, fieldValues: levels > 1 ? [nested(levels - 1)] : [] })

test.each([
  ['a value that is not a list', leaf, 400, 'Check what you entered'],
  ['a name', ['followUp'], 400, 'Check what you entered'],
  ['a field without values', [{ ...leaf, fieldValues: undefined }], 400, 'Check what you entered'],
  ['a field with an extra property', [{ ...leaf, isSecret: true }], 400, 'Check what you entered'],
  ['a selection that is not a boolean', [{ ...leaf, selected: 'yes' }], 400, 'A field’s selected is true or false.'],
  ['an unknown type', [{ ...leaf, fieldType: 'Number' }], 400, 'A field’s type is String or Option.'],
  ['5,000 fields', Array.from({ length: 5000 }, () => leaf), 400, 'Save at most 1000 fields at once.'],
  ['5,000 values', [{ ...vitalSigns, fieldValues: Array(5000).fill(leaf) }], 400, 'Save at most 1000 fields at once.'],
  ['five levels', [nested(5)], 400, 'Fields can be nested 4 levels deep at most.'],
  ['1,000 levels', [nested(1000)], 400, 'Fields can be nested 4 levels deep at most.'],
  ['an unknown field', [{ ...leaf, fieldName: 'nothing' }], 422, 'has no field “Follow-up”'],
  ['the field name __proto__', [{ ...leaf, fieldName: '__proto__' }], 422, 'has no field “Follow-up”'],
  ['a field in the wrong place', [{ ...vitalSigns, fieldValues: [leaf] }], 422, 'has no field “Follow-up”'],
  ['a duplicate field', [leaf, leaf], 422, 'The field “Follow-up” is listed twice.'],
  ['a String sent as an Option', [{ ...leaf, fieldType: 'Option' }], 422, 'The field “Follow-up” has another type'],
  ['a selected value in an unselected field', [vitalSigns], 422, 'must be selected if one of its values is'],
])('%s is refused with a readable message, and nothing is stored', async (_what, body, status, message) => {
  const before = await read()
  const answer = await save(body, { version: before.version })
  expect(answer.status).toBe(status)
  expect(answer.message).toContain(message)
  expect(await read()).toEqual(before)
})

test('a saved field that the EHR no longer has is not exposed, and the fields saved beside it remain', async () => {
  const { version } = await read()
  const exposed: Exposed[] = [
    { name: 'gone', values: [] },
    { name: 'vitalSigns', values: [{ name: 'gone', values: [] }] },
    { name: 'followUp', values: [] },
  ]
  await server.owner.query('update device_configurations set exposed = $1 where facility_id = $2 and work_type = $3', [
    JSON.stringify(exposed),
    clinic.facilityId,
    'Consultation',
  ])
  const seen = await read()
  expect(chosenIn(seen.fields)).toEqual(['followUp'])
  expect(await save(seen.fields, { version })).toMatchObject({ status: 200, result: seen.fields })
})

const offeredFields: fc.Arbitrary<OfferedField[]> = fc.letrec<{ fields: OfferedField[]; field: OfferedField }>(
  (tie) => ({
    fields: fc.uniqueArray(tie('field'), { maxLength: 5, selector: ({ fieldName }) => fieldName }),
    field: fc
      .record({
        fieldName: fc.oneof(
          fc.string({ minLength: 1, maxLength: 4 }),
          fc.constantFrom('__proto__', 'constructor', '/'),
        ),
        fieldValues: fc.oneof({ maxDepth: 3, withCrossShrink: true }, fc.constant([]), tie('fields')),
      })
      .map(({ fieldName, fieldValues }) => ({
        fieldName,
        fieldUIName: fieldName,
        fieldType: fieldValues.length > 0 ? ('Option' as const) : ('String' as const),
        fieldValues,
      })),
  }),
).fields

test('any selection in any order loads as it was saved, and saves again unchanged', () => {
  fc.assert(
    fc.property(offeredFields, fc.infiniteStream(fc.boolean()), fc.boolean(), (offered, chance, isTurned) => {
      const chooseAny = (fields: readonly OfferedField[]): EhrField[] =>
        fields.map((field) => {
          const fieldValues = chooseAny(field.fieldValues)
          const selected = fieldValues.length > 0 ? fieldValues.some((one) => one.selected) : chance.next().value!
          return { ...field, selected, fieldValues }
        })
      const tree = chooseAny(offered)
      const exposed = exposedOf(offered, isTurned ? tree.toReversed() : tree)
      const kept = JSON.parse(JSON.stringify(exposed)) as Exposed[]
      expect(withExposed(offered, kept)).toEqual(tree)
      expect(exposedOf(offered, withExposed(offered, kept))).toEqual(exposed)
    }),
  )
})

test('the work types come from the facility’s own list [Q064]', async () => {
  await server.owner.query("insert into facility_work_types values ($1, $2, 'Letter', 2)", [clinic.clinicId, annex])
  const typesOf = async (facilityId: string) =>
    (await clinicAdmin.call(facilityCalls.listWorkTypes, { params: { facilityId } })).result[0]!.workTypes
  expect(await typesOf(annex)).toEqual(['Progress Note', 'Consultation', 'Letter'])
  expect(await typesOf(clinic.facilityId)).toEqual(['Progress Note', 'Consultation'])
  expect((await save([], { workType: 'Letter', who: clinicAdmin, facilityId: annex })).status).toBe(200)
})
