import { createHmac, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import type { Secrets } from '../secrets.ts'
import { connectAlone } from './pool.ts'

/**
 * What the master key of an installation gives, and no other; it tells nothing of the key. Each installation keeps it: another text here,
 * and none of them starts any more.
 */
export const keyCheckOf = (secrets: Secrets): Buffer =>
  createHmac('sha256', secrets.derive('key check')).update('This is the master key of this installation.').digest()

const whereTheKeyIs =
  'It is the file master-key in the data folder (DICTARA_DATA), or DICTARA_MASTER_KEY. Nothing was changed; see docs/operating/backup-and-restore.md.'

const wrongKey = () =>
  new Error(
    `The master key is not the one that this database was made with. With it neither audio nor drafts could be opened. ${whereTheKeyIs}`,
  )

async function hasTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>('select to_regclass($1) is not null as is', [`public.${name}`])
  return rows[0]!.is
}

/** True for a database in which somebody works already: to make a master key anew would lock them out of what they have. */
export async function isInUse(ownerUrl: string): Promise<boolean> {
  await using client = await connectAlone(ownerUrl)
  for (const table of ['installation', 'clinics'])
    if ((await hasTable(client, table)) && (await client.query(`select from ${table} limit 1`)).rows.length > 0)
      return true
  return false
}

/** @throws Error in words when there is no master key although there is something that only it can open. */
export function missingKey(what: string): Error {
  return new Error(`The master key is missing, and ${what} cannot be opened without it. ${whereTheKeyIs}`)
}

/**
 * Before anything is changed: refuses a master key that is not the database's own, and a cluster whose door roles are
 * another installation's, which would be shut out by their new passwords.
 */
export async function checkKey(client: pg.ClientBase, secrets: Secrets): Promise<void> {
  const ours = keyCheckOf(secrets)
  const kept = (await hasTable(client, 'installation'))
    ? (await client.query<{ check: Buffer }>('select key_check as check from installation')).rows[0]?.check
    : undefined
  if (kept ? !timingSafeEqual(kept, ours) : !(await opensWhatIsSealed(client, secrets))) throw wrongKey()
  const mark = await markOfRoles(client)
  if (mark && mark !== ours.toString('hex'))
    throw new Error(
      'The roles dictara_app, dictara_gate and dictara_system of this PostgreSQL belong to another installation of Dictara, which would lose its database. Use another PostgreSQL, or that installation’s master key. Nothing was changed; see docs/operating/backup-and-restore.md.',
    )
}

/** Databases from before the check was kept: the key has to open what it sealed, where there is something. */
async function opensWhatIsSealed(client: pg.ClientBase, secrets: Secrets): Promise<boolean> {
  if (!(await hasTable(client, 'users'))) return true
  const { rows } = await client.query<{ id: string; sealed: Buffer }>(
    'select id, sealed_draft_key as sealed from users where sealed_draft_key is not null limit 1',
  )
  if (!rows[0]) return true
  try {
    secrets.unseal(rows[0].sealed, `draft key of ${rows[0].id}`)
    return true
  } catch {
    return false
  }
}

/** Roles belong to a whole PostgreSQL, not to a database: a comment on one of them tells whose they are. */
async function markOfRoles(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>(
    "select shobj_description(oid, 'pg_authid') as mark from pg_roles where rolname = 'dictara_system'",
  )
  return rows[0]?.mark ?? null
}

/** Keeps the check for the next start, in the database and on the roles. */
export async function keepKeyCheck(client: pg.ClientBase, secrets: Secrets): Promise<void> {
  const check = keyCheckOf(secrets)
  await client.query('insert into installation (key_check) values ($1) on conflict do nothing', [check])
  if (!(await markOfRoles(client))) await client.query(`comment on role dictara_system is '${check.toString('hex')}'`)
}
