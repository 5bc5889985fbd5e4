import { sql } from 'kysely'
import { readIds, type RowOf, rowsOf, valueOf, type Work } from '../../platform/database/index.ts'
import { type AuditRow, type Seal, sealedColumns } from './seals.ts'

/** The highest position of any row; null if that position is sealed already. */
export async function findUnsealed(work: Work): Promise<number | null> {
  return valueOf(
    work,
    sql<number | null>`(select max(position) from audit_events
      having max(position) > coalesce((select up_to_position from audit_seals order by id desc limit 1), 0))`,
  )
}

const writing = sql`locktype = 'relation' and relation = 'audit_events'::regclass and mode = 'RowExclusiveLock'
  and database = (select oid from pg_database where datname = current_database())`

/**
 * The open transactions that may have written a row. An insert takes this lock before it gets its position, and keeps it until the
 * transaction ends.
 */
export async function listWriters(work: Work): Promise<string[]> {
  return readIds(work, sql`select distinct virtualtransaction as id from pg_locks where ${writing}`)
}

/** Which of these transactions have not ended yet. */
export const listStillWriting = async (work: Work, writers: readonly string[]): Promise<string[]> =>
  (await listWriters(work)).filter((writer) => writers.includes(writer))

/**
 * The rows after a position (or after an id at the same position), in the order of positions. Columns are read as text, which is the
 * same in every session of ours (platform/database/pool.ts).
 */
export function listRows(
  work: Work,
  { after, afterId, upTo }: { after: number; afterId?: string; upTo: number },
  limit: number,
): Promise<AuditRow[]> {
  const texts = sql.join(sealedColumns.map((column) => sql`${sql.ref(column)}::text`))
  return work.db
    .selectFrom('auditEvents')
    .select(['id', 'clinicId', 'position', sql<AuditRow['values']>`json_build_array(${texts})`.as('values')])
    .where(afterId ? sql<boolean>`(position, id) > (${after}, ${afterId})` : sql<boolean>`position > ${after}`)
    .where('position', '<=', upTo)
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** How many rows each clinic has between two positions, and when the oldest of them was written. */
export type RowsOfClinic = RowOf<'auditEvents', 'clinicId'> & { count: number; oldest: string }

export const countRows = (work: Work, after: number, upTo: number | null): Promise<RowsOfClinic[]> =>
  work.db
    .selectFrom('auditEvents')
    .select(['clinicId', sql<string>`date_trunc('second', min(at))::text`.as('oldest')])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('position', '>', after)
    .$if(upTo !== null, (rows) => rows.where('position', '<=', upTo!))
    .groupBy('clinicId')
    .execute()

const seals = ({ db }: Work) =>
  db
    .selectFrom('auditSeals')
    .select(['clinicId', 'id', 'afterPosition', 'upToPosition', 'digests', 'previousHash', 'hash', 'signature'])
    .select(sql<string>`sealed_at::text`.as('sealedAt'))

export const findLastSeal = (work: Work): Promise<Seal | undefined> =>
  seals(work).orderBy('id', 'desc').limit(1).executeTakeFirst()

export async function findHash(work: Work, id: number): Promise<Buffer | undefined> {
  const seal = await work.db.selectFrom('auditSeals').select('hash').where('id', '=', id).executeTakeFirst()
  return seal?.hash
}

/** Seals in the order of their ids, those after an id. */
export const listSeals = (work: Work, afterId: number, limit: number): Promise<Seal[]> =>
  seals(work).where('id', '>', afterId).orderBy('id').limit(limit).execute()

/** The hash of the last seal of each of these clinics that has one. The clinic null stands for rows without a clinic. */
export async function listHeads(
  work: Work,
  clinicIds: readonly (string | null)[],
): Promise<Map<string | null, Buffer>> {
  const ids = clinicIds.filter((id) => id !== null)
  const heads: RowOf<'auditSeals', 'clinicId' | 'hash'>[] = await rowsOf(
    work,
    sql`select clinic.id as clinic_id, head.hash from unnest(${ids}::uuid[]) as clinic (id)
    cross join lateral (select hash from audit_seals where clinic_id = clinic.id order by id desc limit 1) head
    union all (select null, hash from audit_seals where clinic_id is null order by id desc limit 1)`,
  )
  return new Map(heads.map(({ clinicId, hash }) => [clinicId, hash]))
}

export async function addSeals(work: Work, seals: readonly Seal[]): Promise<void> {
  await work.db
    .insertInto('auditSeals')
    .values(seals.map((seal) => ({ ...seal, sealedAt: sql`${seal.sealedAt}::timestamptz` })))
    .execute()
}

/** The names of all clinics, by their ids. */
export async function listClinicNames(work: Work): Promise<Map<string, string>> {
  const clinics = await work.db.selectFrom('clinics').select(['clinicId', 'name']).execute()
  return new Map(clinics.map(({ clinicId, name }) => [clinicId, name]))
}
