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

/** The environment variable with the demo's data folder, which all tests of a run copy. */
const preparedDemo = 'TEST_DEMO_FOLDER'

/**
 * Makes the demo in an empty folder, and waits until its recordings can be played. A server that a test starts on `folderWithDemo`
 * uses a copy; otherwise it would spend half a minute making the demo during the test.
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
  // Each copy needs its own port: servers with the same one would share a payment sandbox, which notifies only the first of them.
  rmSync(join(folder, 'payment-sandbox/port'))
}

/**
 * Makes the demo for all tests of this run, unless ./test has made it for several runs.
 * @returns a function that removes it
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

/** A new data folder, with the demo in it if it is prepared. */
export function folderWithDemo(name: string, at = tmpdir()): string {
  const folder = mkdtempSync(join(at, name))
  const prepared = process.env[preparedDemo]
  // Copied with `cp`, so that PostgreSQL's files keep their owner and mode.
  if (prepared) execFileSync('cp', ['-a', `${prepared}/.`, folder])
  return folder
}

/** Waits until the demo's background work is done. */
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

/** `node server/src/testing/prepared-demo.ts FOLDER`: makes the demo for all runs of ./test. */
if (import.meta.main) await makeDemo(process.argv[2]!)
