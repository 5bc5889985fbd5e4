import { type Insertable, sql } from 'kysely'
import {
  ask,
  fixed,
  insertion,
  type RowOf,
  type Tables,
  toSnakeCase,
  type Work,
} from '../../platform/database/index.ts'

type Written = Insertable<Tables['patients']>

/** The columns of a patient that an interface may tell. */
export const broughtColumns = [
  'firstName',
  'lastName',
  'middleName',
  'prefix',
  'preferredName',
  'birthDate',
  'gender',
  'bedId',
  'bedDesc',
  'unitDesc',
  'admissionDate',
  'dischargedAt',
  'religion',
  'termType',
] as const

/** What an interface may say of a patient: days as `yyyy-mm-dd`, times as ISO 8601. */
export type BroughtColumns = RowOf<'patients', Exclude<(typeof broughtColumns)[number], 'dischargedAt'>> & {
  dischargedAt: string | null
}
export type BroughtRow = RowOf<
  'patients',
  (typeof broughtColumns)[number] | 'id' | 'facilityId' | 'medicalRecordNumber' | 'source'
>

/** Locks a patient’s row until the commit: nobody can write it, nor a row that refers to the patient. */
export async function lockWhole(work: Work, id: string): Promise<void> {
  await work.db
    .selectFrom('patients')
    .select('id')
    .where(({ and }) => and({ clinicId: work.clinicId, id }))
    .forUpdate()
    .execute()
}

const listOf = (columns: readonly string[]) => columns.map(toSnakeCase).join(', ')
const lockedColumns = listOf([...broughtColumns, 'id', 'facilityId', 'medicalRecordNumber', 'source'])

/** The statement that locks the patients of this many numbers. */
const lockingOf = (numbers: number) =>
  fixed<{ foundId: string | null } & BroughtRow>(`with found as (
    select place, coalesce(
      (select id from patients where clinic_id = $1 and facility_id = $2 and record_key = given),
      (select patient_id from former_record_numbers where clinic_id = $1 and facility_id = $2 and record_key = given)
    ) as found_id from (values ${Array.from({ length: numbers }, (_, at) => `(${at}, $${at + 3}::text)`).join(', ')}) as g (place, given)
  ), locked as (
    select ${lockedColumns} from patients
    where clinic_id = $1 and id in (select found_id from found) order by id for no key update
  )
  select found_id, locked.* from found left join locked on id = found_id order by place`)
// A list of numbers would be planned each time.
const locking = { one: lockingOf(1), two: lockingOf(2) }

/**
 * The patients who have these one or two numbers now, or whose numbers they were before a merge, each locked until the commit, in one
 * order.
 * @returns them in the order of the numbers
 */
export async function lockByNumbers(
  work: Work,
  facilityId: string,
  numbers: readonly [string, string?],
): Promise<(BroughtRow | undefined)[]> {
  const keys = numbers.map((number) => number!.toLowerCase())
  const query = locking[keys.length === 1 ? 'one' : 'two'](work.clinicId, facilityId, ...keys)
  for (;;) {
    const rows = await ask(work, query)
    // Somebody who was merged into another meanwhile is looked for again.
    if (rows.every(({ foundId, id }) => foundId === null || id !== null))
      return rows.map(({ foundId, ...row }) => (foundId === null ? undefined : row))
  }
}

type Said<T> = Omit<T, 'dischargedAt' | 'clinicId'> & Partial<Pick<BroughtColumns, 'dischargedAt'>>
const written = <T extends Said<object>>({ dischargedAt, ...more }: T) => ({
  ...more,
  ...(dischargedAt !== undefined && { dischargedAt: dischargedAt === null ? null : new Date(dischargedAt) }),
})

/** The values of a new patient for the columns that the EHR does not name. */
const unsaid = {
  ...(Object.fromEntries(broughtColumns.map((column) => [column, null])) as Record<
    Exclude<(typeof broughtColumns)[number], 'firstName' | 'lastName' | 'gender' | 'termType'>,
    null
  >),
  termType: 'Inpatient',
}

export async function insertBrought(work: Work, patient: Said<Written>): Promise<void> {
  const row = { ...unsaid, ...written(patient), clinicId: work.clinicId, createdAt: work.now }
  await ask(work, insertion({ patients: row }))
}

/** The columns that identify a patient. Writing a name makes the search words again, even if it is the same name. */
const identifying = ['firstName', 'lastName', 'middleName', 'prefix', 'preferredName', 'birthDate', 'gender'] as const
const others = [...broughtColumns.filter((one) => !identifying.some((other) => other === one)), 'source' as const]
type Updated = (typeof broughtColumns)[number] | 'source'

const updating = (columns: readonly Updated[]) => {
  const set = columns.map((column, at) => `${toSnakeCase(column)} = $${at + 3}`).join(', ')
  const query = fixed(`update patients set ${set}, version = version + 1 where clinic_id = $1 and id = $2`)
  return (work: Work, row: BroughtRow) =>
    ask(work, query(work.clinicId, row.id, ...columns.map((column) => row[column])))
}
const updateAll = updating([...identifying, ...others])
const updateOthers = updating(others)

/** Two statements are enough for whatever changes: each connection plans them once. */
export async function updateBrought(
  work: Work,
  known: BroughtRow,
  changed: Said<Partial<BroughtColumns>>,
): Promise<void> {
  const row = { ...known, ...written(changed) }
  await (identifying.some((column) => column in changed) ? updateAll : updateOthers)(work, row)
}

/** True for the number of somebody who was merged. */
export async function isFormerNumber(work: Work, facilityId: string, number: string): Promise<boolean> {
  const found = await work.db
    .selectFrom('formerRecordNumbers')
    .select('patientId')
    .where(({ and }) => and({ clinicId: work.clinicId, facilityId, recordKey: number.toLowerCase() }))
    .executeTakeFirst()
  return found !== undefined
}

interface FormerNumber {
  facilityId: string
  number: string
  patientId: string
  /** The id of the merged patient, if there was one. */
  formerId?: string
}

/** Remembers that a number means this patient from now on. */
export async function insertFormerNumber(work: Work, { number, formerId, ...of }: FormerNumber): Promise<void> {
  await work.db
    .insertInto('formerRecordNumbers')
    .values({ ...of, clinicId: work.clinicId, recordKey: number.toLowerCase(), formerId: formerId ?? null })
    .execute()
  await renewSearched(work, of.patientId)
}

/** A patient is found by their former numbers, too. */
async function renewSearched(work: Work, patientId: string): Promise<void> {
  await work.db
    .updateTable('patients')
    .set({
      formerNumbers: sql<string>`coalesce((select string_agg(record_key, ' ' order by record_key) from former_record_numbers n
        where n.clinic_id = ${work.clinicId} and n.patient_id = ${patientId}), '')`,
    })
    .where(({ and }) => and({ clinicId: work.clinicId, id: patientId }))
    .execute()
}

/** Gives a patient another number; the present one stays theirs as a former one. */
export async function renumber(work: Work, { id, facilityId, medicalRecordNumber }: BroughtRow, number: string) {
  await work.db
    .deleteFrom('formerRecordNumbers')
    .where(({ and }) => and({ clinicId: work.clinicId, facilityId, recordKey: number.toLowerCase() }))
    .execute()
  await work.db
    .updateTable('patients')
    .set(({ eb }) => ({ medicalRecordNumber: number, version: eb('version', '+', 1) }))
    .where(({ and }) => and({ clinicId: work.clinicId, id }))
    .execute()
  await insertFormerNumber(work, { facilityId, number: medicalRecordNumber, patientId: id })
}

/** Gives a merged patient's numbers, present and former, to the survivor. */
export async function passOnNumbers(work: Work, from: BroughtRow, patientId: string): Promise<void> {
  await work.db
    .updateTable('formerRecordNumbers')
    .set({ patientId })
    .where(({ and }) => and({ clinicId: work.clinicId, patientId: from.id }))
    .execute()
  const { facilityId, medicalRecordNumber: number, id: formerId } = from
  await insertFormerNumber(work, { facilityId, number, patientId, formerId })
}

/** Deletes a patient of whom nothing is left. */
export async function deleteMerged(work: Work, id: string): Promise<void> {
  await work.db
    .deleteFrom('patients')
    .where(({ and }) => and({ clinicId: work.clinicId, id }))
    .execute()
}

/** The survivor of a patient who was merged; else the same id. For devices that still know the merged one. */
export async function findSurvivor(work: Work, patientId: string): Promise<string> {
  const found = await work.db
    .selectFrom('formerRecordNumbers')
    .select('patientId')
    .where(({ and }) => and({ clinicId: work.clinicId, formerId: patientId }))
    .executeTakeFirst()
  return found?.patientId ?? patientId
}
