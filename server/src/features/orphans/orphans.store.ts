import { sql } from 'kysely'
import { anyOf, type RowOf, rowsOf, valueOf, type Work } from '../../platform/database/index.ts'

/** A column with ids of blobs in any table. Found by name, so that new columns are never forgotten. */
interface BlobColumn {
  name: string
  column: string
}

/** All columns with ids of blobs. Read from the catalogue, because the information schema hides what a role may not read. */
export async function listBlobColumns(work: Work): Promise<BlobColumn[]> {
  return rowsOf(
    work,
    sql`select c.relname as name, a.attname as column
    from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and a.atttypid = 'uuid'::regtype and a.attname like '%blob%'
    order by 1, 2`,
  )
}

/** Returns the given blobs that no row of any clinic names. */
async function listUnnamed(work: Work, ids: readonly string[]): Promise<string[]> {
  const columns = await listBlobColumns(work)
  if (columns.length === 0) return []
  const named = columns.map(
    ({ name, column }) => sql`exists (select from ${sql.table(name)} where ${sql.ref(column)} = found.id)`,
  )
  return valueOf(
    work,
    sql<string[]>`array(
    select found.id from unnest(${[...ids]}::uuid[]) as found (id) where not (${sql.join(named, sql` or `)}))`,
  )
}

/**
 * Records which of the given blobs no row names, and forgets those that a row names again.
 * @returns the blobs that have had no row since `foundBefore`.
 */
export async function noteOrphans(work: Work, ids: readonly string[], foundBefore: Date): Promise<string[]> {
  const unnamed = await listUnnamed(work, ids)
  await work.db
    .deleteFrom('orphanBlobs')
    .where('id', '=', anyOf(ids))
    .where(({ eb, not }) => not(eb('id', '=', anyOf(unnamed))))
    .execute()
  if (unnamed.length > 0)
    await work.db
      .insertInto('orphanBlobs')
      .values(unnamed.map((id) => ({ id, foundAt: work.now })))
      .onConflict((known) => known.doNothing())
      .execute()
  const orphans = await work.db
    .selectFrom('orphanBlobs')
    .select('id')
    .where('id', '=', anyOf(unnamed))
    .where('foundAt', '<', foundBefore)
    .execute()
  return orphans.map(({ id }) => id)
}

/** Forgets the given orphans that still have no row. @returns them: their files may be deleted. */
export async function forgetOrphans(work: Work, ids: readonly string[]): Promise<string[]> {
  const unnamed = await listUnnamed(work, ids)
  const gone = await work.db.deleteFrom('orphanBlobs').where('id', '=', anyOf(unnamed)).returning('id').execute()
  return gone.map(({ id }) => id)
}

/** The id that a database shares with its folder of recordings, and the number of sweeps. */
export type FolderMark = RowOf<'recordingsFolder', 'id' | 'sweeps'>

export const findFolderMark = (work: Work): Promise<FolderMark> =>
  work.db.selectFrom('recordingsFolder').select(['id', 'sweeps']).executeTakeFirstOrThrow()

/** @returns the number of sweeps, including this one. */
export async function countSweep(work: Work): Promise<number> {
  const { sweeps } = await work.db
    .updateTable('recordingsFolder')
    .set(({ eb }) => ({ sweeps: eb('sweeps', '+', 1) }))
    .returning('sweeps')
    .executeTakeFirstOrThrow()
  return sweeps
}
