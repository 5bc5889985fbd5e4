import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../server/src/platform/free-port.ts'
import { demoAccount } from '../../server/src/testing/demo-account.ts'
import { signInAs, type TestClient } from '../../server/src/testing/test-client.ts'
import { untilReady } from '../../server/src/testing/until-ready.ts'

export interface Product extends AsyncDisposable {
  url: string
  dataFolder: string
  signIn(account: string): Promise<TestClient>
}

/** Returns the headers that every call of this person needs. */
export const headersOf = ({ user, cookie }: TestClient) => ({ authorization: `Bearer ${user.token}`, cookie })

function processorTimes() {
  const all = cpus().flatMap(({ times }) => Object.entries(times))
  const sum = (of: [string, number][]) => of.reduce((total, [, ms]) => total + ms, 0)
  return { total: sum(all), idle: sum(all.filter(([what]) => what === 'idle')) }
}

const lookMs = 3_000
const restfulLooks = 5
const mostLooks = 60
const busyMost = 0.05

/**
 * Waits until the machine is idle. After its first start, the product builds a language model and prepares the
 * recordings of the demo for playback, which must not be measured. Reports a machine that does not become idle.
 */
async function machineAtRest() {
  let restful = 0
  let before = processorTimes()
  for (let look = 0; look < mostLooks && restful < restfulLooks; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, lookMs))
    const now = processorTimes()
    const busy = 1 - (now.idle - before.idle) / (now.total - before.total)
    restful = busy <= busyMost ? restful + 1 : 0
    before = now
  }
  if (restful < restfulLooks) console.log('This machine is not quiet: the figures are noisy.')
}

/** Starts the product as a person would and waits until it is idle. Removes its data folder at the end. */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'dictara-bench-'))
  const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DICTARA_DATA: folder,
    DICTARA_PORT: String(await freePort()),
    DICTARA_RECORDER_PORT: String(await freePort()),
    DICTARA_LOG_LEVEL: 'warn',
    ...settings,
  }
  const server = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((end) => server.once('exit', () => end()))
  const url = await untilReady(server)
  await machineAtRest()
  return {
    url,
    dataFolder: folder,
    async signIn(account) {
      const { email, password } = demoAccount(folder, account)
      return signInAs(url, email, password)
    },
    async [Symbol.asyncDispose]() {
      server.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
