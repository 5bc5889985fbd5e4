import { type Patient, patientCalls as calls, patientRefusals } from '@dictara/contract/patients'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aClinic,
  aFacility,
  aJob,
  aPatient,
  aRosterEntry,
  signedIn,
  type TestClinic,
} from '../../testing/clinic.fixtures.ts'
import type { Work } from '../../platform/database/index.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { bringPatient } from './brought.ts'

let server: TestServer
let clinic: TestClinic
let annex: string
let doctor: TestClient
let admin: TestClient
let clinicAdmin: TestClient

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  annex = await aFacility(server, clinic.clinicId, { name: 'Annex' })
  const here = { facilityIds: [clinic.facilityId] }
  doctor = await signedIn(server, clinic.clinicId, here)
  admin = await signedIn(server, clinic.clinicId, { ...here, userType: 'admin' })
  clinicAdmin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
})
afterAll(() => server.close())

const greta = { firstName: 'Greta', lastName: 'Dubois', birthDate: '1971-03-05', gender: 'Female' } as const
type Input = Parameters<typeof body>[0]
const body = (
  more: Partial<Omit<Patient, 'gender' | 'facility'>> & { isAnother?: boolean; facilityId?: string } = {},
) => ({
  ...greta,
  facilityId: clinic.facilityId,
  ...more,
})
const add = (more: Input = {}, who = doctor) => who.call(calls.addPatient, { body: body(more) as never })
const added = async (more: Input = {}, who = doctor) => {
  const answer = await add(more, who)
  expect(answer.message).toBe('Patient added.')
  return answer.result[0]!
}
const list = async (searchValue: string, who = doctor, query = {}) =>
  (await who.call(calls.listPatients, { query: { searchValue, ...query } })).result
const namesOf = (patients: readonly Patient[]) => patients.map(({ firstName, lastName }) => `${firstName} ${lastName}`)

test('a doctor, an admin and a clinicAdmin can add a patient, who is then found by name, birth date and MRN [Q207]', async () => {
  const given = await added({ medicalRecordNumber: 'A-17', bedId: '101-A' })
  expect(given).toMatchObject({ ...greta, medicalRecordNumber: 'A-17', bedId: '101-A', source: 'MANUAL' })
  const [first, second] = [await added({ firstName: 'Hana' }, admin), await added({ firstName: 'Ida' }, clinicAdmin)]
  expect([first.medicalRecordNumber, second.medicalRecordNumber]).toEqual(['D000001', 'D000002'])
  for (const search of [
    'gre',
    'dubois greta',
    'Dubois, Greta',
    '03/05/1971 gre',
    '3/5/1971 gre',
    '1971-03-05 gre',
    'a-17',
    'gre a-1',
  ])
    expect(namesOf(await list(search)), search).toEqual(['Greta Dubois'])
  expect(namesOf(await list('dub'))).toEqual(['Greta Dubois', 'Hana Dubois', 'Ida Dubois'])
  expect(namesOf(await list('dub', doctor, { sortOrder: 'descend' }))).toEqual([
    'Ida Dubois',
    'Hana Dubois',
    'Greta Dubois',
  ])
  expect(await list('zzz')).toEqual([])
  const picked = await doctor.call(calls.searchPatients, {
    query: { facilityId: clinic.facilityId, searchValue: 'd000001' },
  })
  expect(picked.result).toMatchObject([{ firstName: 'Hana', lastNoteDate: null }])
})

test('adding a patient who looks like an existing one asks first, and adds them after confirmation [Q207]', async () => {
  const one = await added({ firstName: 'Léa', birthDate: '1980-01-02' })
  const again = await add({ firstName: 'lea', lastName: 'DUBOIS', birthDate: '1980-01-02' })
  expect([again.status, again.code]).toEqual([409, patientRefusals.looksAlike.code])
  expect(again.message).toBe(`Léa Dubois, born Jan 2, 1980, is already here with MRN ${one.medicalRecordNumber}.`)
  const another = await added({ firstName: 'Lea', birthDate: '1980-01-02', isAnother: true })
  expect(another.id).not.toBe(one.id)
  // Within a facility an MRN belongs to one patient, even with `isAnother`. At another facility it may be used again.
  const taken = await add({
    firstName: 'Max',
    medicalRecordNumber: one.medicalRecordNumber.toLowerCase(),
    isAnother: true,
  })
  expect([taken.status, taken.message]).toEqual([
    409,
    'This MRN belongs to Léa Dubois, born Jan 2, 1980, at the same facility.',
  ])
  await added({ firstName: 'Max', medicalRecordNumber: one.medicalRecordNumber, facilityId: annex }, clinicAdmin)
})

test('somebody of the same name whose date of birth is not known is asked about, too', async () => {
  const lea = { firstName: 'Léa', lastName: 'Dubois', medicalRecordNumber: 'K1', source: 'HL7' } as const
  const bring = (work: Work) => bringPatient(work, { ...lea, facilityId: clinic.facilityId })
  await server.doors.asSystem('task test', bring, clinic.clinicId)
  const again = await add({ firstName: 'lea' })
  expect([again.code, again.message]).toEqual([
    patientRefusals.looksAlike.code,
    'Léa Dubois, born on an unknown date, is already here with MRN K1.',
  ])
  const one = await added({ firstName: 'Lea', isAnother: true })
  const { message } = await add({ firstName: 'Lea' })
  expect(message, 'who has the same date of birth goes first').toContain(one.medicalRecordNumber)
})

test('people who add the same patient at the same time create it only once, and each generated number is used once [Q207]', async () => {
  const same = await Promise.all([doctor, admin, clinicAdmin, doctor].map((who) => add({ firstName: 'Once' }, who)))
  expect(same.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  const many = await Promise.all(Array.from({ length: 12 }, (_, at) => add({ firstName: `Many${'abcdefghijkl'[at]}` })))
  expect(new Set(many.map(({ result }) => result[0]!.medicalRecordNumber)).size).toBe(12)
  // A number that somebody entered by hand is skipped.
  const last = Number(
    many
      .map(({ result }) => result[0]!.medicalRecordNumber)
      .toSorted()
      .at(-1)!
      .slice(1),
  )
  await added({ firstName: 'Typed', medicalRecordNumber: `D${String(last + 1).padStart(6, '0')}` })
  expect((await added({ firstName: 'After' })).medicalRecordNumber).toBe(`D${String(last + 2).padStart(6, '0')}`)
})

test('names of one letter, with apostrophes, hyphens, 50 letters or right-to-left script are stored and found', async () => {
  for (const [lastName, search] of [
    ['O', 'o'],
    ['O’Brien', "o'brien"],
    ["D'Souza-Smith", 'smith'],
    ['Q'.repeat(50), 'QQQQQ'],
    ['בן־דוד'.replace('־', '-'), 'דוד'],
    ['محمد', 'محمد'],
  ] as const) {
    await added({ firstName: 'Nomi', lastName })
    expect(namesOf(await list(`nomi ${search}`)), lastName).toContain(`Nomi ${lastName}`)
  }
})

test('birth dates from 1900 to today are accepted; others, names with digits and an unknown sex get a readable message', async () => {
  const { rows } = await server.owner.query<{ today: string; tomorrow: string }>(
    `select to_char(now() at time zone time_zone, 'YYYY-MM-DD') as today, to_char(now() at time zone time_zone + interval '1 day', 'YYYY-MM-DD') as tomorrow
     from facilities where id = $1`,
    [clinic.facilityId],
  )
  const { today, tomorrow } = rows[0]!
  await added({ firstName: 'Baby', birthDate: today })
  await added({ firstName: 'Old', birthDate: '1900-01-01' })
  const wordsOf = async (more: object) => {
    const { success, message } = await add({ firstName: 'Refused', ...more })
    return success ? 'added' : message
  }
  expect(await wordsOf({ birthDate: tomorrow })).toBe(patientRefusals.bornInFuture.message)
  expect(await wordsOf({ birthDate: '1899-12-31' })).toBe(patientRefusals.bornTooEarly.message)
  expect(await wordsOf({ birthDate: '1990-02-30' })).toBe('This day doesn’t exist.')
  expect(await wordsOf({ lastName: '  ' })).toBe('Last Name is required')
  expect(await wordsOf({ lastName: '12' })).toBe('Please enter only alphabets')
  expect(await wordsOf({ medicalRecordNumber: '<b>' })).toContain('MRN')
  expect(await wordsOf({ gender: 'F' })).toContain('Choose the sex')
  expect(await list('refused')).toEqual([])
})

test('a patient can be edited by a person who saw the latest version, and is found by the new name', async () => {
  const one = await added({ firstName: 'Mia', bedId: '7' })
  const edit = (more: object, who = admin, id = one.id) =>
    who.call(calls.editPatient, { params: { id }, body: { ...greta, firstName: 'Mia', ...more } })
  const { result } = await edit({ firstName: 'Maya', medicalRecordNumber: 'M-1', version: one.version })
  expect(result).toMatchObject([{ firstName: 'Maya', medicalRecordNumber: 'M-1', bedId: null }])
  const late = await edit({ firstName: 'Mara', version: one.version })
  expect([late.status, (late.result as unknown as Patient[])[0]!.firstName]).toEqual([409, 'Maya'])
  expect(namesOf(await list('m-1'))).toEqual(['Maya Dubois'])
  expect(await list('mia')).toEqual([])
  await edit({ firstName: 'Maya', medicalRecordNumber: 'Quill' })
  expect(namesOf(await list('qui'))).toEqual(['Maya Dubois'])
  await edit({ firstName: 'Maya', medicalRecordNumber: 'M-1' })
  expect(await list('qui')).toEqual([])
  const other = await added({ firstName: 'Nora' })
  expect((await edit({ firstName: 'Nora', medicalRecordNumber: 'm-1' }, admin, other.id)).code).toBe(
    'patient-record-number-taken',
  )
})

test('a patient can move to another of the editor’s facilities with future visits, while jobs and past visits stay', async () => {
  const one = await added({ firstName: 'Moved', medicalRecordNumber: 'M-7' })
  const job = await aJob(server, clinic, { authorId: doctor.user.id, patientId: one.id })
  const visits = (day: string) => aRosterEntry(server, clinic, doctor.user.id, { patientId: one.id, day })
  await visits('2020-01-01')
  await visits('2099-01-01')
  const move = (who: TestClient, more = {}) =>
    who.call(calls.editPatient, {
      params: { id: one.id },
      body: { ...greta, firstName: 'Moved', facilityId: annex, ...more },
    })
  expect((await move(doctor)).status).toBe(404)
  await added({ firstName: 'Holder', medicalRecordNumber: 'm-7', facilityId: annex }, clinicAdmin)
  expect((await move(clinicAdmin)).code).toBe(patientRefusals.recordNumberTaken.code)
  const { result } = await move(clinicAdmin, { medicalRecordNumber: 'M-8' })
  expect(result).toMatchObject([{ facility: { facilityId: annex }, medicalRecordNumber: 'M-8' }])
  expect(await list('moved', doctor)).toEqual([])
  const { rows } = await server.owner.query(
    `select e.day, e.facility_id = $2 as moved, (select facility_id from jobs where id = $3) = $4 as job_stays
     from roster_entries e where patient_id = $1 order by day`,
    [one.id, annex, job, clinic.facilityId],
  )
  expect(rows).toMatchObject([
    { moved: false, job_stays: true },
    { moved: true, job_stays: true },
  ])
})

test('an admin of one facility can neither see nor change the patients of another', async () => {
  const one = await added({ firstName: 'Vera', facilityId: annex }, clinicAdmin)
  expect(await list('vera', admin)).toEqual([])
  expect(await list('vera', admin, { facilityIds: [annex] })).toEqual([])
  expect(namesOf(await list('vera', clinicAdmin, { facilityIds: [annex] }))).toEqual(['Vera Dubois'])
  expect((await add({ firstName: 'Wim', facilityId: annex }, admin)).status).toBe(404)
  expect((await admin.call(calls.deletePatient, { params: { id: one.id } })).status).toBe(404)
})

test('a patient from the EHR or HL7 is read-only, and the same MRN later completes one added by hand [Q207]', async () => {
  const one = await added({ firstName: 'Gretta', medicalRecordNumber: 'E-5', bedId: '12' })
  const brought = {
    ...greta,
    medicalRecordNumber: 'E-5',
    admissionDate: '2026-11-01',
    facilityId: clinic.facilityId,
    source: 'EHR' as const,
  }
  await server.doors.asSystem('test', (work) => bringPatient(work, brought), clinic.clinicId)
  const found = await list('e-5')
  expect(found).toMatchObject([{ id: one.id, firstName: 'Greta', bedId: '12', source: 'EHR' }])
  const edited = await doctor.call(calls.editPatient, { params: { id: one.id }, body: greta })
  expect([edited.status, edited.message]).toEqual([409, 'This patient comes from the EHR. Correct the details there.'])
  expect((await doctor.call(calls.deletePatient, { params: { id: one.id } })).status).toBe(409)
  await server.owner.query("update patients set source = 'HL7' where id = $1", [one.id])
  expect((await doctor.call(calls.editPatient, { params: { id: one.id }, body: greta })).message).toContain(
    'HL7 interface',
  )
})

test('an MRN added by hand while the EHR brings it becomes one patient, and the slower person sees a conflict', async () => {
  const { clinicId, facilityId } = clinic
  const rounds = ['R-1', 'R-2', 'R-3', 'R-4', 'R-5', 'R-6']
  for (const medicalRecordNumber of rounds) {
    const brought = { ...greta, medicalRecordNumber, facilityId, source: 'EHR' as const }
    const bring = () => server.doors.asSystem('test', (work) => bringPatient(work, brought), clinicId)
    const [{ status }] = await Promise.all([
      add({ firstName: 'Gretel', isAnother: true, medicalRecordNumber }),
      bring(),
    ])
    expect([200, 409]).toContain(status)
    expect(await list(medicalRecordNumber)).toMatchObject([{ firstName: 'Greta', source: 'EHR' }])
  }
})

test('a patient without dictations can be deleted, also from rosters; one with a job cannot', async () => {
  const one = await added({ firstName: 'Gone' })
  await aRosterEntry(server, clinic, doctor.user.id, { patientId: one.id })
  expect((await doctor.call(calls.deletePatient, { params: { id: one.id } })).message).toBe('Patient deleted.')
  expect(await list('gone')).toEqual([])
  const kept = await aPatient(server, clinic.clinicId, clinic.facilityId, { firstName: 'Kept' })
  await aJob(server, clinic, { authorId: doctor.user.id, patientId: kept })
  const refused = await doctor.call(calls.deletePatient, { params: { id: kept } })
  expect([refused.status, refused.message]).toEqual([409, patientRefusals.hasJobs.message])
})

test('reads and writes of patients are audited', async () => {
  const one = await added({ firstName: 'Seen' })
  await doctor.call(calls.editPatient, { params: { id: one.id }, body: { ...greta, firstName: 'Seen' } })
  await doctor.call(calls.deletePatient, { params: { id: one.id } })
  const { rows } = await server.owner.query<{ event: string; facility_id: string }>(
    'select event, facility_id from audit_events where patient_id = $1 order by event',
    [one.id],
  )
  expect(rows.map(({ event }) => event)).toEqual(['patient.added', 'patient.deleted', 'patient.edited'])
  expect(rows.every(({ facility_id }) => facility_id === clinic.facilityId)).toBe(true)
  const { rowCount } = await server.owner.query(
    "select from audit_events where event = 'patient.listed' and user_id = $1",
    [doctor.user.id],
  )
  expect(rowCount).toBeGreaterThan(0)
})

test('a list of more than 1,000 patients says so', async () => {
  const many = await aClinic(server, 'Many')
  const reader = await signedIn(server, many.clinicId, { userType: 'clinicAdmin' })
  await server.owner.query(
    `insert into patients (clinic_id, id, facility_id, medical_record_number, first_name, last_name, birth_date, gender)
     select $1, gen_random_uuid(), $2, 'N' || n, 'Ann', 'Lee', '1970-01-01', 'Female' from generate_series(1, 1100) n`,
    [many.clinicId, many.facilityId],
  )
  const first = await reader.call(calls.listPatients, { query: { size: 100 } })
  expect([first.result.length, first.size, first.sizeIsCapped]).toEqual([100, 1_000, true])
  const last = await reader.call(calls.listPatients, { query: { page: 11, size: 100 } })
  expect([last.result.length, last.size, last.sizeIsCapped]).toEqual([1, 1_101, undefined])
  expect((await reader.call(calls.listPatients, { query: { searchValue: 'n1100' } })).result).toHaveLength(1)
})
