import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { postmasterOf } from '../embedded-postgres-leftover.ts'
import { silentLog } from '../log.ts'
import { connectAlone } from './pool.ts'
import { holdAlone, holdInUse } from './used-together.ts'

it('a process that waited for a database being stopped is not let in after its lock is freed', async () => {
  const top = mkdtempSync(join(tmpdir(), 'dictara-together-'))
  const folder = join(top, 'postgres')
  const own = await startEmbeddedPostgres({ folder, log: silentLog })
  const database = join(folder, 'database')
  try {
    const release = await holdAlone(own.url)
    const hasEntered = holdInUse(own.url).then(
      () => true,
      () => false,
    )
    const observer = await connectAlone(own.url)
    const isWaiting = async () =>
      (await observer.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount
    while (!(await isWaiting())) await sleep(10)
    await observer.end()
    // SIGTERM lets PostgreSQL refuse new connections but keep the waiting one.
    process.kill(postmasterOf(database)!.pid, 'SIGTERM')
    while (postmasterOf(database)?.status !== 'stopping') await sleep(10)
    await release()
    expect(await hasEntered).toBe(false)
  } finally {
    await own.stop()
    rmSync(top, { recursive: true, force: true })
  }
})
