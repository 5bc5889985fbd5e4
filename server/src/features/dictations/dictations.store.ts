import { type ColumnType, type Selectable, sql } from 'kysely'
import type { Work } from '../../platform/database/index.ts'

export interface SubmittedTake {
  take: number
  /** How many were recorded. */
  chunks: number
  /** Numbers of those that no computer had any more, and that the job does without. */
  missing?: number[]
}
export interface Cut {
  take: number
  startMs: number
  endMs: number
}

interface DictationsTable {
  clinicId: string
  id: string
  authorId: string
  facilityId: string
  patientId: string
  templateId: string | null
  workType: string | null
  dateOfEncounter: string | null
  mimeType: string
  fileName: string | null
  sizeBytes: number | null
  createdAt: Date
  submittedAt: ColumnType<Date | null, never, Date>
  jobId: ColumnType<string | null, never, string>
  takes: ColumnType<SubmittedTake[] | null, never, string>
  /** What to keep: as it was begun, and at last as it was submitted. */
  cuts: ColumnType<Cut[] | null, string | null, string | null>
  version: number
  recordedAt: Date | null
  computer: string | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    dictations: DictationsTable
    dictationChunks: {
      clinicId: string
      dictationId: string
      take: number
      number: number
      sha256: string
      sizeBytes: number
      blobId: string
      durationMs: number | null
    }
  }
}

export type Dictation = Selectable<DictationsTable>
export interface Chunk {
  take: number
  number: number
  sha256: string
  sizeBytes: number
  blobId: string
}

export const findDictation = (work: Work, id: string): Promise<Dictation | undefined> =>
  work.db
    .selectFrom('dictations')
    .selectAll()
    .where('clinicId', '=', work.clinicId)
    .where('id', '=', id)
    .executeTakeFirst()

/** As `findDictation`, and nobody else submits, discards or adds to it until the commit. */
export const findDictationForChange = (work: Work, id: string): Promise<Dictation | undefined> =>
  work.db
    .selectFrom('dictations')
    .selectAll()
    .where('clinicId', '=', work.clinicId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** As `findDictation`, and nobody submits or discards it until the commit; others may add to it meanwhile. */
export const findDictationForAdding = (work: Work, id: string): Promise<Dictation | undefined> =>
  work.db
    .selectFrom('dictations')
    .selectAll()
    .where('clinicId', '=', work.clinicId)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()

export type NewDictationRow = Omit<Dictation, 'clinicId' | 'submittedAt' | 'jobId' | 'takes' | 'createdAt'>

/** @returns false when the id is known already, in whichever clinic. */
export async function insertDictation(work: Work, dictation: NewDictationRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await work.db
    .insertInto('dictations')
    .values({
      ...dictation,
      cuts: dictation.cuts && JSON.stringify(dictation.cuts),
      clinicId: work.clinicId,
      createdAt: work.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function updateSubmitted(
  work: Work,
  id: string,
  jobId: string,
  takes: SubmittedTake[],
  cuts: Cut[] | null,
) {
  await work.db
    .updateTable('dictations')
    .set({ submittedAt: work.now, jobId, takes: JSON.stringify(takes), cuts: cuts && JSON.stringify(cuts) })
    .where('clinicId', '=', work.clinicId)
    .where('id', '=', id)
    .execute()
}

/** What a recording may say anew of itself until it is submitted. */
export type Says = Pick<
  NewDictationRow,
  'facilityId' | 'patientId' | 'templateId' | 'workType' | 'dateOfEncounter' | 'cuts' | 'version'
>

export async function updateSays(work: Work, id: string, says: Says) {
  await work.db
    .updateTable('dictations')
    .set({ ...says, cuts: says.cuts && JSON.stringify(says.cuts) })
    .where('clinicId', '=', work.clinicId)
    .where('id', '=', id)
    .where('submittedAt', 'is', null)
    .execute()
}

export async function countOpen(work: Work, authorId: string): Promise<number> {
  const { open } = await work.db
    .selectFrom('dictations')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('clinicId', '=', work.clinicId)
    .where('authorId', '=', authorId)
    .where('submittedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(open)
}

export async function deleteDictationRow(work: Work, id: string) {
  await work.db.deleteFrom('dictations').where('clinicId', '=', work.clinicId).where('id', '=', id).execute()
}

export const listChunks = (work: Work, dictationId: string): Promise<Chunk[]> =>
  work.db
    .selectFrom('dictationChunks')
    .select(['take', 'number', 'sha256', 'sizeBytes', 'blobId'])
    .where('clinicId', '=', work.clinicId)
    .where('dictationId', '=', dictationId)
    .orderBy('take')
    .orderBy('number')
    .execute()

export const findChunk = (work: Work, dictationId: string, take: number, number: number): Promise<Chunk | undefined> =>
  work.db
    .selectFrom('dictationChunks')
    .select(['take', 'number', 'sha256', 'sizeBytes', 'blobId'])
    .where('clinicId', '=', work.clinicId)
    .where('dictationId', '=', dictationId)
    .where('take', '=', take)
    .where('number', '=', number)
    .executeTakeFirst()

/** @returns false when another chunk of this number was stored first. */
export async function insertChunk(
  work: Work,
  dictationId: string,
  { durationMs = null, ...chunk }: Chunk & { durationMs?: number | null },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await work.db
    .insertInto('dictationChunks')
    .values({ ...chunk, durationMs, clinicId: work.clinicId, dictationId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Bytes and number of the chunks that a dictation has stored so far. */
export async function sumOfChunks(work: Work, dictationId: string): Promise<{ sizeBytes: number; chunks: number }> {
  const { rows } = await sql<{ sizeBytes: number; chunks: number }>`
    select coalesce(sum(size_bytes), 0)::bigint as size_bytes, count(*)::int as chunks from dictation_chunks
    where clinic_id = ${work.clinicId} and dictation_id = ${dictationId}`.execute(work.db)
  return rows[0]!
}

export interface StoredRanges {
  take: number
  received: [number, number][]
  durationMs: number
}

/** The stored chunks of some dictations, or of one take of them, as closed ranges of numbers. */
export async function listRanges(
  work: Work,
  dictationIds: readonly string[],
  onlyTake: number | null = null,
): Promise<Map<string, StoredRanges[]>> {
  const { rows } = await sql<{ dictationId: string; take: number; first: number; last: number; durationMs: number }>`
    select dictation_id, take, min(number) as first, max(number) as last, coalesce(sum(duration_ms), 0)::bigint as duration_ms from (
      select dictation_id, take, number, duration_ms, number - row_number() over (partition by dictation_id, take order by number) as island
      from dictation_chunks where clinic_id = ${work.clinicId} and dictation_id = any(${[...dictationIds]}::uuid[])
        and (${onlyTake}::int is null or take = ${onlyTake}::int)
    ) numbered group by dictation_id, take, island order by dictation_id, take, first`.execute(work.db)
  const found = new Map<string, StoredRanges[]>()
  for (const { dictationId, take, first, last, durationMs } of rows) {
    const takes = found.get(dictationId) ?? []
    found.set(dictationId, takes)
    const known = takes.find((one) => one.take === take)
    if (known) {
      known.received.push([first, last])
      known.durationMs += durationMs
    } else takes.push({ take, received: [[first, last]], durationMs })
  }
  return found
}

export interface DictationFacts extends Dictation {
  /** Of the job, when there is one. */
  shownPatientId: string
  patientName: string
  jobNumber: number | null
}

interface WhichDictations {
  open?: boolean | undefined
  id?: string | null
  page?: number
  size?: number
}

const which = (work: Work, authorId: string, { open = false, id = null }: WhichDictations) =>
  sql<boolean>`d.clinic_id = ${work.clinicId} and d.author_id = ${authorId} and (not ${open} or d.submitted_at is null)
    and (${id}::uuid is null or d.id = ${id}::uuid)`

/** The author's dictations, newest first; `open`: only those never submitted; `id`: only this one. */
export async function listDictationsOf(
  work: Work,
  authorId: string,
  { page = 0, size = 100, ...asked }: WhichDictations,
): Promise<DictationFacts[]> {
  const { rows } = await sql<DictationFacts>`
    select d.*, p.id as shown_patient_id, p.first_name || ' ' || p.last_name as patient_name, j.number as job_number
    from dictations d
    left join jobs j on j.clinic_id = d.clinic_id and j.id = d.job_id
    join patients p on p.clinic_id = d.clinic_id and p.id = coalesce(j.patient_id, d.patient_id)
    where ${which(work, authorId, asked)}
    order by d.created_at desc, d.id desc limit ${size} offset ${page * size}`.execute(work.db)
  return rows
}

/** How many there are of them; apart, since behind the end there is no row to carry it. */
export async function countDictationsOf(work: Work, authorId: string, asked: WhichDictations): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from dictations d where ${which(work, authorId, asked)}`.execute(work.db)
  return rows[0]!.total
}
