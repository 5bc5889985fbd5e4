import { type Selectable, sql } from 'kysely'
import { asJson, page, type RowOf, type Tables, type Work } from '../../platform/database/index.ts'

export interface SubmittedTake {
  take: number
  /** The number of recorded chunks. */
  chunks: number
  /** Numbers of lost chunks that no computer had any more. The job does without them. */
  missing?: number[]
}
/** A moment that the speaker marked for checking. */
export interface Marker {
  take: number
  ms: number
}
export interface Cut {
  take: number
  startMs: number
  endMs: number
}

declare module '../../platform/database/columns.ts' {
  interface JsonColumns {
    'dictations.takes': SubmittedTake[]
    /** The parts to keep: as last reported, and after submitting as submitted. */
    'dictations.cuts': Cut[]
    'dictations.markers': Marker[]
  }
}

export type Dictation = Selectable<Tables['dictations']>
export type Chunk = Omit<Selectable<Tables['dictationChunks']>, 'clinicId' | 'dictationId' | 'durationMs'>

const dictationOf = (work: Work, id: string) =>
  work.db
    .selectFrom('dictations')
    .selectAll()
    .where(({ and }) => and({ clinicId: work.clinicId, id }))

export const findDictation = (work: Work, id: string): Promise<Dictation | undefined> =>
  dictationOf(work, id).executeTakeFirst()

/** The dictation of a job; undefined for a job that was made without one. */
export const findDictationOfJob = (work: Work, jobId: string): Promise<Dictation | undefined> =>
  work.db
    .selectFrom('jobs as j')
    .innerJoin('dictations as d', (join) =>
      join.onRef('d.clinicId', '=', 'j.clinicId').onRef('d.id', '=', 'j.dictationId'),
    )
    .selectAll('d')
    .where(({ and }) => and({ 'j.clinicId': work.clinicId, 'j.id': jobId }))
    .executeTakeFirst()

/** Like `findDictation`; until the commit nobody else can submit, discard or add to it. */
export const findDictationForChange = (work: Work, id: string): Promise<Dictation | undefined> =>
  dictationOf(work, id).forUpdate().executeTakeFirst()

/** Like `findDictation`; until the commit nobody can submit or discard it, but others may add to it. */
export const findDictationForAdding = (work: Work, id: string): Promise<Dictation | undefined> =>
  dictationOf(work, id).forShare().executeTakeFirst()

export type NewDictationRow = Omit<Dictation, 'clinicId' | 'submittedAt' | 'jobId' | 'takes' | 'createdAt'>

/** @returns false when the id already exists, in any clinic. */
export async function insertDictation(work: Work, dictation: NewDictationRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await work.db
    .insertInto('dictations')
    .values({
      ...dictation,
      cuts: dictation.cuts && asJson(dictation.cuts),
      markers: dictation.markers && asJson(dictation.markers),
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
  markers: Marker[] | null,
) {
  const kept = { cuts: cuts && asJson(cuts), markers: markers && asJson(markers) }
  await work.db
    .updateTable('dictations')
    .set({ submittedAt: work.now, jobId, takes: asJson(takes), ...kept })
    .where(({ and }) => and({ clinicId: work.clinicId, id }))
    .execute()
}

/** The details of a recording that may change until it is submitted. */
export type Says = Pick<
  NewDictationRow,
  | 'facilityId'
  | 'patientId'
  | 'templateId'
  | 'workType'
  | 'dateOfEncounter'
  | 'priority'
  | 'cuts'
  | 'markers'
  | 'version'
>

export async function updateSays(work: Work, id: string, says: Says) {
  await work.db
    .updateTable('dictations')
    .set({ ...says, cuts: says.cuts && asJson(says.cuts), markers: says.markers && asJson(says.markers) })
    .where(({ and }) => and({ clinicId: work.clinicId, id }))
    .where('submittedAt', 'is', null)
    .execute()
}

export async function countOpen(work: Work, authorId: string): Promise<number> {
  const { open } = await work.db
    .selectFrom('dictations')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where(({ and }) => and({ clinicId: work.clinicId, authorId, submittedAt: null }))
    .executeTakeFirstOrThrow()
  return Number(open)
}

export async function deleteDictationRow(work: Work, id: string) {
  await work.db
    .deleteFrom('dictations')
    .where(({ and }) => and({ clinicId: work.clinicId, id }))
    .execute()
}

const chunksOf = (work: Work, dictationId: string) =>
  work.db
    .selectFrom('dictationChunks')
    .select(['take', 'number', 'sha256', 'sizeBytes', 'blobId'])
    .where(({ and }) => and({ clinicId: work.clinicId, dictationId }))

export const listChunks = (work: Work, dictationId: string): Promise<Chunk[]> =>
  chunksOf(work, dictationId).orderBy('take').orderBy('number').execute()

/** `durationMs`: as measured by the browser; null for a file. */
export type TimedChunk = Chunk & RowOf<'dictationChunks', 'durationMs'>
export const listTimedChunks = (work: Work, dictationId: string, take: number): Promise<TimedChunk[]> =>
  chunksOf(work, dictationId).select('durationMs').where('take', '=', take).orderBy('number').execute()

export const findChunk = (work: Work, dictationId: string, take: number, number: number): Promise<Chunk | undefined> =>
  chunksOf(work, dictationId)
    .where(({ and }) => and({ take, number }))
    .executeTakeFirst()

/** @returns false when another chunk of this number was stored first. */
export async function insertChunk(
  work: Work,
  dictationId: string,
  { durationMs = null, ...chunk }: Chunk & Partial<RowOf<'dictationChunks', 'durationMs'>>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await work.db
    .insertInto('dictationChunks')
    .values({ ...chunk, durationMs, clinicId: work.clinicId, dictationId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Total bytes and number of the stored chunks of a dictation. */
export const sumOfChunks = (work: Work, dictationId: string) =>
  work.db
    .selectFrom('dictationChunks')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('sizeBytes'), sql<number>`0`).as('sizeBytes'),
      fn.countAll<number>().as('chunks'),
    ])
    .where(({ and }) => and({ clinicId: work.clinicId, dictationId }))
    .executeTakeFirstOrThrow()

export interface StoredRanges extends RowOf<'dictationChunks', 'take'> {
  received: [number, number][]
  durationMs: number
}

/** The stored chunks of some dictations, or of one take of them, as closed ranges of numbers. */
export async function listRanges(
  work: Work,
  dictationIds: readonly string[],
  onlyTake: number | null = null,
): Promise<Map<string, StoredRanges[]>> {
  const { rows } = await sql<
    RowOf<'dictationChunks', 'dictationId' | 'take'> & Record<'first' | 'last' | 'durationMs', number>
  >`
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

const ofAuthor = (work: Work, authorId: string) =>
  work.db.selectFrom('dictations as d').where(({ and }) => and({ 'd.clinicId': work.clinicId, 'd.authorId': authorId }))

/** Adds the job's number and the patient: the job's, or the dictation's if there is no job. */
const shown = (dictations: ReturnType<typeof ofAuthor>) =>
  dictations
    .leftJoin('jobs as j', (join) => join.onRef('j.clinicId', '=', 'd.clinicId').onRef('j.id', '=', 'd.jobId'))
    .innerJoin('patients as p', (join) =>
      join
        .onRef('p.clinicId', '=', 'd.clinicId')
        .on(({ eb, fn }) => eb('p.id', '=', fn.coalesce('j.patientId', 'd.patientId'))),
    )
    .selectAll('d')
    .select(['p.id as shownPatientId', 'j.number as jobNumber'])
    .select(sql<string>`p.first_name || ' ' || p.last_name`.as('patientName'))

export type DictationFacts = Awaited<ReturnType<typeof listDictationsOf>>['result'][number]

/** One of the author's dictations. */
export const findDictationOf = (work: Work, authorId: string, id: string): Promise<DictationFacts | undefined> =>
  shown(ofAuthor(work, authorId).where('d.id', '=', id)).executeTakeFirst()

/** A page of the author's dictations, newest first; `open`: only those never submitted. */
export const listDictationsOf = (
  work: Work,
  authorId: string,
  { open = false, ...paging }: { open?: boolean | undefined; page: number; size: number },
) =>
  page(
    work,
    { ...paging, sortOrder: 'descend' },
    {
      from: ofAuthor(work, authorId).$if(open, (all) => all.where('d.submittedAt', 'is', null)),
      columns: shown,
      sort: { created: 'd.createdAt' },
      tie: 'd.id',
    },
  )

/** Gives the dictations of a merged patient to the survivor. */
export async function giveDictations(work: Work, { from, into }: { from: string; into: string }): Promise<void> {
  await work.db
    .updateTable('dictations')
    .set({ patientId: into })
    .where(({ and }) => and({ clinicId: work.clinicId, patientId: from }))
    .execute()
}
