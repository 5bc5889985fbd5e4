import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { postmasterOf } from '../../server/src/platform/embedded-postgres-leftover.ts'
import { preparedDemo, startDictara } from './dictara.ts'

/**
 * Runs before all journeys: makes the demo once, and waits until its recordings can be heard. Each Dictara of a journey
 * begins with a copy; otherwise it would convert the demo's recordings beside the test, for half a minute.
 */
export default async function prepareDemo() {
  const folder = mkdtempSync(join(tmpdir(), 'dictara-prepared-'))
  process.env[preparedDemo] = folder
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  const dictara = await startDictara(folder)
  try {
    await untilHeard(join(folder, 'postgres'))
  } catch (error) {
    remove()
    throw error
  } finally {
    await dictara.stop()
  }
  return remove
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
