import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { type Doors, holdAlone, holdInUse, migrate, openDoors, urlAsRole } from '../platform/database/index.ts'
import { FolderInUse, startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { isOwnerAlive, postmasterOf } from '../platform/embedded-postgres-leftover.ts'
import { isAlive } from '../platform/process-status.ts'
import { silentLog } from '../platform/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import { type Addresses, addressesOf } from '../start/addresses.ts'
import { openSecrets } from '../start/open-secrets.ts'

const migrations = resolve(import.meta.dirname, '../../migrations')

/** The installation that a command works on. */
export interface Installation {
  doors: Doors
  addresses: Addresses
  secrets: Secrets
  dataFolder: string
}

/** The embedded database of a server that runs now, by what it keeps in the data folder; null when none runs. */
function runningDatabase(folder: string): string | null {
  const database = join(folder, 'database')
  const postmaster = postmasterOf(database)
  const password = join(folder, 'password')
  if (!postmaster || postmaster.status !== 'ready' || !isAlive(postmaster.pid) || !existsSync(password)) return null
  // The database left by a killed server is about to end.
  if (isOwnerAlive(database) === false) return null
  return `postgres://postgres:${readFileSync(password, 'utf8')}@127.0.0.1:${postmaster.port}/postgres`
}

/** The most attempts to reach a database that another command is starting or ending. */
const mostLooks = 20
const lookAgainMs = 500

/** Concurrent commands share one database: the command that started it ends it after the last one. */
async function openDatabase(config: Config): Promise<AsyncDisposable & { url: string }> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, [Symbol.asyncDispose]: async () => {} }
  const folder = join(config.dataFolder, 'postgres')
  await mkdir(config.dataFolder, { recursive: true, mode: 0o700 })
  for (let look = 1; ; look += 1) {
    const url = runningDatabase(folder)
    try {
      if (url) return { url, [Symbol.asyncDispose]: await holdInUse(url) }
      const own = await startEmbeddedPostgres({ folder, log: silentLog })
      return {
        url: own.url,
        async [Symbol.asyncDispose]() {
          const letIn = await holdAlone(own.url).catch(() => undefined)
          await own.stop()
          await letIn?.()
        },
      }
    } catch (error) {
      if (look === mostLooks || (!url && !(error instanceof FolderInUse))) throw error
      await sleep(lookAgainMs)
    }
  }
}

/** Opens the configured installation for the length of one command, whether its server runs or not. */
export async function withInstallation(config: Config, run: (installation: Installation) => Promise<void>) {
  await using database = await openDatabase(config)
  const secrets = await openSecrets(config, database.url)
  await migrate(database.url, migrations, secrets)
  const doors = openDoors({
    urlFor: (role) => urlAsRole(database.url, role, secrets),
    poolSize: 2,
    clock: systemClock,
    log: silentLog,
    subscribers: {},
    enqueue: async () => {
      throw new Error('Commands leave nothing to be done later.')
    },
  })
  try {
    await run({ doors, addresses: addressesOf(config), secrets, dataFolder: config.dataFolder })
  } finally {
    await doors.close()
  }
}
