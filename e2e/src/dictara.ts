import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export interface Dictara {
  web: string
  recorder: string
  account(name: string): { email: string; password: string }
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0)
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

/** The whole product on a fresh data folder and free ports, started as a person starts it. */
export async function startDictara(): Promise<Dictara> {
  const folder = mkdtempSync(join(tmpdir(), 'dictara-journey-'))
  const [port, recorderPort] = [await freePort(), await freePort()]
  const run: ChildProcess = spawn(resolve(import.meta.dirname, '../../start'), {
    env: {
      ...process.env,
      DICTARA_PORT: String(port),
      DICTARA_RECORDER_PORT: String(recorderPort),
      DICTARA_DATA: folder,
      DICTARA_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  await new Promise<void>((ready, failed) => {
    run.stdout!.on('data', (text: Buffer) => {
      said += text.toString()
      if (/^ready /m.test(said)) ready()
    })
    run.on('exit', () => failed(new Error(`Dictara did not start:\n${said}`)))
  })
  return {
    web: `http://localhost:${port}`,
    recorder: `http://localhost:${recorderPort}`,
    account(name) {
      const accounts = JSON.parse(readFileSync(join(folder, 'demo-accounts.json'), 'utf8')) as {
        account: string
        email: string
        password: string
      }[]
      return accounts.find(({ account }) => account === name)!
    },
    async stop() {
      const ended = once(run, 'exit')
      run.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}
