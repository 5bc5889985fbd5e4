import type { AdtRecord, Allergy, PatientRecord, Practitioner } from '@dictara/contract/patient-record'
import { patientRefusals } from '@dictara/contract/patients'
import { together, waitBesideOthers, waitForTurn, type Work } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import { storable } from '../../platform/storable.ts'
import {
  type BroughtColumns,
  broughtColumns,
  type BroughtRow,
  deleteMerged,
  insertBrought,
  insertFormerNumber,
  isFormerNumber,
  lockByNumbers,
  lockWhole,
  passOnNumbers,
  renumber,
  updateBrought,
} from './brought.store.ts'
import { addingTo } from './known-patients.ts'

/** Absent: the source says nothing, and what is known stays. Null: it is deleted there. */
type Told = { [K in keyof BroughtColumns]?: BroughtColumns[K] | null }

/** What an interface says of one patient. */
export interface BroughtPatient extends Told {
  source: 'EHR' | 'HL7'
  facilityId: string
  medicalRecordNumber: string
  /** Each given kind replaces the known entries of that kind; of MORE_DETAILS only the given details. */
  records?: PatientRecord
  /** Single entries, beside the known ones. */
  added?: AddedEntries
  /** The source corrects who the patient is, so that name and date of birth may all change. */
  correctsIdentity?: boolean
  /** An admission, transfer or discharge that did not happen: its ADT record goes, the patient stays. */
  cancels?: CancelledMovement
}

export interface AddedEntries {
  /** An entry with a known key replaces that one. */
  ADT?: readonly { key: string; visit?: string | null; content: AdtRecord }[]
  /** Known by their id, or else by their allergen. */
  ALLERGY?: readonly { action: 'add' | 'update' | 'delete'; content: Allergy }[]
  /** Those of the same relations are replaced. */
  PRACTITIONER?: readonly Practitioner[]
}

export interface CancelledMovement {
  /** What ADT records of the movement say in `actionType`. */
  actionTypes: readonly string[]
  /** Only a record of this visit, or of none, is meant. */
  visit?: string | null
  /** When it was to happen. Of several records the one of this time is meant, else the latest. */
  at?: string | null
}

interface Kept {
  patientId: string
  isNew: boolean
  /** Whether the patient's own columns are others than before. */
  isChanged: boolean
}

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'patient.brought': { source: 'EHR' | 'HL7'; isNew: boolean }
    'patient.merged': { fromPatientId: string | null }
  }
  interface Events {
    /** An interface says something about a patient's record. */
    'patient.brought': { patientId: string } & Pick<BroughtPatient, 'records' | 'added' | 'cancels'>
    /** Whatever belongs to patient `from` belongs to `into` now. Said twice in one merge: rows may come in between. */
    'patient.merged': { from: string; into: string }
  }
}

/** The longest name, place and so on of a patient, and the longest text in an entry of the record. */
const mostCharacters = { column: 200, entry: 10_000 }

/** Whether a day is in the future in every time zone. The earliest zone is 14 hours ahead of UTC. */
export const isUnborn = (birthDate: string, now: Date): boolean =>
  birthDate > new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10)

function readyToKeep(
  { records, added, cancels, medicalRecordNumber, birthDate, ...columns }: BroughtPatient,
  now: Date,
): BroughtPatient {
  return {
    ...storable(columns, mostCharacters.column),
    ...(birthDate && !isUnborn(birthDate, now) && { birthDate }),
    medicalRecordNumber: numberOf(medicalRecordNumber),
    ...(records && { records: storable(records, mostCharacters.entry) }),
    ...(added && { added: storable(added, mostCharacters.entry) }),
    ...(cancels && { cancels: storable(cancels, mostCharacters.entry) }),
  }
}

/** An MRN is never cut: the rest could be the number of somebody else. */
function numberOf(given: string): string {
  refuseUnless(given.length <= mostCharacters.column, patientRefusals.recordNumberTooLong)
  return storable(given, mostCharacters.column)
}

/**
 * Makes messages about the same numbers wait for each other, in one order; others go on beside them. Nobody is added by hand at the
 * facility meanwhile.
 * @returns the patients of the numbers as of `lockByNumbers`
 */
async function waitForNumbers(work: Work, facilityId: string, numbers: readonly [string, string?]) {
  const turns = [...new Set(numbers.map((one) => `patient ${one!.toLowerCase()} of ${facilityId}`))].toSorted()
  const [, rows] = await together([
    together([
      waitBesideOthers(work, addingTo(facilityId), turns[0]!),
      turns[1] !== undefined && waitForTurn(work, turns[1]),
    ]),
    lockByNumbers(work, facilityId, numbers),
  ])
  return rows
}

const lockByNumber = async (work: Work, { facilityId, medicalRecordNumber }: BroughtPatient) =>
  (await lockByNumbers(work, facilityId, [medicalRecordNumber]))[0]

const neededByNew = { firstName: 'first name', lastName: 'last name' } as const
const needed = Object.keys(neededByNew) as (keyof typeof neededByNew)[]
/** What can be replaced, never deleted. */
const kept = new Set<string>([...needed, 'birthDate', 'gender', 'termType'])

/** What was said of the patient's own columns; of what is never deleted only values. */
const toldColumns = (patient: BroughtPatient) =>
  Object.fromEntries(
    broughtColumns
      .map((column) => [column, patient[column]] as const)
      .filter(([column, value]) => value !== undefined && !(value === null && kept.has(column))),
  ) as Partial<BroughtColumns>

function sameValue(a: unknown, b: unknown) {
  return a instanceof Date && b ? a.getTime() === new Date(b as string).getTime() : a === b
}

/** @throws Refusal for a patient who can’t be made */
function newRow(work: Work, patient: BroughtPatient) {
  refuseUnless(!patient.cancels, patientRefusals.nothingToCancel, { record: patient.medicalRecordNumber })
  const { firstName, lastName, gender = 'Unknown', ...told } = toldColumns(patient)
  const missing = needed.filter((column) => !patient[column]).map((column) => neededByNew[column])
  if (!firstName || !lastName)
    throw new Refusal(patientRefusals.incomplete, { missing: missing.join(' and no ') }, missing)
  const { facilityId, medicalRecordNumber, source } = patient
  const id = newId(work.now.getTime())
  return { id, facilityId, medicalRecordNumber, source, firstName, lastName, gender, ...told }
}

/** What was other before. */
const changesOf = (before: BroughtRow, patient: BroughtPatient) =>
  Object.entries({ ...toldColumns(patient), source: patient.source }).filter(
    ([column, value]) => !sameValue(before[column as keyof BroughtRow], value),
  )

/**
 * Whether a number is used for two people: first name, last name and date of birth all differ from those that are known. A name that
 * was misspelt, or changed by marriage, leaves one of them as it was.
 */
const isOtherPerson = (known: BroughtRow, told: BroughtPatient) =>
  [...needed, 'birthDate' as const].every(
    (column) => told[column] && known[column] && told[column].toLowerCase() !== known[column].toLowerCase(),
  )

async function keep(work: Work, patient: BroughtPatient, known: BroughtRow | undefined): Promise<Kept> {
  const { facilityId, source, records, added, cancels, correctsIdentity } = patient
  // An EHR that is read says who each of its patients is now.
  const mayChangeIdentity = correctsIdentity || (source === 'EHR' && known?.source === 'EHR')
  refuseUnless(!known || mayChangeIdentity || !isOtherPerson(known, patient), patientRefusals.otherPerson, {
    record: patient.medicalRecordNumber,
  })
  const made = known ? undefined : newRow(work, patient)
  const changes = known ? changesOf(known, patient) : []
  const { id: patientId } = (known ?? made)!
  const isChanged = made !== undefined || changes.length > 0
  const saysMore = records !== undefined || added !== undefined || cancels !== undefined
  await together([
    made && insertBrought(work, made),
    changes.length > 0 && updateBrought(work, known!, Object.fromEntries(changes)),
    saysMore &&
      work.record('patient.brought', {
        patientId,
        ...(records && { records }),
        ...(added && { added }),
        ...(cancels && { cancels }),
      }),
    (isChanged || saysMore) &&
      work.audit({ event: 'patient.brought', patientId, facilityId, detail: { source, isNew: !known } }),
  ])
  return { patientId, isNew: !known, isChanged }
}

/**
 * Keeps what an interface says of a patient. Who has the same MRN at the facility, made by hand or brought before, becomes that one
 * patient; the MRN of somebody who was merged means the survivor (Q207).
 * @throws Refusal 422 for a new patient without a name, for a cancellation about somebody unknown, and for an MRN that is
 * too long; 409 when the MRN belongs to another person, whose record must not be overwritten
 */
export async function bringPatient(work: Work, given: BroughtPatient): Promise<Kept> {
  const patient = readyToKeep(given, work.now)
  const [known] = await waitForNumbers(work, patient.facilityId, [patient.medicalRecordNumber])
  return keep(work, patient, known)
}

const placeOf = ({ bedId, bedDesc, unitDesc }: Pick<BroughtColumns, 'bedId' | 'bedDesc' | 'unitDesc'>) => ({
  bedId,
  bedDesc,
  unitDesc,
})

/**
 * Keeps what a swap of beds (A17) says of two patients of one facility. If it names no bed for either, they take each other's.
 * @throws Refusal as `bringPatient`
 */
export async function swapBeds(work: Work, given: readonly [BroughtPatient, BroughtPatient]): Promise<void> {
  const [one, other] = [readyToKeep(given[0], work.now), readyToKeep(given[1], work.now)]
  const [a, b] = await waitForNumbers(work, one.facilityId, [one.medicalRecordNumber, other.medicalRecordNumber])
  const namesNone = [one, other].every(({ bedId, bedDesc, unitDesc }) => !bedId && !bedDesc && !unitDesc)
  const isSwap = namesNone && a && b
  await keep(work, isSwap ? { ...one, ...placeOf(b) } : one, a)
  // Both numbers may mean one patient, who is then changed, or made, already.
  const bNow = a?.id === b?.id ? await lockByNumber(work, other) : b
  await keep(work, isSwap ? { ...other, ...placeOf(a) } : other, bNow)
}

/** Moves everything of one patient to another, and deletes the first. */
async function moveAll(work: Work, from: BroughtRow, into: BroughtRow): Promise<void> {
  await work.record('patient.merged', { from: from.id, into: into.id })
  // From here on nothing new can be written for the merged one; what came before this lock is moved now.
  await lockWhole(work, from.id)
  await work.record('patient.merged', { from: from.id, into: into.id })
  await passOnNumbers(work, from, into.id)
  await deleteMerged(work, from.id)
}

/**
 * Merges the patient of a number into another (A18, A34, A40), and keeps what the message says of the survivor. From then on the
 * merged number finds the survivor. If only the merged number is known, its patient gets the new number.
 * @throws Refusal as `bringPatient`, and 409 when the number was merged into somebody else before
 */
export async function mergePatients(work: Work, given: { from: string; into: BroughtPatient }): Promise<Kept> {
  // Whoever merges two numbers has looked at who they are.
  const into: BroughtPatient = { ...readyToKeep(given.into, work.now), correctsIdentity: true }
  const from = numberOf(given.from)
  const { facilityId, medicalRecordNumber } = into
  const [merged, survivor] = await waitForNumbers(work, facilityId, [from, medicalRecordNumber])
  if (from.toLowerCase() === medicalRecordNumber.toLowerCase()) return keep(work, into, survivor)
  const wasMerged = await isFormerNumber(work, facilityId, from)
  refuseUnless(!wasMerged || merged?.id === survivor?.id, patientRefusals.mergedBefore, { record: from })
  if (merged && !wasMerged && (!survivor || survivor.id === merged.id))
    await renumber(work, merged, medicalRecordNumber)
  if (merged && survivor && survivor.id !== merged.id) await moveAll(work, merged, survivor)
  const kept = await keep(work, into, await lockByNumber(work, into))
  if (!merged) await insertFormerNumber(work, { facilityId, number: from, patientId: kept.patientId })
  const { patientId } = kept
  await work.audit({ event: 'patient.merged', patientId, facilityId, detail: { fromPatientId: merged?.id ?? null } })
  return kept
}
