import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { speechModels } from './speech-models.ts'

async function freePort(): Promise<number> {
  const probe = createServer().listen(0)
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

/** The product as a process of its own, with its own PostgreSQL, that can be killed and started again. */
export async function killableServer() {
  const folder = mkdtempSync(join(tmpdir(), 'dictara-killed-'))
  const port = await freePort()
  const env = {
    ...process.env,
    DICTARA_DATA: folder,
    DICTARA_PORT: String(port),
    DICTARA_RECORDER_PORT: String(await freePort()),
    DICTARA_LOG_LEVEL: 'silent',
    DICTARA_SPEECH_MODELS: speechModels,
  }
  let run: ChildProcess | undefined
  return {
    url: `http://localhost:${port}`,
    account(name: string) {
      const accounts = JSON.parse(readFileSync(join(folder, 'demo-accounts.json'), 'utf8')) as {
        account: string
        email: string
        password: string
      }[]
      return accounts.find(({ account }) => account === name)!
    },
    async start() {
      const started = spawn(process.execPath, [resolve(import.meta.dirname, '../main.ts')], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      run = started
      let said = ''
      await new Promise<void>((ready, failed) => {
        started.stdout.on('data', (text: Buffer) => {
          said += text.toString()
          if (/^ready /m.test(said)) ready()
        })
        started.on('exit', () => failed(new Error(`The server did not start:\n${said}`)))
      })
    },
    /** Kill -9, in the middle of whatever it does. */
    async kill() {
      const ended = once(run!, 'exit')
      run!.kill('SIGKILL')
      await ended
    },
    remove() {
      run?.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}
export type KillableServer = Awaited<ReturnType<typeof killableServer>>
