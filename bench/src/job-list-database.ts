import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { hashPassword } from '../../server/src/features/identity/index.ts'
import { migrate, urlAsRole } from '../../server/src/platform/database/index.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres.ts'
import { silentLog } from '../../server/src/platform/log.ts'
import { secretsFrom } from '../../server/src/platform/secrets.ts'
import { seedJobs } from './job-list-seed.ts'

export const password = 'a quiet morning in winter'

export interface SeededDatabase extends AsyncDisposable {
  ownerUrl: string
  /** The URL of the database for one of the product's roles. */
  urlFor(role: string): string
  masterKey: string
  owner: pg.Client
}

/** Starts the product's PostgreSQL with the jobs of the bench, in a folder that is removed at the end. */
export async function seededDatabase(jobs?: number): Promise<SeededDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'dictara-bench-database-'))
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: silentLog })
  const masterKey = randomBytes(32)
  const secrets = secretsFrom(masterKey)
  await migrate(postgres.url, resolve(import.meta.dirname, '../../server/migrations'), secrets)
  const owner = new pg.Client({ connectionString: postgres.url })
  await owner.connect()
  await seedJobs(owner, await hashPassword(password), jobs)
  return {
    ownerUrl: postgres.url,
    urlFor: (role) => urlAsRole(postgres.url, role, secrets),
    masterKey: masterKey.toString('base64'),
    owner,
    async [Symbol.asyncDispose]() {
      await owner.end()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
