import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { ownerPid, postmasterOf } from '../../server/src/platform/embedded-postgres-leftover.ts'
import { freePort } from '../../server/src/platform/free-port.ts'
import { demoAccount } from '../../server/src/testing/demo-account.ts'
import { folderWithDemo } from '../../server/src/testing/prepared-demo.ts'
import { quickEngine } from '../../server/src/testing/quick-engine.ts'
import { speechModels } from '../../server/src/testing/speech-models.ts'
import { compileCache } from '../../server/src/testing/start-settings.ts'
import { untilReady } from '../../server/src/testing/until-ready.ts'

/** The words that the quick engine always recognises. */
export const heardWords = /chest pain since today/i

export interface Dictara {
  web: string
  recorder: string
  account(name: string): { email: string; password: string }
  /** Kills the server with -9. Resolves when its replacement is ready. */
  killServer(): Promise<void>
  /** Kills PostgreSQL with -9. Resolves when it is running again. */
  killDatabase(): Promise<void>
  /** Stops Dictara after closing the pages of a browser, which would otherwise keep calling it. */
  stop(browser?: Browser): Promise<void>
}

/**
 * Starts the whole product as a person starts it, on its own data folder and free ports.
 * @param speech `real` recognises speech, which is expensive; with `quick` the result is always `heardWords`
 */
export async function startDictara(speech: 'real' | 'quick' = 'quick'): Promise<Dictara> {
  const folder = folderWithDemo('dictara-journey-')
  const [port, recorderPort] = [await freePort(), await freePort()]
  const run = spawn(resolve(import.meta.dirname, '../../start'), {
    env: {
      ...process.env,
      DICTARA_PORT: String(port),
      DICTARA_RECORDER_PORT: String(recorderPort),
      DICTARA_DATA: folder,
      DICTARA_SPEECH_MODELS: speechModels,
      NODE_COMPILE_CACHE: compileCache,
      ...(speech === 'quick' && { DICTARA_SPEECH_PROGRAM: quickEngine(folder) }),
      DICTARA_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await untilReady(run)
  const database = join(folder, 'postgres/database')
  async function replaced(pidOf: () => number | undefined) {
    const pid = pidOf()!
    process.kill(pid, 'SIGKILL')
    while (!pidOf() || pidOf() === pid) await sleep(100)
    const isReady = () =>
      fetch(`http://localhost:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    while (!(await isReady())) await sleep(100)
  }
  return {
    web: `http://localhost:${port}`,
    recorder: `http://localhost:${recorderPort}`,
    account: (name) => demoAccount(folder, name),
    killServer: () => replaced(() => ownerPid(database)),
    killDatabase: () => replaced(() => postmasterOf(database)?.pid),
    async stop(browser) {
      for (const context of browser?.contexts() ?? []) await context.close()
      const ended = once(run, 'exit')
      run.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}
