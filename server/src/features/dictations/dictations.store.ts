import { type ColumnType, type Selectable, sql } from 'kysely'
import type { Work } from '../../platform/database/index.ts'

export interface SubmittedTake {
  take: number
  chunks: number
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
  cuts: ColumnType<Cut[] | null, never, string | null>
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

export type NewDictationRow = Omit<Dictation, 'clinicId' | 'submittedAt' | 'jobId' | 'takes' | 'cuts' | 'createdAt'>

/** @returns false when the id is known already, in whichever clinic. */
export async function insertDictation(work: Work, dictation: NewDictationRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await work.db
    .insertInto('dictations')
    .values({ ...dictation, clinicId: work.clinicId, createdAt: work.now })
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

export async function updateCorrections(
  work: Work,
  id: string,
  now: Pick<NewDictationRow, 'templateId' | 'workType' | 'dateOfEncounter'>,
) {
  await work.db
    .updateTable('dictations')
    .set(now)
    .where('clinicId', '=', work.clinicId)
    .where('id', '=', id)
    .where('submittedAt', 'is', null)
    .execute()
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
export async function insertChunk(work: Work, dictationId: string, chunk: Chunk): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await work.db
    .insertInto('dictationChunks')
    .values({ ...chunk, clinicId: work.clinicId, dictationId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Bytes that a dictation has stored so far. */
export async function sumOfChunks(work: Work, dictationId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(size_bytes), 0)::bigint as total from dictation_chunks
    where clinic_id = ${work.clinicId} and dictation_id = ${dictationId}`.execute(work.db)
  return rows[0]!.total
}

export interface StoredRanges {
  take: number
  received: [number, number][]
}

/** The stored chunks of some dictations as closed ranges of numbers. */
export async function listRanges(work: Work, dictationIds: readonly string[]): Promise<Map<string, StoredRanges[]>> {
  const { rows } = await sql<{ dictationId: string; take: number; first: number; last: number }>`
    select dictation_id, take, min(number) as first, max(number) as last from (
      select dictation_id, take, number, number - row_number() over (partition by dictation_id, take order by number) as island
      from dictation_chunks where clinic_id = ${work.clinicId} and dictation_id = any(${[...dictationIds]}::uuid[])
    ) numbered group by dictation_id, take, island order by dictation_id, take, first`.execute(work.db)
  const found = new Map<string, StoredRanges[]>()
  for (const { dictationId, take, first, last } of rows) {
    const takes = found.get(dictationId) ?? []
    found.set(dictationId, takes)
    const known = takes.find((one) => one.take === take)
    if (known) known.received.push([first, last])
    else takes.push({ take, received: [[first, last]] })
  }
  return found
}

export interface DictationFacts extends Dictation {
  patientName: string
  jobNumber: number | null
}

/** The author's dictations, newest first; `open`: only those never submitted; `id`: only this one. */
export async function listDictationsOf(
  work: Work,
  authorId: string,
  { open = false, id = null }: { open?: boolean | undefined; id?: string | null },
): Promise<DictationFacts[]> {
  const { rows } = await sql<DictationFacts>`
    select d.*, p.first_name || ' ' || p.last_name as patient_name, j.number as job_number
    from dictations d
    join patients p on p.clinic_id = d.clinic_id and p.id = d.patient_id
    left join jobs j on j.clinic_id = d.clinic_id and j.id = d.job_id
    where d.clinic_id = ${work.clinicId} and d.author_id = ${authorId} and (not ${open} or d.submitted_at is null) and (${id}::uuid is null or d.id = ${id}::uuid)
    order by d.created_at desc limit 100`.execute(work.db)
  return rows
}
