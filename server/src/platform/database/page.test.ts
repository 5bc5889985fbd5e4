import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic } from '../../testing/clinic.fixtures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { page, type PageQuery } from './page.ts'

const names = ['Čapek', 'Müller, Ärztehaus', 'Muller', '100% Heart', '1000 Hearts', 'a_b', 'acb', 'back\\slash']
let server: TestServer
let clinicId: string

beforeAll(async () => {
  server = await startTestServer()
  ;({ clinicId } = await aClinic(server))
  for (const [index, name] of names.entries())
    await server.owner.query(
      `insert into patients (clinic_id, id, facility_id, medical_record_number, first_name, last_name, birth_date, gender, bed_id)
       select clinic_id, gen_random_uuid(), id, $2, '', $3, '1960-01-01', 'Female', $4 from facilities where clinic_id = $1 limit 1`,
      [clinicId, `${index}`, name, index < 4 ? 'A' : null],
    )
})
afterAll(() => server.close())

const list = (query: Partial<PageQuery<'number' | 'bed'>>) =>
  server.doors.asSystem(
    'task test',
    (work) => {
      const from = work.db.selectFrom('patients').where('clinicId', '=', clinicId)
      const all = {
        from: from.where('firstName', '=', ''),
        columns: (found: typeof from) => found.select(['lastName', 'createdAt']),
        search: ['lastName', 'bedId'],
        sort: { number: 'medicalRecordNumber', bed: 'bedId' },
        tie: 'medicalRecordNumber',
      } as const
      return page(work, { page: 0, size: 3, ...query }, all)
    },
    clinicId,
  )
const found = async (search: string) => (await list({ search, size: 100 })).result.map(({ lastName }) => lastName)

test('a page has its rows in order with the driver’s types and the size of the whole list, even past the end', async () => {
  const { result, size } = await list({})
  expect(result.map(({ lastName }) => lastName)).toEqual(names.slice(0, 3))
  expect(Object.keys(result[0]!)).toEqual(['lastName', 'createdAt'])
  expect(result[0]!.createdAt).toBeInstanceOf(Date)
  expect(size).toBe(names.length)
  expect((await list({ page: 2 })).result.map(({ lastName }) => lastName)).toEqual(names.slice(6))
  expect(await list({ page: 3 })).toEqual({ result: [], size: names.length })
  expect(await list({ search: 'nowhere' })).toEqual({ result: [], size: 0 })
})

test('a list can be sorted both ways, with empty values last and equal ones by a unique column', async () => {
  const inOrder = async (sortOrder: 'ascend' | 'descend') =>
    (await list({ size: 100, sortKey: 'bed', sortOrder })).result.map(({ lastName }) => names.indexOf(lastName))
  expect(await inOrder('ascend')).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(await inOrder('descend')).toEqual([3, 2, 1, 0, 7, 6, 5, 4])
})

test('a search finds every word anywhere in any of the columns, regardless of case and accents', async () => {
  expect(await found('MULLER')).toEqual(['Müller, Ärztehaus', 'Muller'])
  expect(await found('müller')).toEqual(['Müller, Ärztehaus', 'Muller'])
  expect(await found(' haus,  mül ')).toEqual(['Müller, Ärztehaus'])
  expect(await found('capek a')).toEqual(['Čapek'])
  expect(await found(',')).toEqual(names)
})

test('pattern characters are searched for literally', async () => {
  expect(await found('100%')).toEqual(['100% Heart'])
  expect(await found('a_b')).toEqual(['a_b'])
  expect(await found('k\\s')).toEqual(['back\\slash'])
})
