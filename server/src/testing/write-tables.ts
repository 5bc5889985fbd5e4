import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { migrate } from '../platform/database/index.ts'
import { readTables } from '../platform/database/read-tables.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { silentLog } from '../platform/log.ts'
import { testSecrets } from './test-secrets.ts'

/** `npm run tables`: generates platform/database/tables.ts from a newly migrated database. */
const folder = await mkdtemp(join(tmpdir(), 'dictara-tables-'))
const postgres = await startEmbeddedPostgres({ folder, log: silentLog })
try {
  await migrate(postgres.url, resolve(import.meta.dirname, '../../migrations'), testSecrets)
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const text = await readTables(client)
  await client.end()
  await writeFile(resolve(import.meta.dirname, '../platform/database/tables.ts'), text)
  // oxlint-disable-next-line no-console -- a command-line program
  console.log(`${text.match(/^ {2}\w/gm)?.length ?? 0} tables are written.`)
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
