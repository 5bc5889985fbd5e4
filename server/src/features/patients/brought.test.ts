import { dictationCalls } from '@dictara/contract/dictations'
import { patientCalls, patientRefusals } from '@dictara/contract/patients'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { aClinic, aJob, aRosterEntry, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { times } from '../../../../tools/src/times.ts'
import { type BroughtPatient, bringPatient, mergePatients, swapBeds } from './index.ts'

let server: TestServer
let clinic: TestClinic
let doctor: TestClient

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
})
afterAll(() => server.close())

type Said = Partial<BroughtPatient> & { medicalRecordNumber: string }
const greta = { firstName: 'Greta', lastName: 'Dubois', birthDate: '1971-03-05', gender: 'Female' } as const
const said = (more: Said, facilityId = clinic.facilityId): BroughtPatient => ({ ...more, facilityId, source: 'HL7' })
const asSystem = <T>(run: (work: Parameters<typeof bringPatient>[0]) => Promise<T>) =>
  server.doors.asSystem('test', run, clinic.clinicId)
const bring = (more: Said) => asSystem((work) => bringPatient(work, said(more)))
const merge = (from: string, into: Said) => asSystem((work) => mergePatients(work, { from, into: said(into) }))
const rowOf = async (id: string) =>
  (await server.owner.query<Record<string, unknown>>('select * from patients where id = $1', [id])).rows[0]
const recordsOf = async (id: string, kind: string) =>
  (
    await server.owner.query<{ content: Record<string, unknown> }>(
      'select content from patient_records where patient_id = $1 and kind = $2 order by position',
      [id, kind],
    )
  ).rows.map(({ content }) => content)
const movement = (key: string, actionType: string, effectiveDateTime: string, visit: string | null = null) => ({
  key,
  visit,
  content: { actionType, effectiveDateTime, bedId: null, payerCode: null, payerName: null },
})
const allergy = (allergyIntoleranceId: string | null, allergen: string, severity = 'Mild') => ({
  allergen,
  allergyIntoleranceId,
  category: null,
  severity,
  type: 'Allergy',
})

test('a message keeps what it omits, deletes what it empties and replaces what it states, but never empties names', async () => {
  const { patientId } = await bring({
    ...greta,
    medicalRecordNumber: 'S-1',
    bedId: '12',
    religion: 'Lutheran',
    dischargedAt: '2026-11-02T10:00:00Z',
  })
  const again = await bring({
    medicalRecordNumber: 's-1',
    lastName: null,
    bedId: null,
    dischargedAt: null,
    unitDesc: 'North\0',
  })
  expect(again).toMatchObject({ patientId, isNew: false })
  expect(await rowOf(patientId)).toMatchObject({
    last_name: 'Dubois',
    bed_id: null,
    religion: 'Lutheran',
    unit_desc: 'North',
    discharged_at: null,
    source: 'HL7',
    version: 2,
  })
  await bring({ medicalRecordNumber: 'S-1', firstName: 'Greta' })
  expect(await rowOf(patientId)).toMatchObject({ version: 2 })
})

test('a new patient without a name is refused, and the message names what is missing', async () => {
  await expect(bring({ medicalRecordNumber: 'S-2', lastName: 'Lee', birthDate: null })).rejects.toThrow(
    'There is no first name.',
  )
  await expect(
    bring({ ...greta, medicalRecordNumber: 'S-3', cancels: { actionTypes: ['Admission'] } }),
  ).rejects.toMatchObject({ spec: patientRefusals.nothingToCancel })
})

test('a patient without a birth date is stored, found by name and number, and gets the date from a later message', async () => {
  const unknown = {
    firstName: 'Male',
    lastName: 'Unknown',
    birthDate: null,
    gender: 'Male',
    medicalRecordNumber: 'U-1',
  }
  const { patientId } = await bring(unknown)
  const found = async (searchValue: string) =>
    (await doctor.call(patientCalls.listPatients, { query: { searchValue } })).result.map(({ id, birthDate }) => [
      id,
      birthDate,
    ])
  expect(await found('unknown u-1')).toEqual([[patientId, null]])
  expect(await bring({ ...yusuf, medicalRecordNumber: 'U-1' }), 'they are the same person').toMatchObject({ patientId })
  expect(await found('10/30/1948')).toEqual([[patientId, '1948-10-30']])
  await bring({ ...yusuf, medicalRecordNumber: 'U-1', birthDate: null })
  expect(await rowOf(patientId)).toMatchObject({ birth_date: '1948-10-30' })
})

test('a birth date in the future is left out, whoever brings it', async () => {
  const told = { ...greta, birthDate: '2999-01-01', medicalRecordNumber: 'U-2' }
  const { patientId } = await asSystem((work) =>
    bringPatient(work, { ...told, facilityId: clinic.facilityId, source: 'EHR' }),
  )
  expect(await rowOf(patientId)).toMatchObject({ last_name: 'Dubois', birth_date: null })
})

const yusuf = { firstName: 'Yusuf', lastName: 'Okoro', birthDate: '1948-10-30', gender: 'Male' } as const

test('an MRN that belongs to another person is refused, and the stored record stays unchanged', async () => {
  const { patientId } = await bring({ ...greta, medicalRecordNumber: 'O-1', middleName: 'Ann', bedId: '4' })
  await expect(bring({ ...yusuf, medicalRecordNumber: 'o-1', bedId: '7' })).rejects.toMatchObject({
    spec: patientRefusals.otherPerson,
  })
  expect(await rowOf(patientId)).toMatchObject({ first_name: 'Greta', middle_name: 'Ann', bed_id: '4', version: 1 })
})

test.each([
  ['a misspelt name', { ...yusuf, birthDate: greta.birthDate }],
  ['a marriage and a corrected date of birth', { ...yusuf, firstName: 'GRETA' }],
  ['a message that corrects the identity', { ...yusuf, correctsIdentity: true }],
])('a patient with the same MRN is updated by %s', async (_, told) => {
  const medicalRecordNumber = `O-2-${_}`.slice(0, 20)
  const { patientId } = await bring({ ...greta, medicalRecordNumber })
  expect(await bring({ ...told, medicalRecordNumber })).toMatchObject({ patientId, isNew: false })
  expect(await rowOf(patientId)).toMatchObject({ last_name: 'Okoro' })
})

test('reading the EHR can replace the person of a record that the EHR owns, and so can a merge', async () => {
  const { patientId } = await bring({ ...greta, medicalRecordNumber: 'O-5' })
  const read = (told: object) =>
    asSystem((work) => bringPatient(work, { ...said({ ...told, medicalRecordNumber: 'O-5' }), source: 'EHR' }))
  await expect(read(yusuf)).rejects.toMatchObject({ spec: patientRefusals.otherPerson })
  await read(greta)
  await read(yusuf)
  expect(await rowOf(patientId)).toMatchObject({ last_name: 'Okoro', source: 'EHR' })
  await merge('O-6', { ...greta, medicalRecordNumber: 'O-5' })
  expect(await rowOf(patientId)).toMatchObject({ last_name: 'Dubois' })
})

test('movements are added one by one; a cancellation removes the one with its visit and time, otherwise the latest', async () => {
  const { patientId } = await bring({
    ...greta,
    medicalRecordNumber: 'S-4',
    added: { ADT: [movement('m1', 'Transfer', '2026-11-01T10:00:00Z', 'V1')] },
  })
  await bring({
    medicalRecordNumber: 'S-4',
    added: {
      ADT: [
        movement('m2', 'Transfer', '2026-11-02T10:00:00Z', 'V1'),
        movement('m3', 'Discharge', '2026-11-03T10:00:00Z', 'V1'),
      ],
    },
  })
  await bring({
    medicalRecordNumber: 'S-4',
    added: { ADT: [movement('m2', 'Transfer', '2026-11-02T11:00:00Z', 'V1')] },
  })
  const left = async () =>
    (await recordsOf(patientId, 'ADT')).map(({ effectiveDateTime }) => String(effectiveDateTime).slice(8, 13))
  expect((await left()).toSorted()).toEqual(['01T10', '02T11', '03T10'])
  const cancel = (more: object) =>
    bring({ medicalRecordNumber: 'S-4', cancels: { actionTypes: ['Transfer'], ...more } })
  await cancel({ visit: 'V2' })
  expect(await left()).toHaveLength(3)
  await cancel({ at: '2026-11-01T10:00:00Z' })
  expect((await left()).toSorted()).toEqual(['02T11', '03T10'])
  await cancel({ visit: 'V1' })
  expect(await left()).toEqual(['03T10'])
  expect(await rowOf(patientId)).toBeDefined()
})

test('allergies are added, changed and deleted by their id or by their substance', async () => {
  const { patientId } = await bring({
    ...greta,
    medicalRecordNumber: 'S-5',
    records: { ALLERGY: [allergy('1', 'Latex'), allergy(null, 'Nuts')] },
  })
  await bring({
    medicalRecordNumber: 'S-5',
    added: {
      ALLERGY: [
        { action: 'update', content: allergy('1', 'Latex', 'Severe') },
        { action: 'add', content: allergy('2', 'Codeine') },
        { action: 'delete', content: allergy('9', 'nuts') },
      ],
    },
  })
  expect(await recordsOf(patientId, 'ALLERGY')).toEqual([allergy('1', 'Latex', 'Severe'), allergy('2', 'Codeine')])
})

test('a merge moves jobs, dictations, visits and records to the surviving patient, whom the merged MRN then finds', async () => {
  const [old, kept] = [
    await bring({
      ...greta,
      medicalRecordNumber: 'OLD-7',
      records: { ALLERGY: [allergy('1', 'Latex')], MORE_DETAILS: [{ race: 'A', medicaid: 'M1' }] },
    }),
    await bring({
      ...greta,
      medicalRecordNumber: 'NEW-7',
      records: { ALLERGY: [allergy('2', 'Nuts')], MORE_DETAILS: [{ race: 'B' }] },
    }),
  ]
  const job = await aJob(server, clinic, { authorId: doctor.user.id, patientId: old.patientId })
  await aRosterEntry(server, clinic, doctor.user.id, { patientId: old.patientId })
  await aRosterEntry(server, clinic, doctor.user.id, { patientId: kept.patientId })
  const dictationId = newId()
  const begin = (patientId: string) =>
    doctor.call(dictationCalls.beginDictation, {
      body: { dictationId, facilityId: clinic.facilityId, patientId, mimeType: 'audio/webm' },
    } as never)
  expect((await begin(old.patientId)).status).toBe(200)
  expect(await merge('OLD-7', { medicalRecordNumber: 'NEW-7', preferredName: 'Gretel' })).toMatchObject({
    patientId: kept.patientId,
    isNew: false,
  })
  expect(await rowOf(old.patientId)).toBeUndefined()
  expect(await rowOf(kept.patientId)).toMatchObject({ preferred_name: 'Gretel', medical_record_number: 'NEW-7' })
  const idsIn = async (table: string) =>
    (
      await server.owner.query<{ id: string }>(`select id from ${table} where patient_id = $1`, [kept.patientId])
    ).rows.map(({ id }) => id)
  expect(await idsIn('jobs')).toEqual([job])
  expect(await idsIn('dictations')).toEqual([dictationId])
  expect(await idsIn('roster_entries')).toHaveLength(1)
  expect(await recordsOf(kept.patientId, 'ALLERGY')).toEqual([allergy('2', 'Nuts'), allergy('1', 'Latex')])
  expect(await recordsOf(kept.patientId, 'MORE_DETAILS')).toEqual([{ race: 'B', medicaid: 'M1' }])
  // Messages, people and devices may still use the record number or id of the merged patient.
  expect(await bring({ medicalRecordNumber: 'old-7', bedId: '3' })).toMatchObject({
    patientId: kept.patientId,
    isNew: false,
  })
  const found = await doctor.call(patientCalls.listPatients, { query: { searchValue: 'old-7' } })
  expect(found.result).toMatchObject([{ id: kept.patientId, medicalRecordNumber: 'NEW-7', bedId: '3' }])
  const byHand = await doctor.call(patientCalls.addPatient, {
    body: { ...greta, medicalRecordNumber: 'OLD-7', facilityId: clinic.facilityId, isAnother: true },
  })
  expect([byHand.status, byHand.message]).toEqual([409, expect.stringContaining('This MRN belongs to Greta Dubois')])
  expect((await begin(old.patientId)).status).toBe(200)
  expect(await idsIn('dictations')).toEqual([dictationId])
  await expect(merge('OLD-7', { ...greta, medicalRecordNumber: 'THIRD-7' })).rejects.toMatchObject({
    spec: patientRefusals.mergedBefore,
  })
  expect(await merge('OLD-7', { medicalRecordNumber: 'NEW-7' })).toMatchObject({
    patientId: kept.patientId,
    isNew: false,
  })
})

test('a swap without beds exchanges the beds of two patients; a swap with beds uses those', async () => {
  const [a, b] = [
    await bring({ ...greta, medicalRecordNumber: 'W-1', bedId: '1', unitDesc: 'East' }),
    await bring({ ...greta, firstName: 'Wim', medicalRecordNumber: 'W-2', bedId: '2', unitDesc: 'West' }),
  ]
  const swap = (one: Said, other: Said) => asSystem((work) => swapBeds(work, [said(one), said(other)]))
  const beds = async () => [(await rowOf(a.patientId))!['bed_id'], (await rowOf(b.patientId))!['bed_id']]
  await swap({ medicalRecordNumber: 'W-2' }, { medicalRecordNumber: 'W-1' })
  expect(await beds()).toEqual(['2', '1'])
  await swap({ medicalRecordNumber: 'W-1', bedId: '8' }, { medicalRecordNumber: 'W-2', bedId: '9' })
  expect(await beds()).toEqual(['8', '9'])
})

// A model of the same messages in a few lines, without a database.
interface Known {
  number: string
  former: string[]
  bed: string | null
  keys: string[]
}
class Model {
  patients: Known[] = []
  find = (number: string) =>
    this.patients.find((one) => one.number === number) ?? this.patients.find(({ former }) => former.includes(number))
  bring(number: string, bed: string | null | undefined, key?: string) {
    let one = this.find(number)
    if (!one) this.patients.push((one = { number, former: [], bed: null, keys: [] }))
    if (bed !== undefined) one.bed = bed
    if (key) one.keys = [...one.keys.filter((known) => known !== key), key]
    return one
  }
  merge(from: string, into: string, bed: string | null | undefined) {
    if (from === into) return void this.bring(into, bed)
    const [merged, survivor] = [this.find(from), this.find(into)]
    const wasMerged = merged?.former.includes(from)
    if (wasMerged && merged !== survivor) return
    if (merged && !wasMerged && (!survivor || survivor === merged)) {
      merged.former = [...merged.former.filter((one) => one !== into), from]
      merged.number = into
    } else if (merged && survivor && merged !== survivor) {
      survivor.former.push(from, ...merged.former)
      survivor.keys.push(...merged.keys.filter((key) => !survivor.keys.includes(key)))
      this.patients = this.patients.filter((one) => one !== merged)
    }
    const now = this.bring(into, bed)
    if (!merged) now.former.push(from)
  }
  swap(a: string, b: string) {
    const [one, other] = [this.find(a), this.find(b)]
    if (one && other) [one.bed, other.bed] = [other.bed, one.bed]
    else for (const number of [a, b]) this.bring(number, undefined)
  }
}

const number = fc.constantFrom('A', 'B', 'C', 'D')
const bed = fc.option(fc.option(fc.constantFrom('1', '2', '3'), { nil: null }), { nil: undefined })
const message = fc.oneof(
  fc.record({
    kind: fc.constant('bring' as const),
    number,
    bed,
    key: fc.option(fc.constantFrom('k1', 'k2', 'k3'), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('merge' as const), from: number, number, bed }),
  fc.record({ kind: fc.constant('swap' as const), from: number, number }),
)
type Message = typeof message extends fc.Arbitrary<infer T> ? T : never

const send = (one: Message, prefix: string) => {
  const named = { ...greta, medicalRecordNumber: `${prefix}${one.number}` }
  return asSystem(async (work) => {
    const withBed = 'bed' in one && one.bed !== undefined ? { ...named, bedId: one.bed } : named
    if (one.kind === 'bring') {
      const added = one.key ? { ADT: [movement(one.key, 'Transfer', '2026-11-01T10:00:00Z')] } : undefined
      await bringPatient(work, said({ ...withBed, ...(added && { added }) }))
    } else if (one.kind === 'merge') await mergePatients(work, { from: `${prefix}${one.from}`, into: said(withBed) })
    else await swapBeds(work, [said({ ...named, medicalRecordNumber: `${prefix}${one.from}` }), said(named)])
  }).catch((error: unknown) => {
    if ((error as { spec?: unknown }).spec !== patientRefusals.mergedBefore) throw error
  })
}
const apply = (model: Model, one: Message) => {
  if (one.kind === 'bring') model.bring(one.number, one.bed, one.key)
  else if (one.kind === 'merge') model.merge(one.from, one.number, one.bed)
  else model.swap(one.from, one.number)
}
async function stateOf(prefix: string) {
  const { rows } = await server.owner.query<{ number: string; bed: string | null; former: string[]; keys: string[] }>(
    `select medical_record_number as number, bed_id as bed,
       array(select record_key from former_record_numbers n where n.patient_id = p.id) as former,
       array(select entry_key from patient_records r where r.patient_id = p.id and kind = 'ADT') as keys
     from patients p where clinic_id = $1 and medical_record_number like $2`,
    [clinic.clinicId, `${prefix}%`],
  )
  return asShown(
    rows.map((row) => ({
      ...row,
      number: row.number.slice(prefix.length),
      former: row.former.map((one) => one.slice(prefix.length).toUpperCase()),
    })),
  )
}
const asShown = (patients: readonly Known[]) =>
  patients
    .map(
      ({ number: of, bed: in_, former, keys }) =>
        `${of} ${in_} [${former.toSorted().join()}] [${keys.toSorted().join()}]`,
    )
    .toSorted()
let rounds = 0
const nextPrefix = () => `${String((rounds += 1)).padStart(4, '0')}-`

test('any sequence of messages gives the result of the rules', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 12 }), async (messages) => {
      const [model, prefix] = [new Model(), nextPrefix()]
      for (const one of messages) {
        await send(one, prefix)
        apply(model, one)
      }
      expect(await stateOf(prefix)).toEqual(asShown(model.patients))
    }),
    { numRuns: times(60, 1000) },
  )
})

test('two simultaneous messages give the result of one of the two orders', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 3 }), message, message, async (before, one, other) => {
      const prefix = nextPrefix()
      for (const each of before) await send(each, prefix)
      await Promise.all([send(one, prefix), send(other, prefix)])
      const ends = [
        [one, other],
        [other, one],
      ].map((order) => {
        const model = new Model()
        for (const each of [...before, ...order]) apply(model, each)
        return asShown(model.patients)
      })
      expect(ends).toContainEqual(await stateOf(prefix))
    }),
    { numRuns: times(60, 1000) },
  )
})
