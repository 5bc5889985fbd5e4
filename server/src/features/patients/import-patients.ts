import { mostPatients, type PatientColumn, patientColumns } from '@dictara/contract/patients-import'
import { patientRefusals } from '@dictara/contract/patients'
import { authors } from '@dictara/contract/roles'
import { reachesFacility } from '../../platform/actor.ts'
import type { ClinicWork } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { findFacility } from '../facilities/index.ts'
import { type ImportKind, otherNames, type SettledRow } from '../imports/index.ts'
import { actorNow } from '../people/index.ts'
import { makeRecordNumbers, waitForAdding } from './known-patients.ts'
import { insertPatients } from './patients.store.ts'
import { candidateOf, type Entered, judge, readPatients } from './read-patients.ts'

const columns = {
  names: patientColumns,
  otherNames: {
    ...otherNames,
    gender: 'Sex',
    recordnumber: 'MRN',
    medicalrecordnumber: 'MRN',
    bedid: 'Bed',
    facilities: 'Facility',
  },
  needed: ['First Name', 'Last Name', 'Date of Birth', 'Sex'],
  mostRows: mostPatients,
} as const

interface Row {
  line: number
  input: Entered
}

/** Locks, in one order to avoid deadlocks, the facilities to which patients can be added now. */
async function waitForFacilities(work: ClinicWork, rows: readonly Row[]): Promise<Set<string>> {
  const open = new Set<string>()
  for (const facilityId of [...new Set(rows.map(({ input }) => input.facilityId))].toSorted()) {
    const facility = reachesFacility(work.actor, facilityId) && (await findFacility(work, facilityId))
    if (facility && facility.isEnabled) open.add(facilityId)
    await waitForAdding(work, facilityId)
  }
  return open
}

/** Inserts patients that are known to be addable. Those without an MRN get one from the facility. */
async function insertAll(work: ClinicWork, inputs: readonly Entered[]): Promise<void> {
  const given = inputs.filter(({ medicalRecordNumber }) => medicalRecordNumber)
  const others = Map.groupBy(
    inputs.filter(({ medicalRecordNumber }) => !medicalRecordNumber),
    ({ facilityId }) => facilityId,
  )
  const patients = (some: readonly Entered[], records: readonly string[]) =>
    some.map(({ bedId = null, ...facts }, at) => ({
      ...facts,
      id: newId(work.now.getTime()),
      medicalRecordNumber: records[at]!,
      bedId,
    }))
  const inserted = patients(
    given,
    given.map(({ medicalRecordNumber }) => medicalRecordNumber!),
  )
  if (inserted.length > 0) await insertPatients(work, inserted)
  for (const [facilityId, some] of others) {
    const numbered = patients(some, await makeRecordNumbers(work, facilityId, some.length))
    await insertPatients(work, numbered)
    inserted.push(...numbered)
  }
  for (const { id, facilityId } of inserted) await work.audit({ event: 'patient.added', patientId: id, facilityId })
}

/** Adds rows by the rules of the form, after comparing them with the present patients. */
async function addRows(work: ClinicWork, rows: readonly Row[]): Promise<SettledRow[]> {
  const open = await waitForFacilities(work, rows)
  const here = rows.filter(({ input }) => open.has(input.facilityId))
  const verdicts = await judge(work, here.map(candidateOf))
  const added = here.filter(({ line }) => verdicts.get(line)!.outcome === 'ADD')
  await insertAll(
    work,
    added.map(({ input }) => input),
  )
  return rows.map(({ line }) => {
    const { outcome, why } = verdicts.get(line) ?? { outcome: 'CANNOT', why: patientRefusals.facilityDisabled.message }
    return { line, outcome: outcome === 'ADD' ? 'ADDED' : outcome, why }
  })
}

/** Imports patients. Each is added by the rules of the form and audited. */
export const patientsKind: ImportKind<PatientColumn> = {
  name: 'patients',
  columns,
  batch: 250,
  read: readPatients,
  add: (work, rows) => addRows(work, rows as Row[]),
  actorNow: (work, actor) => actorNow(work, actor, ({ userType }) => authors.some((one) => one === userType)),
}
