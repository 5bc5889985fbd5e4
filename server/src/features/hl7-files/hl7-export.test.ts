import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { hl7FileCalls as calls, type Hl7File, type Hl7FileType } from '@dictara/contract/hl7-files'
import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, aFacility, anHl7File, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { entryNames, zipOf } from './export-files.ts'
import { filesOf, imported, message, pid } from './hl7.fixtures.ts'
import { keepHl7File } from './index.ts'

let server: TestServer
let clinic: TestClinic
let admin: TestClient
const one = message('ADT^A01', [pid('E1')])
const two = message('ADT^A01', [pid('E2')])

beforeAll(async () => {
  server = await startTestServer({ tasks: ['import-hl7'] })
  clinic = await aClinic(server)
  await server.owner.query('update facilities set hl7_integration = true where id = $1', [clinic.facilityId])
  admin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin', firstName: 'Ada', lastName: 'Lee' })
  await imported(admin, clinic.clinicId, [
    ['ward/a.hl7', one],
    ['b.hl7', two],
  ])
  await imported(admin, clinic.clinicId, [['a.hl7', two]])
})
afterAll(() => server.close())

const ask = (what: string, body?: object, who = admin) => {
  const [method = '', path = ''] = what.split(' ')
  return who.raw(`/api/private/clinic/${clinic.clinicId}/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
}
const exported = async (body: object, who = admin, fileType: Hl7FileType = 'PATIENT') => {
  const response = await ask(`POST export-hl7-file?fileType=${fileType}`, body, who)
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { response, bytes, files: response.ok ? unzipSync(bytes) : {} }
}

test('GET hl7-files answers result and size with the fields of a file, and can be searched, sorted and paged [HL7-09, HL7-15]', async () => {
  const list = async (query: string) =>
    (await (await ask(`GET hl7-files?fileType=PATIENT&${query}`)).json()) as { size: number; result: Hl7File[] }
  const all = await list('page=0&size=2&sortKey=fileName&sortOrder=ascend')
  expect(all).toMatchObject({ size: 3, result: [{ fileName: 'a.hl7' }, { fileName: 'a.hl7' }] })
  const { result: rest } = await list('page=1&size=2&sortKey=fileName&sortOrder=ascend')
  expect(rest.map(({ fileName }) => fileName)).toEqual(['b.hl7'])
  expect((await list('searchValue=B.HL&page=0&size=10')).result).toEqual([
    {
      id: expect.any(String) as string,
      fileName: 'b.hl7',
      fileSize: two.length,
      fileType: 'PATIENT',
      uploadedTime: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      uploadedBy: 'Ada Lee',
      noOfTimesExported: 0,
      fileExportDataList: [],
      isWaiting: false,
      problem: null,
      job: null,
      timeZone: 'America/New_York',
      messages: { applied: 1, known: 0, nothing: 0, refused: 0 },
    },
  ])
})

test('POST export-hl7-file answers hl7.zip with the original files, and records who exported when and why [HL7-16, HL7-14, Q149]', async () => {
  const { response, files } = await exported({ comment: 'For the auditor', fileNames: ['a.hl7', 'b.hl7'] })
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="hl7.zip"')
  const texts = Object.entries(files).map(([name, bytes]): [string, string] => [name, strFromU8(bytes)])
  expect(Object.fromEntries(texts)).toEqual({ 'a.hl7': two, 'a (2).hl7': one, 'b.hl7': two })
  const [newest] = await filesOf(admin, clinic.clinicId, 'PATIENT', { searchValue: 'a.hl7' })
  expect((await exported({ fileNames: ['a.hl7'], fileIds: [newest!.id] })).files).toEqual({
    'a.hl7': expect.anything() as Uint8Array,
  })
  const [again] = await filesOf(admin, clinic.clinicId, 'PATIENT', { searchValue: 'a.hl7' })
  expect(again).toMatchObject({
    noOfTimesExported: 2,
    fileExportDataList: [
      { comment: '' },
      {
        exportedBy: 'Ada Lee',
        exportedTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/) as string,
        comment: 'For the auditor',
      },
    ],
  })
  const { rowCount } = await server.owner.query(
    "select from audit_events where event = 'hl7.exported' and user_id = $1",
    [admin.user.id],
  )
  expect(rowCount).toBe(2)
})

test('files of each type can be exported from the list of that type only [HL7-16]', async () => {
  const note = message('MDM^T02', [pid('E1'), 'TXA|1'])
  const visit = message('SIU^S12', ['SCH|T1', pid('E1')])
  await imported(admin, clinic.clinicId, [
    ['note.hl7', note],
    ['visit.hl7', visit],
  ])
  for (const [fileType, name, text] of [
    ['DICTATION', 'note.hl7', note],
    ['CALENDAR', 'visit.hl7', visit],
  ] as const) {
    const { files } = await exported({ fileNames: [name] }, admin, fileType)
    expect(Object.entries(files).map(([of, bytes]) => [of, strFromU8(bytes)])).toEqual([[name, text]])
    expect((await exported({ fileNames: [name] })).response.status).toBe(404)
  }
})

test('an export needs files, all of the caller’s facilities; otherwise nothing is exported or counted [HL7-12]', async () => {
  const other = await aClinic(server, 'Other')
  const stranger = await signedIn(server, other.clinicId, { userType: 'clinicAdmin' })
  const theirs = await anHl7File(server, other, stranger.user.id, 'c.hl7')
  const statusOf = async (body: object, who = admin) => (await exported(body, who)).response.status
  expect(await statusOf({ fileNames: [] })).toBe(422)
  expect(await statusOf({ fileNames: ['b.hl7', 'c.hl7'] })).toBe(404)
  expect(await statusOf({ fileNames: ['b.hl7'], fileIds: [theirs] })).toBe(404)
  expect(await statusOf({ fileNames: ['b.hl7'] }, stranger)).toBe(404)
  const annex = await aFacility(server, clinic.clinicId, { name: 'Annex' })
  await server.owner.query('update facilities set hl7_integration = true where id = $1', [annex])
  const bound = await signedIn(server, clinic.clinicId, { userType: 'admin', facilityIds: [annex] })
  expect(await statusOf({ fileNames: ['b.hl7'] }, bound)).toBe(404)
  expect(await filesOf(bound, clinic.clinicId, 'PATIENT')).toEqual([])
  expect((await filesOf(admin, clinic.clinicId, 'PATIENT', { searchValue: 'b.hl7' }))[0]!.noOfTimesExported).toBe(1)
})

test('names in the zip stay in one folder, are valid on every file system, and are unique (control S55)', () => {
  expect(entryNames(['../../etc/passwd.hl7', 'A.hl7', 'a.hl7', 'con.hl7', '.hl7', 'x:y?.hl7 '])).toEqual([
    '__.._etc_passwd.hl7',
    'A.hl7',
    'a (2).hl7',
    '_con.hl7',
    '_hl7',
    'x_y_.hl7_',
  ])
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 6 }), (names) => {
      const entries = entryNames(names)
      expect(new Set(entries.map((entry) => entry.toLowerCase())).size).toBe(names.length)
      for (const entry of entries) expect(entry).toMatch(/^(?!\.)[^\p{Cc}/\\:]+$/u)
    }),
  )
})

test('a file written by Dictara is listed as Dictara’s, and exported unchanged, short or long [Q150]', async () => {
  const short = Buffer.from(message('MDM^T02', [pid('E1')]))
  const long = Buffer.from(message('MDM^T02', [pid('E1'), `OBX|1|TX|||${'long '.repeat(20_000)}`]))
  const file = { facilityId: clinic.facilityId, fileType: 'DICTATION' as const }
  await server.doors.asSystem(
    'test',
    async (work) => {
      await keepHl7File(work, server.app.blobs, { ...file, fileName: '000013.hl7', bytes: short })
      await keepHl7File(work, server.app.blobs, { ...file, fileName: '000014.hl7', bytes: long })
    },
    clinic.clinicId,
  )
  expect(await filesOf(admin, clinic.clinicId, 'DICTATION', { searchValue: '000013' })).toMatchObject([
    { fileName: '000013.hl7', uploadedBy: 'Dictara', fileSize: short.length, isWaiting: false },
  ])
  const body = { comment: '', fileNames: ['000013.hl7', '000014.hl7'] }
  const { files } = await exported(body, admin, 'DICTATION')
  expect(
    Object.entries(files).map(([name, bytes]) => [
      name,
      Buffer.from(bytes).equals(name === '000013.hl7' ? short : long),
    ]),
  ).toEqual([
    ['000013.hl7', true],
    ['000014.hl7', true],
  ])
  expect(
    (
      await admin.call(calls.listHl7Files, {
        params: { clinicId: clinic.clinicId },
        query: { fileType: 'DICTATION', searchValue: 'nothing' },
      })
    ).result,
  ).toEqual([])
})

test('an export aborted by its reader closes the file being read, and reads no other', async () => {
  const events: string[] = []
  const blobs = {
    async *read(id: string) {
      events.push(`open ${id}`)
      try {
        for (;;) yield randomBytes(65_536)
      } finally {
        events.push(`close ${id}`)
      }
    },
  }
  const entries = ['a', 'b'].map((name) => ({
    name: `${name}.hl7`,
    content: null,
    blobId: name,
    uploadedAt: new Date(),
  }))
  const out = Readable.from(zipOf(blobs, entries))
  await once(out, 'readable')
  out.destroy()
  await once(out, 'close')
  expect(events).toEqual(['open a', 'close a'])
})
