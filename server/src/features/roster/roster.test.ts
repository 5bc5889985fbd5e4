import { patientCalls } from '@dictara/contract/patients'
import { rosterCalls as calls, type RosterEntry, rosterRefusals } from '@dictara/contract/roster'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  aClinic,
  aFacility,
  aJob,
  aPatient,
  aPerson,
  aRosterEntry,
  signedIn,
  type TestClinic,
} from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
let annex: string
let doctor: TestClient
let other: TestClient
let admin: TestClient
let clinicAdmin: TestClient
let biller: TestClient
let stranger: TestClient
/** A patient of the annex, to which the admin does not belong. */
let farPatient: string

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  annex = await aFacility(server, clinic.clinicId)
  farPatient = await aPatient(server, clinic.clinicId, annex, { firstName: 'Far' })
  const main = { facilityIds: [clinic.facilityId] }
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId, annex], lastName: 'Okafor' })
  other = await signedIn(server, clinic.clinicId, { facilityIds: [annex], lastName: 'Zhou' })
  admin = await signedIn(server, clinic.clinicId, { ...main, userType: 'admin' })
  clinicAdmin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
  biller = await signedIn(server, clinic.clinicId, { userType: 'biller' })
  await server.owner.query('update users set biller_id = $1 where id = $2', [biller.user.id, doctor.user.id])
  const elsewhere = await aClinic(server, 'Elsewhere')
  stranger = await signedIn(server, elsewhere.clinicId, { facilityIds: [elsewhere.facilityId] })
})
afterAll(() => server.close())
beforeEach(() => server.owner.query('delete from roster_entries'))

const base = '/clinic/doctor/patient-roster'
const dayMs = 86_400_000
const zone = 'America/New_York'
/** The date this many days from today at the facilities. */
const dayAfter = (days: number) => dayIn(Date.now() + days * dayMs, zone)
/** About noon of that day at the facilities, in Unix seconds, with or without daylight saving time. */
const noonAfter = (days: number) => Date.parse(`${dayAfter(days)}T17:00:00Z`) / 1000
const add = (who: TestClient, more: object = {}) =>
  who.ask<{ added: number; alreadyThere: number }>(`POST ${base}`, {
    dateTime: noonAfter(0),
    facilityId: clinic.facilityId,
    patientIds: [clinic.patientId],
    ...more,
  })
const weekOf = (who: TestClient, more = '') =>
  who.ask<RosterEntry>(`GET ${base}?startDate=${noonAfter(-3)}&endDate=${noonAfter(3)}${more}`)
const audited = async (event: string) =>
  (
    await server.owner.query<{ detail: Record<string, unknown>; user_id: string; patient_id: string | null }>(
      'select detail, user_id, patient_id from audit_events where event = $1 order by at, id',
      [event],
    )
  ).rows

test('a doctor adds patients to their own roster for a day and finds them there, at noon of that day [ROST-24, ROST-31, ROST-32]', async () => {
  const answer = await add(doctor, { dateTime: noonAfter(1) })
  expect(answer).toMatchObject({ status: 200, success: true, result: [{ added: 1, alreadyThere: 0 }] })
  const week = await weekOf(doctor)
  expect(week.result).toEqual([
    {
      patientRosterId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      dateTime: noonAfter(1),
      day: dayAfter(1),
      patientId: clinic.patientId,
      patientName: 'Ada Byron',
      birthDate: '1961-02-03',
      medicalRecordNumber: expect.stringMatching(/^MRN/),
      bedId: null,
      facility: { facilityId: clinic.facilityId, facilityName: 'Hill Clinic Main' },
      note: null,
    },
  ])
  // The source documents call the key `results`.
  expect(week).toMatchObject({
    results: week.result,
    provider: { id: doctor.user.id, fullName: 'Pat Okafor' },
    today: dayAfter(0),
  })
  const outside = await doctor.ask(`GET ${base}?startDate=${noonAfter(2)}&endDate=${noonAfter(3)}`)
  expect(outside.result).toEqual([])
  const inside = await doctor.ask(`GET ${base}?startDate=${noonAfter(1)}&endDate=${noonAfter(1)}`)
  expect(inside.result).toHaveLength(1)
})

test('adding to a roster shows the documented message, and additions and reads are audited [ROST-41]', async () => {
  const { message } = await add(doctor)
  expect(message).toBe('Patient has been successfully added to the roster.')
  const { rows } = await server.owner.query<{ id: string }>('select id from roster_entries')
  expect((await audited('roster.added')).at(-1)).toMatchObject({
    user_id: doctor.user.id,
    detail: { providerId: doctor.user.id, day: dayAfter(0), rosterIds: [rows[0]!.id] },
  })
  await weekOf(admin, `&providerId=${doctor.user.id}`)
  expect((await audited('roster.viewed')).at(-1)).toMatchObject({
    user_id: admin.user.id,
    detail: { providerId: doctor.user.id },
  })
})

test('a patient already on the roster stays once, and the other patients of the request are added [Q041]', async () => {
  await add(doctor)
  const more = await aPatient(server, clinic.clinicId, clinic.facilityId)
  const some = await add(doctor, { patientIds: [clinic.patientId, more, more] })
  expect(some).toMatchObject({ status: 200, result: [{ added: 1, alreadyThere: 1 }] })
  expect(some.message).toMatch(/1 of them were already there\.$/)
  expect(await add(doctor)).toMatchObject({
    status: 409,
    code: 'there-already',
    message: rosterRefusals.thereAlready.message,
  })
  expect((await add(doctor, { dateTime: noonAfter(1) })).status).toBe(200)
})

test('one of several simultaneous requests for the same patients adds them [Q041]', async () => {
  const patientIds = await Promise.all([1, 2, 3].map(() => aPatient(server, clinic.clinicId, clinic.facilityId)))
  const answers = await Promise.all([
    add(doctor, { patientIds }),
    add(admin, { patientIds: patientIds.toReversed(), providerId: doctor.user.id }),
    add(clinicAdmin, { patientIds, providerId: doctor.user.id }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect((await weekOf(doctor)).result).toHaveLength(3)
})

test('a past day can be read, but no patient can be added or removed [Q040]', async () => {
  const id = await aRosterEntry(server, clinic, doctor.user.id, { day: dayAfter(-1) })
  expect((await weekOf(doctor)).result).toMatchObject([{ patientRosterId: id, day: dayAfter(-1) }])
  const past = { status: 422, code: 'day-past' }
  expect(await add(doctor, { dateTime: noonAfter(-1) })).toMatchObject(past)
  expect(await doctor.ask(`DELETE ${base}?rosterId=${id}`)).toMatchObject(past)
  expect(await doctor.ask(`POST ${base}/copy`, { fromDay: dayAfter(-2), toDay: dayAfter(-1) })).toMatchObject(past)
})

test('an entry can be removed by its id, once [ROST-33]', async () => {
  const id = await aRosterEntry(server, clinic, doctor.user.id)
  const answers = await Promise.all([1, 2].map(() => doctor.ask(`DELETE ${base}?rosterId=${id}`)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect((await weekOf(doctor)).result).toEqual([])
  expect((await audited('roster.removed')).at(-1)).toMatchObject({ patient_id: clinic.patientId })
})

test('admins edit the rosters of doctors at their facilities, doctors their own, and billers none [ROST-19, ROST-15]', async () => {
  const forDoctor = { providerId: doctor.user.id }
  expect((await add(admin, forDoctor)).status).toBe(200)
  expect((await add(clinicAdmin, { ...forDoctor, facilityId: annex, patientIds: [farPatient] })).status).toBe(200)
  expect((await weekOf(doctor)).result).toHaveLength(2)
  // An admin sees the entries at their own facilities, a clinicAdmin sees all.
  expect((await weekOf(admin, `&providerId=${doctor.user.id}`)).result).toHaveLength(1)
  expect((await weekOf(clinicAdmin, `&providerId=${doctor.user.id}`)).result).toHaveLength(2)
  expect((await weekOf(biller, `&providerId=${doctor.user.id}`)).result).toHaveLength(2)
  expect((await add(other, forDoctor)).status).toBe(404)
  expect((await add(admin, { ...forDoctor, facilityId: annex, patientIds: [farPatient] })).status).toBe(404)
  expect((await add(clinicAdmin, { providerId: other.user.id })).status).toBe(422)
  expect((await add(biller, forDoctor)).status).toBe(403)
})

test('the rosters of others and of other clinics are answered as not found', async () => {
  const own = await aRosterEntry(server, clinic, doctor.user.id)
  const far = await aRosterEntry(server, clinic, doctor.user.id, { facilityId: annex, patientId: farPatient })
  const missing = { status: 404, code: 'not-found' }
  for (const who of [other, stranger]) {
    expect(await weekOf(who, `&providerId=${doctor.user.id}`)).toMatchObject(missing)
    expect(await who.ask(`GET ${base}/visit?rosterId=${own}`)).toMatchObject(missing)
    expect(await who.ask(`DELETE ${base}?rosterId=${own}`)).toMatchObject(missing)
    expect(
      await who.ask(`GET ${base}/patients?facilityId=${who.user.id}&searchValue=&providerId=${doctor.user.id}`),
    ).toMatchObject(missing)
  }
  expect(await admin.ask(`DELETE ${base}?rosterId=${far}`)).toMatchObject(missing)
  expect(await weekOf(biller, `&providerId=${other.user.id}`)).toMatchObject(missing)
  expect(await weekOf(stranger, `&facilityIds=${clinic.facilityId}`)).toMatchObject(missing)
  // A patient of one facility is unknown at another.
  expect(await add(doctor, { patientIds: [clinic.patientId, farPatient] })).toMatchObject({
    status: 422,
    code: 'patient-unknown',
  })
  expect((await weekOf(doctor)).result).toHaveLength(2)
})

test('a person without a roster of their own must name a doctor [Q039]', async () => {
  expect(await weekOf(admin)).toMatchObject({ status: 422, code: 'doctor-missing' })
  expect(await weekOf(biller)).toMatchObject({ status: 422, code: 'doctor-missing' })
  const author = await signedIn(server, clinic.clinicId, {
    userType: 'clinicAdmin',
    userPrivilege: 'TRANSCRIPTION_REVIEWER',
  })
  expect((await add(author)).status).toBe(200)
  expect((await weekOf(author)).result).toHaveLength(1)
})

test('a biller sees the doctors they bill for, and an admin the doctors of their facilities [ROST-28, ROST-34, ROST-35]', async () => {
  expect((await biller.ask(`GET ${base}/biller/authors`)).result).toEqual([
    { id: doctor.user.id, fullName: 'Pat Okafor' },
  ])
  expect((await admin.ask(`GET ${base}/admin/authors`)).result).toEqual([
    { doctorId: doctor.user.id, doctorName: 'Pat Okafor' },
  ])
  const all = (await clinicAdmin.ask<{ doctorName: string }>(`GET ${base}/admin/authors`)).result
  expect(all.map(({ doctorName }) => doctorName)).toEqual(expect.arrayContaining(['Pat Okafor', 'Pat Zhou']))
  expect((await doctor.ask(`GET ${base}/admin/authors`)).status).toBe(403)
})

test('the roster can be filtered by facility [ROST-32]', async () => {
  await aRosterEntry(server, clinic, doctor.user.id)
  const far = await aRosterEntry(server, clinic, doctor.user.id, { facilityId: annex, patientId: farPatient })
  expect((await weekOf(doctor, `&facilityIds=${annex}`)).result).toMatchObject([{ patientRosterId: far }])
  expect((await weekOf(doctor, `&facilityIds=${annex},${clinic.facilityId}`)).result).toHaveLength(2)
})

test('patients of a facility can be looked up for a roster, with bed and last note [ROST-29, ROST-25, ROST-27]', async () => {
  await server.owner.query("update patients set bed_id = '12-A', last_note_at = '2026-11-20T10:00:00Z' where id = $1", [
    clinic.patientId,
  ])
  const found = await admin.ask(
    `GET ${base}/patients?facilityId=${clinic.facilityId}&searchValue=byron&providerId=${doctor.user.id}`,
  )
  expect(found.result[0]).toMatchObject({
    pid: clinic.patientId,
    firstName: 'Ada',
    lastName: 'Byron',
    bedId: '12-A',
    lastNoteDate: '2026-11-20T10:00:00.000Z',
  })
  await server.owner.query('update patients set bed_id = null where id = $1', [clinic.patientId])
})

test('a person not verified by a facility’s EHR cannot edit its rosters [Q038, ROST-22]', async () => {
  const id = await aRosterEntry(server, clinic, doctor.user.id)
  await server.owner.query('update facilities set verification_asked_since = now() where id = $1', [clinic.facilityId])
  const refused = { status: 403, success: false, message: rosterRefusals.notAuthorised.message }
  const lookUp = (who: TestClient) =>
    who.ask(`GET ${base}/patients?facilityId=${clinic.facilityId}&searchValue=&providerId=${doctor.user.id}`)
  expect(await add(doctor, { dateTime: noonAfter(1) })).toMatchObject(refused)
  expect(await doctor.ask(`DELETE ${base}?rosterId=${id}`)).toMatchObject(refused)
  expect(await lookUp(doctor)).toMatchObject(refused)
  expect(await doctor.ask(`POST ${base}/copy`, { fromDay: dayAfter(0), toDay: dayAfter(1) })).toMatchObject({
    status: 422,
  })
  await server.owner.query("insert into emr_verifications values ($1, $2, $3, 'VERIFIED')", [
    clinic.clinicId,
    clinic.facilityId,
    doctor.user.id,
  ])
  expect((await add(doctor, { dateTime: noonAfter(1) })).status).toBe(200)
  expect((await lookUp(doctor)).status).toBe(200)
  expect(await add(admin, { dateTime: noonAfter(2), providerId: doctor.user.id })).toMatchObject(refused)
  await server.owner.query('update facilities set verification_asked_since = null where id = $1', [clinic.facilityId])
})

test('after a plan has ended nobody can be added to a roster, but it can still be read [Q153]', async () => {
  await aRosterEntry(server, clinic, doctor.user.id)
  await server.owner.query("update facilities set plan_end_date = '2026-01-01' where id = $1", [clinic.facilityId])
  expect(await add(doctor, { dateTime: noonAfter(1) })).toMatchObject({ status: 422, code: 'plan-expired' })
  expect(await doctor.ask(`POST ${base}/copy`, { fromDay: dayAfter(0), toDay: dayAfter(1) })).toMatchObject({
    status: 422,
    code: 'nobody-to-copy',
  })
  expect((await weekOf(doctor)).result).toHaveLength(1)
  await server.owner.query('update facilities set plan_end_date = null where id = $1', [clinic.facilityId])
})

test('the roster flag decides whether a person sees the roster [ROST-30, Q037]', async () => {
  const access = async (who: TestClient) => (await who.ask(`GET ${base}/config/access`)).success
  expect([await access(doctor), await access(biller)]).toEqual([false, true])
  await server.owner.query('update users set activate_roster = true where id = $1', [doctor.user.id])
  expect([await access(doctor), await access(clinicAdmin), await access(other)]).toEqual([true, true, false])
})

test('billers look up facilities with their own id and everyone by search; an option has id, name, disabled and isParent [FAC-08, ROST-26, ROST-36]', async () => {
  const found = await clinicAdmin.ask(`GET /clinic/user/facilities?searchValue=annex`)
  expect(found.result).toEqual([{ facilityId: annex, facilityName: 'Annex', disabled: false, isParent: false }])
  expect((await biller.ask(`GET /clinic/user/facilities?searchValue=&userId=${biller.user.id}`)).status).toBe(200)
  expect((await biller.ask(`GET /clinic/user/facilities?userId=${doctor.user.id}`)).status).toBe(404)
})

test('a visit shows whether its note exists and where it is, to people who may read it', async () => {
  await aRosterEntry(server, clinic, doctor.user.id)
  const noteOf = async (who: TestClient) =>
    (await weekOf(who, `&providerId=${doctor.user.id}`)).result.find(({ day }) => day === dayAfter(0))!.note
  const ofDay = (id: string, day: string) =>
    server.owner.query('update jobs set date_of_encounter = $2 where id = $1', [id, day])
  const dictate = async (day: string, authorId = doctor.user.id) => {
    const id = await aJob(server, clinic, { authorId, status: 'READY', level: 'LEVEL_1' })
    await ofDay(id, day)
    return id
  }
  await dictate(dayAfter(-1))
  await dictate(dayAfter(0), other.user.id)
  expect(await noteOf(doctor)).toBeNull()
  const jobId = await dictate(dayAfter(0))
  expect(await noteOf(doctor)).toEqual({
    jobId,
    jobNumber: expect.stringMatching(/^\d{6}$/),
    status: 'READY',
    level: 'LEVEL_1',
    returned: false,
    levels: null,
    staysHere: true,
    progress: null,
  })
  // A biller sees the job only after it is completed.
  expect(await noteOf(biller)).toBeNull()
  await server.owner.query("update jobs set status = 'COMPLETED', level = null where id = $1", [jobId])
  expect(await noteOf(biller)).toMatchObject({ jobId, status: 'COMPLETED' })
})

test('today’s next visit is the first one without a note in the order of the round, of the doctor’s own visits only', async () => {
  const nextVisit = async () => {
    const answer = await doctor.call(calls.nextVisit, {})
    return { names: answer.result.map(({ patientName }) => patientName), seen: answer.seen, total: answer.total }
  }
  expect(await nextVisit()).toEqual({ names: [], seen: 0, total: 0 })
  const [first, second] = await Promise.all(
    ['First', 'Second'].map((firstName) => aPatient(server, clinic.clinicId, clinic.facilityId, { firstName })),
  )
  await server.owner.query(
    "update patients set bed_id = case id when $1 then '1' else '2' end where id = any($2::uuid[])",
    [first, [first, second]],
  )
  await aRosterEntry(server, clinic, doctor.user.id, { patientId: second! })
  await aRosterEntry(server, clinic, doctor.user.id, { patientId: first! })
  await aRosterEntry(server, clinic, doctor.user.id, { day: dayAfter(1) })
  await aRosterEntry(server, clinic, other.user.id)
  expect(await nextVisit()).toEqual({ names: ['First Byron'], seen: 0, total: 2 })
  const job = await aJob(server, clinic, { authorId: doctor.user.id, patientId: first! })
  await server.owner.query('update jobs set date_of_encounter = $2 where id = $1', [job, dayAfter(0)])
  expect(await nextVisit()).toEqual({ names: ['Second Byron'], seen: 1, total: 2 })
})

test('a dictation for a visit starts with its facility, patient and day; a future visit uses the day of the recording', async () => {
  const visit = async (days: number) => {
    const id = await aRosterEntry(server, clinic, doctor.user.id, { day: dayAfter(days) })
    return (await doctor.call(calls.getVisit, { query: { rosterId: id } })).result[0]!
  }
  expect(await visit(-1)).toMatchObject({
    facility: { facilityId: clinic.facilityId, facilityName: 'Hill Clinic Main' },
    patient: { pid: clinic.patientId, firstName: 'Ada', lastName: 'Byron', birthDate: '1961-02-03' },
    dateOfEncounter: dayAfter(-1),
  })
  expect((await visit(0)).dateOfEncounter).toBe(dayAfter(0))
  expect((await visit(2)).dateOfEncounter).toBeNull()
  expect(await audited('roster.visit-read')).not.toEqual([])
})

test('yesterday’s list can be copied without duplicates by anyone who may add patients by hand', async () => {
  const more = await aPatient(server, clinic.clinicId, clinic.facilityId)
  await aRosterEntry(server, clinic, doctor.user.id, { day: dayAfter(-1) })
  await aRosterEntry(server, clinic, doctor.user.id, { day: dayAfter(-1), patientId: more })
  await aRosterEntry(server, clinic, doctor.user.id, { day: dayAfter(-1), patientId: farPatient, facilityId: annex })
  await aRosterEntry(server, clinic, doctor.user.id)
  const copy = (who: TestClient, body: object = {}) =>
    who.ask(`POST ${base}/copy`, { fromDay: dayAfter(-1), toDay: dayAfter(0), ...body })
  // The admin does not belong to the annex.
  expect(await copy(admin, { providerId: doctor.user.id })).toMatchObject({
    status: 200,
    message: '1 patient was added to the roster.',
    result: [{ added: 1, alreadyThere: 1 }],
  })
  expect(await copy(doctor)).toMatchObject({ result: [{ added: 1, alreadyThere: 2 }] })
  expect(await copy(doctor)).toMatchObject({ status: 422, code: 'nobody-to-copy' })
  expect((await audited('roster.copied')).at(-1)).toMatchObject({ detail: { fromDay: dayAfter(-1), day: dayAfter(0) } })
})

/**
 * The days around each clock change of a time zone in a year. One formatter per zone, because thousands of them would
 * fill the memory.
 */
function daysOfChange(timeZone: string, year: number): string[] {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const offsetAt = (moment: number) => format.format(moment).replace(/^.*GMT/, '')
  const days: string[] = []
  let before = offsetAt(Date.UTC(year, 0, 1))
  for (let day = Date.UTC(year, 0, 2); day < Date.UTC(year + 1, 0, 2); day += dayMs) {
    const after = offsetAt(day)
    if (after !== before)
      for (const beside of [-2, -1, 0, 1]) days.push(new Date(day + beside * dayMs).toISOString().slice(0, 10))
    before = after
  }
  return days
}
const calendars = new Map<string, Intl.DateTimeFormat>()
function dayIn(moment: number, timeZone: string): string {
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  calendars.set(timeZone, calendar)
  return calendar.format(moment)
}

test('an entry belongs to the facility’s day in every time zone of the world, even when its clock changes [Q042, Q043]', async () => {
  const { rows } = await server.owner.query<{ name: string }>('select name from pg_timezone_names')
  const known = new Set(rows.map(({ name }) => name))
  const zones = Intl.supportedValuesOf('timeZone').filter((name) => known.has(name))
  expect(zones.length).toBeGreaterThan(400)
  const asked = zones.flatMap((timeZone) =>
    [...daysOfChange(timeZone, 2027), '2027-01-01', '2028-02-29'].map((day) => ({ timeZone, day })),
  )
  // Noon of a day, converted to a moment and back, must give the same day, both in the database and in a browser.
  const { rows: days } = await server.owner.query<{ zone: string; day: string; noon: number; back: string }>(
    `select zone, day::text, extract(epoch from noon)::float8 as noon, (noon at time zone zone)::date::text as back
     from (select zone, day, (day + time '12:00') at time zone zone as noon
       from unnest($1::text[], $2::date[]) asked (zone, day)) noons`,
    [asked.map(({ timeZone }) => timeZone), asked.map(({ day }) => day)],
  )
  const wrong = days.filter(({ day, back }) => day !== back)
  const otherwise = days.filter(({ zone: timeZone, day, noon }) => dayIn(noon * 1000, timeZone) !== day)
  expect({ wrong, otherwise }).toEqual({ wrong: [], otherwise: [] })
})

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/New_York'])(
  'at a facility in %s the sent moment decides the day, not the sender’s time zone [Q042]',
  async (timeZone) => {
    await server.owner.query('update facilities set time_zone = $2 where id = $1', [annex, timeZone])
    const inZone = (moment: number) => dayIn(moment, timeZone)
    // The first second of a day there. The second before it belongs to the previous day.
    let first = Math.ceil((Date.now() + dayMs) / 900_000) * 900
    for (let quarters = 0; quarters < 200 && inZone((first - 1) * 1000) === inZone(first * 1000); quarters += 1)
      first += 900
    for (const dateTime of [first - 1, first]) {
      const day = inZone(dateTime * 1000)
      const answer = await add(doctor, { dateTime, facilityId: annex, patientIds: [farPatient] })
      expect(answer.status).toBe(200)
      const at = await doctor.ask<RosterEntry>(`GET ${base}?startDate=${dateTime}&endDate=${dateTime}`)
      expect(at.result.map((one) => one.day)).toEqual([day])
      expect(inZone(at.result[0]!.dateTime * 1000)).toBe(day)
    }
    await server.owner.query('update facilities set time_zone = $2 where id = $1', [annex, zone])
  },
)

test('300 patients can be added in one request and read in one answer; a range over two months is refused', async () => {
  const { rows } = await server.owner.query<{ id: string }>(
    `insert into patients (clinic_id, id, facility_id, medical_record_number, first_name, last_name, birth_date, gender)
     select $1, gen_random_uuid(), $2, 'BIG' || n, 'Big', 'List', '1950-01-01', 'Male' from generate_series(1, 300) n returning id`,
    [clinic.clinicId, clinic.facilityId],
  )
  const patientIds = rows.map(({ id }) => id)
  expect((await add(doctor, { patientIds })).result).toEqual([{ added: 300, alreadyThere: 0 }])
  expect((await weekOf(doctor)).result).toHaveLength(300)
  const long = await doctor.ask(`GET ${base}?startDate=${noonAfter(0)}&endDate=${noonAfter(63)}`)
  expect(long).toMatchObject({ status: 422, code: 'too-many-days' })
  expect((await doctor.ask(`GET ${base}?startDate=soon&endDate=${noonAfter(1)}`)).status).toBe(400)
  expect((await add(doctor, { patientIds: [] })).status).toBe(400)
  expect((await add(doctor, { dateTime: 1e20 })).status).toBe(400)
})

test('the first and last possible days can be read, and adding to a later one is refused', async () => {
  const most = 253_402_300_799
  for (const [from, to] of [
    [0, 0],
    [most, most],
    [most + 1_000, most * 10],
  ])
    expect(await doctor.ask(`GET ${base}?startDate=${from}&endDate=${to}`)).toMatchObject({ status: 200, size: 0 })
  expect((await add(doctor, { dateTime: most })).message).toBe('This isn’t a time.')
})

test('a disabled doctor is in no list of doctors, and nobody can be added to their roster', async () => {
  const { id } = await aPerson(server, clinic.clinicId, { facilityIds: [clinic.facilityId], lastName: 'Gone' })
  await server.owner.query('update users set is_enabled = false where id = $1', [id])
  const doctors = (await admin.call(calls.listAdminAuthors, {})).result
  expect(doctors.map(({ doctorName }) => doctorName)).not.toContain('Pat Gone')
  expect(await add(admin, { providerId: id })).toMatchObject({ status: 422, code: 'facility-unknown' })
  expect((await admin.call(patientCalls.checkRosterAccess, {})).success).toBe(true)
})
