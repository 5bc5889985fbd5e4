import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type EhrKinds,
  EhrFailed,
  type EhrPatient,
  type PatientPage,
  type PatientReading,
} from '../../gateways/ehr/index.ts'
import { movableClock } from '../../platform/clock.ts'
import { silentLog } from '../../platform/log.ts'
import { aClinic, aPerson, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { readFacility } from './read-facility.ts'

const never = new AbortController().signal
const clock = movableClock(new Date('2026-11-29T08:00:00Z'))
let server: TestServer
let clinic: TestClinic
let adminId: string

/** What the fake EHR answers: the pages, each with its bookmark, or the error that it fails with. */
let pages: { patients: EhrPatient[]; bookmark: string }[]
let failure: EhrFailed | undefined
const asked: PatientReading[] = []

const kindOf = (ehrType: string): EhrKinds[string] => ({
  ehrType,
  ehrName: ehrType,
  settings: [],
  fields: [],
  readsPatients: true,
  connect: () => ({
    fileNote: async () => {},
    strikeNote: async () => {},
    test: async () => {},
    async *readPatients(reading): AsyncGenerator<PatientPage> {
      asked.push(reading)
      const from = pages.findIndex(({ bookmark }) => bookmark === reading.bookmark) + 1
      for (const page of pages.slice(from === pages.length ? 0 : from)) yield { warnings: [], ...page }
      if (failure) throw failure
    },
  }),
})
const kinds: Record<string, EhrKinds[string]> = { asked: kindOf('asked'), 'pointHealth-emr': kindOf('pointHealth-emr') }

beforeAll(async () => {
  server = await startTestServer({ clock })
  clinic = await aClinic(server)
  adminId = (await aPerson(server, clinic.clinicId, { userType: 'clinicAdmin' })).id
})
afterAll(() => server.close())
beforeEach(async () => {
  asked.length = 0
  failure = undefined
  pages = []
  await connect('asked')
  await server.owner.query('delete from ehr_readings')
  await server.owner.query('delete from ehr_read_patients')
  await server.owner.query('delete from notifications')
})

const connect = (ehrType: string | null) =>
  server.owner.query('update facilities set ehr_type = $2 where id = $1', [clinic.facilityId, ehrType])
const read = (signal = never) =>
  readFacility(
    {
      platform: {
        config: server.config,
        clock,
        log: silentLog,
        secrets: testSecrets,
        doors: server.doors,
        addresses: { web: server.url, recorder: server.url },
      },
      kinds,
      isMailed: true,
    },
    { clinicId: clinic.clinicId, facilityId: clinic.facilityId },
    signal,
  )
const patient = (medicalRecordNumber: string, more: Partial<EhrPatient> = {}): EhrPatient => ({
  medicalRecordNumber,
  firstName: 'Greta',
  lastName: 'Dubois',
  birthDate: '1941-03-05',
  gender: 'Female',
  ...more,
})
async function patients(): Promise<
  { id: string; medical_record_number: string; bed_id: string | null; source: string }[]
> {
  const { rows } = await server.owner.query(
    "select * from patients where facility_id = $1 and source = 'EHR' order by medical_record_number",
    [clinic.facilityId],
  )
  return rows
}
const notifications = async () =>
  (await server.owner.query('select user_id, target, body from notifications order by created_at, target')).rows
const reading = async () => (await server.owner.query('select * from ehr_readings')).rows[0]
const broughtEvents = async () =>
  Number((await server.owner.query("select count(*) from audit_events where event = 'patient.brought'")).rows[0].count)

test('patients of all pages are stored with record and appointments, and the next reading continues after them', async () => {
  pages = [
    { patients: [patient('R-1', { bedId: '12B' })], bookmark: 'one' },
    {
      patients: [
        patient('R-2', {
          records: {
            ALLERGY: [{ allergen: 'Latex', allergyIntoleranceId: null, category: null, severity: null, type: null }],
          },
          appointments: [
            {
              appointmentKey: 'a1',
              startsAt: new Date('2026-12-01T14:00:00Z'),
              endsAt: null,
              type: 'Follow-up',
              reason: null,
              status: 'BOOKED',
              providerNpi: null,
              providerName: null,
              location: null,
            },
          ],
        }),
      ],
      bookmark: 'two',
    },
  ]
  await read()
  expect((await patients()).map((row) => [row.medical_record_number, row.bed_id, row.source])).toEqual([
    ['R-1', '12B', 'EHR'],
    ['R-2', null, 'EHR'],
  ])
  const { rows } = await server.owner.query('select kind, content from patient_records where patient_id = $1', [
    (await patients())[1]!.id,
  ])
  expect(rows).toMatchObject([{ kind: 'ALLERGY', content: { allergen: 'Latex' } }])
  expect((await server.owner.query('select appointment_key, type from appointments')).rows).toEqual([
    { appointment_key: 'a1', type: 'Follow-up' },
  ])
  expect(await reading()).toMatchObject({ bookmark: 'two', read_at: clock.now(), failing_since: null })
  await read()
  expect(asked.map(({ bookmark }) => bookmark)).toEqual([null, 'two'])
})

test('a patient unchanged since the last reading is not stored again', async () => {
  pages = [{ patients: [patient('R-3')], bookmark: 'one' }]
  await read()
  const before = await broughtEvents()
  await read()
  expect(await broughtEvents()).toBe(before)
  pages = [{ patients: [patient('R-3', { bedId: '7A' })], bookmark: 'one' }]
  await read()
  expect(await broughtEvents()).toBe(before + 1)
})

test('a patient that cannot be stored does not stop the others', async () => {
  // A value that is too long for the database index.
  const long = randomBytes(4_000).toString('hex')
  pages = [{ patients: [{ medicalRecordNumber: 'R-4' }, patient(long), patient('R-5')], bookmark: 'one' }]
  await read()
  const numbers = (await patients()).map((row) => row.medical_record_number)
  expect(numbers).toContain('R-5')
  expect(numbers).not.toContain('R-4')
  expect(numbers).not.toContain(long)
})

test('an interrupted reading keeps its patients and continues at its page', async () => {
  pages = [
    { patients: [patient('R-6')], bookmark: 'one' },
    { patients: [patient('R-7')], bookmark: 'two' },
  ]
  failure = new EhrFailed('silent', 'The EHR failed (status 500).')
  const [first] = pages
  pages = [first!]
  await read()
  expect(await reading()).toMatchObject({ bookmark: 'one', read_at: null })
  expect((await patients()).map((row) => row.medical_record_number)).toContain('R-6')
})

test('an EHR that refuses is announced once, and so is its recovery', async () => {
  failure = new EhrFailed('refused', 'The EHR doesn’t know this client.')
  await read()
  await read()
  expect(await notifications()).toEqual([
    { user_id: adminId, target: 'EHR_FAILING', body: 'The EHR can’t be read. The EHR doesn’t know this client.' },
  ])
  failure = undefined
  await read()
  await read()
  expect((await notifications()).map(({ target }) => target)).toEqual(['EHR_FAILING', 'EHR_WORKS_AGAIN'])
})

test('an EHR that fails briefly is announced only if it keeps failing', async () => {
  failure = new EhrFailed('silent', 'The EHR is too busy to answer.')
  await read()
  expect(await notifications()).toEqual([])
  failure = undefined
  await read()
  failure = new EhrFailed('silent', 'The EHR is too busy to answer.')
  await read()
  clock.advance(20 * 60_000)
  await read()
  expect((await notifications()).map(({ target }) => target)).toEqual(['EHR_FAILING'])
})

test('the EHR is asked for all patients or not, and for the range of discharged ones, as the facility has set [FAC-34, FAC-35]', async () => {
  await server.owner.query(
    'update facilities set all_patients_required = false, range_for_discharged_patients = 45 where id = $1',
    [clinic.facilityId],
  )
  await connect('pointHealth-emr')
  await read()
  await connect('asked')
  await read()
  await server.owner.query('update facilities set all_patients_required = true where id = $1', [clinic.facilityId])
  await read()
  expect(asked.map(({ listAll, dischargedDays }) => [listAll, dischargedDays])).toEqual([
    [false, 45],
    [false, null],
    [true, null],
  ])
  expect(await asked[0]!.findKnown(['r-1', 'X-1'])).toEqual(new Set(['r-1']))
})

test('reading starts again when the facility wants other patients or has another EHR', async () => {
  pages = [{ patients: [], bookmark: 'one' }]
  await read()
  await server.owner.query('update facilities set all_patients_required = not all_patients_required where id = $1', [
    clinic.facilityId,
  ])
  await read()
  await connect('pointHealth-emr')
  await read()
  expect(asked.map(({ bookmark }) => bookmark)).toEqual([null, null, null])
})

test('a facility disabled or disconnected during a reading gets no further patients', async () => {
  const before = (await patients()).length
  pages = [{ patients: [patient('R-8')], bookmark: 'one' }]
  const kind = kinds.asked!
  kinds.asked = {
    ...kind,
    connect: (of) => ({
      ...kind.connect(of),
      async *readPatients(wanted, signal) {
        await connect(null)
        yield* kind.connect(of).readPatients!(wanted, signal)
      },
    }),
  }
  await read()
  kinds.asked = kind
  expect(await patients()).toHaveLength(before)
  await read()
  expect(asked).toHaveLength(1)
})

test('every enabled facility of any clinic with a working EHR is read, one reading at a time', async () => {
  const other = await aClinic(server, 'Quay Clinic')
  const disabled = await aClinic(server, 'Closed Clinic')
  for (const { facilityId } of [clinic, other, disabled])
    await server.owner.query("update facilities set ehr_type = 'fhir' where id = $1", [facilityId])
  await server.owner.query('update facilities set is_enabled = false where id = $1', [disabled.facilityId])
  const begin = server.app.tasks.find(({ name }) => name === 'begin-ehr-reading')!
  for (let time = 0; time < 2; time += 1)
    await begin.run({}, { signal: never, id: 'run', attempt: 1, isLastAttempt: true })
  const { rows } = await server.owner.query("select data from pgboss.job where name = 'read-ehr-patients'")
  expect(rows.map(({ data }) => data.facilityId).toSorted()).toEqual([clinic.facilityId, other.facilityId].toSorted())
})
