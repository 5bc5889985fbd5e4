import { authors } from '@dictara/contract'
import type { PatientDetails, RecordKind, RecordKinds } from '@dictara/contract/patient-record'
import { isDeepStrictEqual } from 'node:util'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import { reachesFacility } from '../../platform/actor.ts'
import { ask, asJson, type ClinicWork, fixed, type Work } from '../../platform/database/index.ts'
import { mayRead } from '../jobs/index.ts'

declare module '../../platform/database/columns.ts' {
  interface JsonColumns {
    'patientRecords.content': RecordKinds[RecordKind]
  }
}

/** Whether a patient is on the roster of a doctor whom the actor bills for. */
async function isOnBilledRoster(work: ClinicWork, patientId: string): Promise<boolean> {
  const visit = await work.db
    .selectFrom('rosterEntries as r')
    .innerJoin('users as u', 'u.id', 'r.providerId')
    .select('r.id')
    .where(({ and }) => and({ 'r.clinicId': work.clinicId, 'r.patientId': patientId, 'u.billerId': work.actor.userId }))
    .limit(1)
    .executeTakeFirst()
  return visit !== undefined
}

/**
 * Whether the actor may read a patient's record (role matrix): authors and managers read patients of facilities that they reach,
 * billers those on the rosters of their doctors, and everybody those of jobs that they may read now.
 */
export async function isSeenPatient(work: ClinicWork, id: string): Promise<boolean> {
  const { actor } = work
  const patient = await work.db
    .selectFrom('patients')
    .select('facilityId')
    .where(({ and }) => and({ clinicId: work.clinicId, id }))
    .executeTakeFirst()
  if (!patient) return false
  const byFacility = authors.some((type) => type === actor.userType)
  if (byFacility && reachesFacility(actor, patient.facilityId)) return true
  if (actor.userType === 'biller' && (await isOnBilledRoster(work, id))) return true
  const job = await work.db
    .selectFrom('jobs as j')
    .select('j.id')
    .where(({ and }) => and({ 'j.clinicId': work.clinicId, 'j.patientId': id, 'j.isEnabled': true }))
    .where(mayRead(actor, work.now))
    .limit(1)
    .executeTakeFirst()
  return job !== undefined
}

/** A patient of the facility, as Patient Details shows them. @returns undefined when the patient belongs to another facility */
export const findPatientDetails = (
  work: Work,
  facilityId: string,
  patientId: string,
): Promise<z.input<typeof PatientDetails> | undefined> =>
  work.db
    .selectFrom('patients as p')
    .innerJoin('facilities as f', (join) =>
      join.onRef('f.clinicId', '=', 'p.clinicId').onRef('f.id', '=', 'p.facilityId'),
    )
    .select(['p.id as patientId', 'p.prefix', 'p.lastName', 'p.firstName', 'p.middleName', 'p.preferredName'])
    .select(['p.unitDesc', 'p.bedId', 'p.bedDesc', 'p.admissionDate', 'p.birthDate', 'p.gender', 'p.religion'])
    .select(({ ref }) => [
      'p.medicalRecordNumber',
      'p.source',
      'f.timeZone',
      jsonBuildObject({ facilityId: ref('f.id'), facilityName: ref('f.name') }).as('facility'),
    ])
    .where(({ and }) => and({ 'p.clinicId': work.clinicId, 'p.facilityId': facilityId, 'p.id': patientId }))
    .executeTakeFirst()

/** True for somebody of the clinic who may dictate. */
export async function isAuthorOfClinic(work: Work, userId: string): Promise<boolean> {
  const author = await work.db
    .selectFrom('users')
    .select('id')
    .where(({ and }) => and({ clinicId: work.clinicId, id: userId }))
    .where('userType', 'in', authors)
    .executeTakeFirst()
  return author !== undefined
}

/** The entries of one kind of a patient's record, in the order of the EHR. */
export async function listRecords<K extends RecordKind>(
  work: Work,
  patientId: string,
  kind: K,
): Promise<RecordKinds[K][]> {
  const rows = await work.db
    .selectFrom('patientRecords')
    .select('content')
    .where(({ and }) => and({ clinicId: work.clinicId, patientId, kind }))
    .orderBy('position')
    .execute()
  return rows.map(({ content }) => content as RecordKinds[K])
}

export interface Entry<K extends RecordKind = RecordKind> {
  /** What makes it the same as one before, in the words of its interface. */
  entryKey: string | null
  visit: string | null
  content: RecordKinds[K]
}

/** Entries by their kinds, in order. */
export type EntriesOfKinds = ReadonlyMap<RecordKind, readonly Entry[]>

const entriesOf = fixed<Entry & { kind: string }>(`
  select kind, entry_key, visit, content from patient_records
  where clinic_id = $1 and patient_id = $2 and kind = any($3) order by position`)

/** The entries of some kinds with what their interface knows them by. */
export async function listEntries(
  work: Work,
  patientId: string,
  kinds: readonly RecordKind[],
): Promise<EntriesOfKinds> {
  const rows = await ask(work, entriesOf(work.clinicId, patientId, kinds))
  const entries = new Map<RecordKind, Entry[]>()
  for (const { kind, ...entry } of rows) {
    const known = entries.get(kind as RecordKind)
    if (known) known.push(entry)
    else entries.set(kind as RecordKind, [entry])
  }
  return entries
}

/** The kinds of which a patient has entries. */
export async function listKindsOf(work: Work, patientId: string): Promise<RecordKind[]> {
  const rows = await work.db
    .selectFrom('patientRecords')
    .select('kind')
    .distinct()
    .where(({ and }) => and({ clinicId: work.clinicId, patientId }))
    .orderBy('kind')
    .execute()
  return rows.map(({ kind }) => kind as RecordKind)
}

const writing = fixed(`
  insert into patient_records (clinic_id, patient_id, kind, position, entry_key, visit, content)
  select $1, $2, kind, position, "entryKey", visit, content
  from jsonb_to_recordset($3) as given (kind text, position integer, "entryKey" text, visit text, content jsonb)
  on conflict (clinic_id, patient_id, kind, position)
  do update set entry_key = excluded.entry_key, visit = excluded.visit, content = excluded.content`)

/**
 * Writes the entries of each given kind in the place of those before. Only what differs is written: most messages tell again what is
 * known.
 */
export async function replaceEntries(
  work: Work,
  patientId: string,
  before: EntriesOfKinds,
  entries: EntriesOfKinds,
): Promise<void> {
  const { clinicId } = work
  const shorter = [...entries].filter(([kind, now]) => now.length < (before.get(kind)?.length ?? 0))
  for (const [kind, now] of shorter)
    await work.db
      .deleteFrom('patientRecords')
      .where(({ and }) => and({ clinicId, patientId, kind }))
      .where('position', '>=', now.length)
      .execute()
  const rows = [...entries].flatMap(([kind, now]) =>
    now.flatMap(({ entryKey, visit, content }, position) => {
      const known = before.get(kind)?.[position]
      const row = { entryKey, visit, content: asJson<RecordKinds[RecordKind]>(content) }
      const isKnown = known && isDeepStrictEqual(known, { ...row, content: JSON.parse(row.content) as unknown })
      return isKnown ? [] : [{ kind, position, entryKey, visit, content }]
    }),
  )
  if (rows.length > 0) await ask(work, writing(clinicId, patientId, JSON.stringify(rows)))
}
