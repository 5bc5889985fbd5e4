import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Secrets } from '../secrets.ts'
import { checkKey, keepKeyCheck } from './key-check.ts'
import { connectAlone } from './pool.ts'
import { refuseUnsuited } from './suited.ts'

export const databaseRoles = [
  'dictara_app',
  'dictara_dictionary',
  'dictara_gate',
  'dictara_operator',
  'dictara_system',
] as const
const migrationLock = 7_218_001

/** Copies of the server that start at the same moment prepare the database one after the other. */
export const waitForPreparing = (client: pg.ClientBase) => client.query('select pg_advisory_lock($1)', [migrationLock])

/** The password of a database role, the same for every copy of an installation. */
export const rolePassword = (secrets: Secrets, role: string) =>
  secrets.derive(`database role ${role}`).toString('base64url')

/** The address of a database as one of the door roles. */
export function urlAsRole(ownerUrl: string, role: string, secrets: Secrets): string {
  const url = new URL(ownerUrl)
  url.username = role
  url.password = rolePassword(secrets, role)
  return url.toString()
}

/**
 * Brings a database to the present schema: plain SQL files in order of their names, forward only, each in a
 * transaction of its own, under an advisory lock so that two copies may start at once.
 * @returns the names that were applied now.
 * @throws Error in words when the PostgreSQL is too old or keeps text in another way, the master key is not the
 * database's own, an applied file was changed since, or the database is not durable; nothing was changed then.
 */
export async function migrate(ownerUrl: string, folder: string, secrets: Secrets): Promise<string[]> {
  await using client = await connectAlone(ownerUrl)
  await refuseUnsuited(client)
  await waitForPreparing(client)
  await checkKey(client, secrets)
  await client.query(
    'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  const applied = new Map(
    (await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')).rows.map(
      (row) => [row.name, row.checksum],
    ),
  )
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  refuseNewer([...applied.keys()], files)
  if (files.some((name) => !applied.has(name))) await refuseUnlessSuperuser(client)
  const fresh: string[] = []
  for (const name of files) {
    const text = await readFile(join(folder, name), 'utf8')
    const checksum = createHash('sha256').update(text).digest('hex')
    const known = applied.get(name)
    if (known === checksum) continue
    if (known)
      throw new Error(`The migration ${name} was changed after it was applied. This server does not fit its database.`)
    await client.query('begin')
    try {
      await client.query(text)
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error })
    }
    fresh.push(name)
  }
  await keepKeyCheck(client, secrets)
  // Temporary tables are of no use to the doors, and a way to be taken for one of ours.
  await client.query(`revoke temporary on database ${pg.escapeIdentifier(client.database!)} from public`)
  for (const role of databaseRoles)
    await client.query(`alter role ${role} password ${pg.escapeLiteral(rolePassword(secrets, role))}`)
  return fresh
}

/** What a newer program has made of the database this one does not know: it would work past it, and harm it. */
function refuseNewer(applied: readonly string[], files: readonly string[]) {
  const newest = applied.filter((name) => !files.includes(name) && name > files.at(-1)!).toSorted()
  if (newest.length > 0)
    throw new Error(
      `This database was made ready by a newer Dictara (${newest.at(-1)!}) than this one. Start the newer one, or restore the backup that was made before it. Nothing was changed.`,
    )
}

/** Migrations make roles, hand them functions, and change rows of every clinic: for all others those rows are not there. */
async function refuseUnlessSuperuser(client: pg.Client) {
  const { rows } = await client.query<{ user: string; may: boolean }>(
    'select current_user as user, rolsuper as may from pg_roles where rolname = current_user',
  )
  if (!rows[0]?.may)
    throw new Error(
      `The user ${rows[0]?.user ?? ''} of DATABASE_URL is no superuser of this PostgreSQL, and cannot make Dictara's roles and tables there. Name one that is; from then on Dictara works with roles that own nothing.`,
    )
}
