import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '../../server/src/platform/free-port.ts'
import { demoAccount } from '../../server/src/testing/demo-account.ts'
import { untilReady } from '../../server/src/testing/until-ready.ts'

export interface Dictara {
  web: string
  recorder: string
  account(name: string): { email: string; password: string }
  stop(): Promise<void>
}

/** The whole product on a fresh data folder and free ports, started as a person starts it. */
export async function startDictara(): Promise<Dictara> {
  const folder = mkdtempSync(join(tmpdir(), 'dictara-journey-'))
  const [port, recorderPort] = [await freePort(), await freePort()]
  const run = spawn(resolve(import.meta.dirname, '../../start'), {
    env: {
      ...process.env,
      DICTARA_PORT: String(port),
      DICTARA_RECORDER_PORT: String(recorderPort),
      DICTARA_DATA: folder,
      DICTARA_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await untilReady(run)
  return {
    web: `http://localhost:${port}`,
    recorder: `http://localhost:${recorderPort}`,
    account: (name) => demoAccount(folder, name),
    async stop() {
      const ended = once(run, 'exit')
      run.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}
