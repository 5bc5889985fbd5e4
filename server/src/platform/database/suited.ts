import type pg from 'pg'

const oldest = 18

/** The facts about a PostgreSQL server that decide whether Dictara can use it. */
export interface Kind {
  number: number
  version: string
  encoding: string
  /** Settings that could make it lose acknowledged writes. */
  losing: string[]
}

/**
 * An older version lacks features that the tables need. Another encoding cannot hold what people write, or counts its characters
 * wrong.
 */
export function whyUnsuited({ number, version, encoding, losing }: Kind): string | undefined {
  if (number < oldest * 10_000)
    return `The PostgreSQL of DATABASE_URL is ${version.split(' ')[0]}, and Dictara needs ${oldest} or a newer one. Nothing was changed.`
  if (encoding !== 'UTF8')
    return `The database of DATABASE_URL keeps text as ${encoding}, which cannot hold all that people write. Make one with encoding UTF8. Nothing was changed.`
  if (losing.length > 0)
    return `PostgreSQL is set to lose data (${losing.map((name) => `${name} is off`).join(', ')}). Please turn this on; Dictara does not start so.`
  return undefined
}

/** @throws Error in words for operators when Dictara cannot work with this database. */
export async function refuseUnsuited(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Kind>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
      current_setting('server_encoding') as encoding,
      array(select name from pg_settings
        where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off')::text[] as losing`,
  )
  const why = whyUnsuited(rows[0]!)
  if (why) throw new Error(why)
}
