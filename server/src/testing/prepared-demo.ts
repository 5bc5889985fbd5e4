import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { postmasterOf } from '../platform/embedded-postgres-leftover.ts'
import { freePort } from '../platform/free-port.ts'
import { buildPrograms, programOf } from './program.ts'
import { prepareSpeechModels } from './speech-models.ts'
import { startSettings } from './start-settings.ts'
import { untilReady } from './until-ready.ts'

/** Names the data folder with the demo that all tests of a run copy. */
const preparedDemo = 'TEST_DEMO_FOLDER'

/**
 * Makes the demo in an empty folder, and waits until its recordings can be heard. Each server that a test starts on
 * `folderWithDemo` begins with a copy; otherwise it would make the demo and convert its recordings beside the test, for half a minute.
 */
async function makeDemo(folder: string) {
  buildPrograms()
  await prepareSpeechModels()
  const run = spawn(process.execPath, [programOf('main')], {
    env: { ...(await startSettings(folder, await freePort())), DICTARA_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(run, 'exit')
  try {
    await untilReady(run)
    await untilHeard(join(folder, 'postgres'))
  } finally {
    run.kill('SIGTERM')
    await ended
  }
  // Each copy finds a port of its own: two servers with the same port would share one payment sandbox, which tells only the first of them.
  rmSync(join(folder, 'payment-sandbox/port'))
}

/**
 * Makes the demo for all tests of this run, unless ./test has made it for several runs.
 * @returns what removes it again
 */
export async function prepareDemo(): Promise<() => void> {
  if (process.env[preparedDemo]) return () => {}
  const folder = mkdtempSync(join(tmpdir(), 'dictara-prepared-'))
  process.env[preparedDemo] = folder
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  await makeDemo(folder).catch((error: unknown) => {
    remove()
    throw error
  })
  return remove
}

/** A data folder of its own, with the demo in it where that is prepared. */
export function folderWithDemo(name: string, at = tmpdir()): string {
  const folder = mkdtempSync(join(at, name))
  const prepared = process.env[preparedDemo]
  // By the system: the files of PostgreSQL keep their owner and their modes.
  if (prepared) execFileSync('cp', ['-a', `${prepared}/.`, folder])
  return folder
}

/** Waits until no background work of the demo is left. */
async function untilHeard(postgres: string) {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: postmasterOf(join(postgres, 'database'))!.port,
    user: 'postgres',
    password: readFileSync(join(postgres, 'password'), 'utf8'),
    database: 'postgres',
  })
  await client.connect()
  const isBusy = async () => {
    const { rows } = await client.query<{ isBusy: boolean }>(`
      select exists (select from pgboss.job where state < 'completed' and start_after <= pgboss.job_now())
        or not exists (select from listening_copies) as "isBusy"`)
    return rows[0]!.isBusy
  }
  while (await isBusy()) await sleep(300)
  await client.end()
}

/** `node server/src/testing/prepared-demo.ts FOLDER`: makes it for all runs of ./test. */
if (import.meta.main) await makeDemo(process.argv[2]!)
