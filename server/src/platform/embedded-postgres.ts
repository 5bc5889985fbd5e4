import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endLeftover, isOwnedHere, isOwnerAlive, postmasterOf } from './embedded-postgres-leftover.ts'
import { isAlive } from './process-status.ts'
import type { PostgresSettings } from './embedded-postgres-settings.ts'
import { KilledAtStart, PortTaken, type PostgresProcess, spawnPostgres } from './embedded-postgres-process.ts'
import { findPostgresUser, type PostgresUser } from './embedded-postgres-user.ts'
import { freePort } from './free-port.ts'
import type { Log } from './log.ts'

/** Another server runs on the same data folder. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(
      `Another Dictara is already using the data folder ${folder}. Stop it first, or choose another folder with DICTARA_DATA.`,
    )
  }
}

export interface EmbeddedPostgres {
  /** Address for the superuser "postgres", on loopback, with the password; valid until stop. */
  url: string
  port: number
  /** Ends every connection and waits until all is on disk. */
  stop(): Promise<void>
}

/** What a dead server left on the folder does not end, and could not be ended. */
export class DatabaseLeftOver extends Error {
  constructor(folder: string, pid: number | undefined) {
    const next = pid === undefined ? 'Restart this computer' : `End it with kill -QUIT ${pid}, and start again`
    super(
      `The database in ${folder} was left by a Dictara that is gone, and could not be ended. ${next}: everything that was kept is there.`,
    )
  }
}

/** How long another server on the folder may take to begin to leave, and then to have left. */
const noticeMs = 2_000
const leaveMs = 60_000
const leftoverMs = 20_000
/** How often a running PostgreSQL is looked at, and how long it may be on its way out before it is helped. */
const lookMs = 1_000
const hangMs = 3_000

/**
 * Starts a PostgreSQL of our own in `folder`, which is made when absent. It ends with this process, however that ends,
 * and is started again, on the same port, should it ever end alone.
 * @param options.settings beside our own, or in their place
 * @throws FolderInUse while another server runs on the folder.
 * @throws Error in words for operators when PostgreSQL cannot start.
 */
export async function startEmbeddedPostgres(options: {
  folder: string
  log: Log
  settings?: PostgresSettings
}): Promise<EmbeddedPostgres> {
  const { log, settings } = options
  const folder = resolve(options.folder)
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const user = findPostgresUser(folder)
  const database = join(folder, 'database')
  claim(database, user)
  const password = readPassword(join(folder, 'password'), existsSync(join(database, 'cluster')))
  const start = (port: number) =>
    spawnPostgres({ database, logFile: join(folder, 'postgres.log'), port, password, user, settings })

  const [first, port] = await onFreePort((freePort, isAgain) =>
    onFreeFolder(options.folder, database, isAgain, () => start(freePort)),
  )
  let running = first
  let isStopping = false
  const keepRunning = async () => {
    while (!isStopping) {
      await endOf(running)
      if (isStopping) return
      log.error({}, 'the embedded database ended unexpectedly and is started again')
      await startAgain()
    }
  }
  const startAgain = async () => {
    while (!isStopping) {
      try {
        running = await onFreeFolder(options.folder, database, true, () => start(port))
        return
      } catch (error) {
        log.error({ error }, 'the embedded database could not be started again')
        await sleep(1_000)
      }
    }
  }
  const kept = keepRunning()
  log.info({ port }, 'the embedded database is ready')
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    port,
    async stop() {
      isStopping = true
      await running.stop()
      await kept
      // A restart under way when stop was called has made a process of its own by now.
      await running.stop()
    },
  }
}

/** Makes the database's folder ready for the user that PostgreSQL is. */
function claim(database: string, user: PostgresUser) {
  mkdirSync(database, { recursive: true, mode: 0o700 })
  const owner = statSync(database).uid
  const me = process.getuid?.()
  if (me !== 0 && me !== undefined && owner !== me)
    throw new Error(
      `The database in ${database} belongs to another user of this computer (number ${owner}). Start Dictara as that user, or choose another folder with DICTARA_DATA.`,
    )
  user.give(database)
}

function readPassword(file: string, hasCluster: boolean): string {
  const password = readKept(file)
  if (password) return password
  if (hasCluster) throw new Error(`The password of the embedded database is missing: ${file} is missing or empty.`)
  // Whole or not at all, and never over that of another start at the same moment.
  const half = `${file}.${randomUUID()}`
  try {
    writeFileSync(half, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true })
    if (password === '') rmSync(file, { force: true })
    linkSync(half, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(half, { force: true })
  }
  return readFileSync(file, 'utf8')
}

const readKept = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

/** Waits for its end. One that was told to stop, not by us, may hang: the sooner it has ended the sooner it is started again. */
async function endOf(running: PostgresProcess): Promise<void> {
  let stoppingMs = 0
  for (let hasEnded = false; !hasEnded; ) {
    const look = new AbortController()
    const again = sleep(lookMs, false, { signal: look.signal }).catch(() => false)
    hasEnded = await Promise.race([running.ended.then(() => true), again])
    look.abort()
    stoppingMs = !hasEnded && running.isStopping() ? stoppingMs + lookMs : 0
    if (stoppingMs > hangMs) await running.stop(hangMs)
  }
}

/**
 * Gives the last server on the folder the time to leave, and ends what a dead one left there; a living one is a reason
 * to refuse.
 * @param isAgain whether a PostgreSQL of ours was there until now.
 */
async function onFreeFolder(
  folder: string,
  database: string,
  isAgain: boolean,
  start: () => Promise<PostgresProcess | 'folder in use'>,
): Promise<PostgresProcess> {
  for (const since = Date.now(); ; ) {
    const started = await start()
    if (started !== 'folder in use') return started
    const holder = postmasterOf(database)
    const sinceMs = Date.now() - since
    const isStopping = holder?.status === 'stopping'
    const isOthers = isAgain && isOwnedHere(database) ? false : isOwnerAlive(database)
    const isLeftover = isOthers === false || (isOthers === undefined && isStopping)
    if (isLeftover) {
      endLeftover(database, sinceMs)
      if (sinceMs > leftoverMs) throw new DatabaseLeftOver(folder, holder?.pid)
    } else {
      const isLeaving = !holder || isStopping || !isAlive(holder.pid)
      if (sinceMs > (isLeaving ? leaveMs : noticeMs)) throw new FolderInUse(folder)
    }
    await sleep(100)
  }
}

/** A port that was free a moment ago may be taken by now: then another. So when it was killed before it was ready. */
async function onFreePort<T>(start: (port: number, isAgain: boolean) => Promise<T>): Promise<[T, number]> {
  let isAgain = false
  for (let triesLeft = 5; ; triesLeft -= 1) {
    const port = await freePort()
    try {
      return [await start(port, isAgain), port]
    } catch (error) {
      if (error instanceof KilledAtStart) isAgain = true
      else if (!(error instanceof PortTaken)) throw error
      if (triesLeft === 0) throw error
    }
  }
}
