import { type ImportRow, importRefusals } from '@dictara/contract/imports'
import { patientCalls } from '@dictara/contract/patients'
import { mostPatients, patientColumns, patientsImportCalls as calls } from '@dictara/contract/patients-import'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aClinic, aFacility, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { Work } from '../../platform/database/index.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { bringPatient } from './brought.ts'

let server: TestServer
let clinic: TestClinic
let annex: string
let clinicAdmin: TestClient
let admin: TestClient
let doctor: TestClient

beforeAll(async () => {
  server = await startTestServer({ tasks: true })
})
beforeEach(async () => {
  clinic = await aClinic(server)
  annex = await aFacility(server, clinic.clinicId, { name: 'Annex' })
  const here = { facilityIds: [clinic.facilityId] }
  clinicAdmin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
  admin = await signedIn(server, clinic.clinicId, { ...here, userType: 'admin' })
  doctor = await signedIn(server, clinic.clinicId, here)
})
afterAll(() => server.close())

const head = patientColumns.join(',')
const main = 'Hill Clinic Main'
const fileOf = (...lines: string[]) => [head, ...lines].join('\r\n')
const preview = (text: string, who = doctor) =>
  who.call(calls.previewImport, {
    body: { fileName: 'patients.csv', content: Buffer.from(text).toString('base64') },
  })
const previewed = async (text: string, who = doctor) => {
  const answer = await preview(text, who)
  expect(answer.message).toBe('Success')
  return answer.result[0]!
}
const start = (id: string, who = doctor) => who.call(calls.startImport, { body: { id } })
const present = async (who = doctor, rows = false) => (await who.call(calls.getImport, { query: { rows } })).result[0]!
async function done(who = doctor) {
  await expect.poll(async () => (await present(who)).state, { timeout: 60_000 }).toBe('DONE')
  return present(who, true)
}
async function imported(text: string, who = doctor) {
  await start((await previewed(text, who)).id, who)
  return done(who)
}
const what = ({ rows }: { rows: ImportRow[] }) => rows.map(({ outcome, why }) => [outcome, why])
const list = async (searchValue: string, who = doctor) =>
  (await who.call(patientCalls.listPatients, { query: { searchValue } })).result

test('a file is previewed line by line without adding anyone; then valid rows are added, numbered if without MRN, and audited [Q207]', async () => {
  const text = fileOf('Greta,Dubois,1971-03-05,F,A-17,101-A,', 'Hana,Dubois,3/5/1971,female,,,hill clinic main')
  const found = await previewed(text)
  expect(found).toMatchObject({ state: 'PREVIEW', toAdd: 2, counts: { ADD: 2, HERE: 0, CANNOT: 0, ADDED: 0 } })
  expect(found.rows[1]).toEqual({
    line: 3,
    fullName: 'Hana Dubois',
    cells: ['1971-03-05', 'Female', '', '', 'hill clinic main'],
    outcome: 'ADD',
    why: '',
  })
  expect(await list('dubois')).toEqual([])
  for (const answer of await Promise.all([start(found.id), start(found.id)])) expect(answer.status).toBe(200)
  expect(what(await done())).toEqual([
    ['ADDED', ''],
    ['ADDED', ''],
  ])
  expect(await list('dubois')).toMatchObject([
    { firstName: 'Greta', medicalRecordNumber: 'A-17', bedId: '101-A', source: 'MANUAL', gender: 'Female' },
    { firstName: 'Hana', medicalRecordNumber: 'D000001', bedId: null, birthDate: '1971-03-05' },
  ])
  const { rows } = await server.owner.query<{ event: string; count: number }>(
    `select event, count(distinct coalesce(patient_id, id))::int as count from audit_events
     where user_id = $1 and event like 'patient%' and event <> 'patient.listed' group by event order by event`,
    [doctor.user.id],
  )
  expect(rows).toMatchObject([
    { event: 'patient.added', count: 2 },
    { event: 'patient.import-read' },
    { event: 'patients.imported', count: 1 },
  ])
})

test('a line that may be somebody whose date of birth is not known adds nobody, and says who', async () => {
  const who = { firstName: 'Greta', lastName: 'Dubois', medicalRecordNumber: 'K1', source: 'HL7' } as const
  const bring = (work: Work) => bringPatient(work, { ...who, facilityId: clinic.facilityId })
  await server.doors.asSystem('task test', bring, clinic.clinicId)
  const here = 'Greta Dubois, born on an unknown date, is already here with MRN K1.'
  const unclear = `${here} If this is somebody else, add them under Patients → New patient.`
  const lines = ['Greta,Dubois,1971-03-05,F,K1,,', 'Greta,Dubois,1971-03-06,F,K2,,', 'Greta,Dubois,1971-03-07,F,,,']
  expect(what(await previewed(fileOf(...lines)))).toEqual([
    ['HERE', here],
    ['CANNOT', unclear],
    ['CANNOT', unclear],
  ])
})

test('every mistake in a line is explained [Q207]', async () => {
  const result = await previewed(
    fileOf(
      ',R2D2,31/12/1980,Robot,=1+1,,Nowhere',
      'Ann,Lee,2999-01-01,F,,,',
      'Ann,Lee,1899-12-31,F,,,',
      'Ann,Lee,1990-02-30,F,,,',
      `Ann,${'x'.repeat(101)},1990-01-01,F,,,`,
      'Ann,Lee,,,,,',
      'Ann,Lee,1990-01-01,F,1,2,,too much',
    ),
  )
  expect(result.counts).toEqual({ ADD: 0, HERE: 0, CANNOT: 7, ADDED: 0 })
  expect(result.rows.map(({ why }) => why)).toEqual([
    [
      'MRN looks like a formula.',
      'First Name is required',
      'Please enter only alphabets',
      'Choose the sex: Female, Male, Other or Unknown.',
      'Use letters and digits in an MRN, with single signs between them.',
      '“31/12/1980” isn’t a date. Write it as 1980-12-31 or 12/31/1980.',
      'You have no facility called “nowhere”.',
    ].join(' · '),
    'The date of birth is in the future.',
    'The date of birth is before 1900.',
    '“1990-02-30” isn’t a date. Write it as 1980-12-31 or 12/31/1980.',
    'Last Name may have at most 100 characters.',
    'Choose the sex: Female, Male, Other or Unknown. · Date of Birth is required',
    'This line has more cells than the first one. Check its quotes and commas.',
  ])
})

test('names of one letter, with apostrophes, hyphens, 50 letters or right-to-left script are imported', async () => {
  const names = ['O', 'O’Brien', "D'Souza-Smith", 'Q'.repeat(50), 'בן-דוד', 'محمد']
  const { counts } = await imported(fileOf(...names.map((name) => `Nomi,${name},1990-01-01,Female,,,`)))
  expect(counts.ADDED).toBe(names.length)
  expect((await list('nomi')).map(({ lastName }) => lastName).toSorted()).toEqual(names.toSorted())
})

test('look-alikes in the file or the clinic are reported and not added twice, and an MRN is unique per facility only [Q207]', async () => {
  await imported(fileOf('Léa,Dubois,1980-01-02,F,E-1,,', 'Max,Berg,1981-01-02,M,,,'))
  const text = fileOf(
    'lea,DUBOIS,1/2/1980,F,e-1,,Hill Clinic Main',
    'Lea,Dubois,1980-01-02,F,,,Hill Clinic Main',
    'Lea,Dubois,1980-01-02,F,E-2,,Hill Clinic Main',
    'Somebody,Else,1980-01-02,F,E-1,,Hill Clinic Main',
    'Lea,Dubois,1980-01-02,F,E-1,,Annex',
    'New,One,1970-01-02,F,N-1,,Annex',
    'New,Two,1970-01-02,F,n-1,,Annex',
    'NEW,One,1970-01-02,F,,,Annex',
  )
  const born = 'Léa Dubois, born Jan 2, 1980,'
  expect(what(await previewed(text, clinicAdmin))).toEqual([
    ['HERE', `${born} is already here with MRN E-1.`],
    ['HERE', `${born} is already here with MRN E-1.`],
    [
      'CANNOT',
      `${born} is already here with MRN E-1. If this is somebody else, add them under Patients → New patient.`,
    ],
    ['CANNOT', 'Line 2 has the same MRN.'],
    ['ADD', ''],
    ['ADD', ''],
    ['CANNOT', 'Line 7 has the same MRN.'],
    [
      'CANNOT',
      'Line 7 has the same name and date of birth. If this is somebody else, add them under Patients → New patient.',
    ],
  ])
  const other = await previewed(fileOf('Somebody,Else,1980-01-02,F,E-1,,'))
  expect(what(other)).toEqual([['CANNOT', `This MRN belongs to ${born} at the same facility.`]])
})

test('facilities out of reach or of another clinic do not exist; with several, each line must name one', async () => {
  await aClinic(server, 'Far')
  const text = fileOf('Ann,Lee,1990-01-01,F,,,Annex', 'Bea,Lee,1990-01-01,F,,,Far Main', 'Cea,Lee,1990-01-01,F,,,')
  expect(what(await previewed(text, admin))).toEqual([
    ['CANNOT', 'You have no facility called “annex”.'],
    ['CANNOT', 'You have no facility called “far main”.'],
    ['ADD', ''],
  ])
  expect(what(await previewed(text, clinicAdmin))).toEqual([
    ['ADD', ''],
    ['CANNOT', 'You have no facility called “far main”.'],
    ['CANNOT', 'Facility is required'],
  ])
  const biller = await signedIn(server, clinic.clinicId, { userType: 'biller' })
  expect((await preview(text, biller)).status).toBe(403)
  // Each person sees only their own previews, and imports of people are separate.
  expect((await start((await present(admin)).id)).code).toBe(importRefusals.gone.code)
  expect((await clinicAdmin.ask('GET /clinic/people/import')).result).toEqual([])
})

test('an import reports a patient added and a facility disabled since the preview', async () => {
  const text = fileOf(`Ann,Lee,1990-01-01,F,,,${main}`, 'Bea,Lee,1990-01-01,F,,,Annex')
  const { id } = await previewed(text, clinicAdmin)
  await imported(fileOf('Ann,Lee,1990-01-01,F,,,'))
  await server.owner.query('update facilities set is_enabled = false where id = $1', [annex])
  await start(id, clinicAdmin)
  expect(what(await done(clinicAdmin))).toEqual([
    ['HERE', 'Ann Lee, born Jan 1, 1990, is already here with MRN D000001.'],
    ['CANNOT', 'This facility is disabled. Choose another one.'],
  ])
})

test('an interrupted import keeps what it added, and the same file again adds only the others and says so', async () => {
  const spelled = (n: number) => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  // One in ten has no MRN, one in a hundred has a wrong birth date.
  const lines = Array.from({ length: 2_000 }, (_, n) => {
    const day = n % 100 === 99 ? '1990-13-01' : '1990-01-01'
    return `Ann,Lee${spelled(n)},${day},F,${n % 10 === 0 ? '' : `R${n}`},,`
  })
  const text = fileOf(...lines)
  const found = await previewed(text)
  expect(found.counts).toEqual({ ADD: 1_980, HERE: 0, CANNOT: 20, ADDED: 0 })
  await start(found.id)
  // Interrupt the import by marking it done, so that the remaining rows are never added.
  await expect.poll(async () => (await present()).counts.ADDED, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
  await server.owner.query("update imports set state = 'DONE' where id = $1", [found.id])
  const { ADDED } = (await present()).counts
  expect(ADDED).toBeLessThan(1_980)
  const again = await previewed(text)
  expect(again.counts).toEqual({ ADD: 1_980 - ADDED, HERE: ADDED, CANNOT: 20, ADDED: 0 })
  await start(again.id)
  expect((await done()).counts).toEqual({ ADD: 0, HERE: ADDED, CANNOT: 20, ADDED: 1_980 - ADDED })
  const { rows } = await server.owner.query<{ patients: number; records: number; audited: number }>(
    `select count(*)::int as patients, count(distinct record_key)::int as records,
       (select count(distinct patient_id)::int from audit_events where event = 'patient.added' and clinic_id = $1) as audited
     from patients where clinic_id = $1 and last_name like 'Lee%'`,
    [clinic.clinicId],
  )
  expect(rows).toEqual([{ patients: 1_980, records: 1_980, audited: 1_980 }])
})

test('a file of 20,001 rows, or without the required columns, is refused with a readable message', async () => {
  const many = await preview(fileOf(...Array.from({ length: mostPatients + 1 }, () => 'A,B,1990-01-01,F,,,')))
  expect([many.status, many.message]).toEqual([
    422,
    'This file has more than 20,000 rows. Split it and import the parts.',
  ])
  const short = await preview('First Name,Last Name\nA,B')
  expect(short.message).toBe('The first line must name the columns, as in the template. Missing: Date of Birth, Sex.')
})
