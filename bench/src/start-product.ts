import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Product {
  url: string
  dataFolder: string
  /** Signs a demo account in; answers the headers that its calls need, and the facility and patient it may use. */
  signIn(account: string): Promise<Record<string, string>>
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((listening) => probe.listen(0, 'localhost', listening))
  const { port } = probe.address() as AddressInfo
  await new Promise((closed) => probe.close(closed))
  return port
}

/** Starts the product as a person would, on a data folder of its own that is removed in the end. */
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
  const url = await new Promise<string>((ready, failed) => {
    let said = ''
    server.stdout.on('data', (words: Buffer) => {
      said += words
      const address = /^ready (\S+)$/m.exec(said)?.[1]
      if (address) ready(address)
    })
    void ended.then(() => failed(new Error(`The server did not start:\n${said}`)))
  })
  return {
    url,
    dataFolder: folder,
    async signIn(account) {
      const accounts = JSON.parse(await readFile(join(folder, 'demo-accounts.json'), 'utf8')) as Account[]
      const found = accounts.find((one) => one.account === account)
      const answer = await fetch(`${url}/api/authenticate/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: found?.email, password: found?.password }),
      })
      const { result } = (await answer.json()) as { result: { token: string }[] }
      const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0]!)
      return { authorization: `Bearer ${result[0]?.token}`, cookie: cookie.join('; ') }
    },
    async stop() {
      server.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Account {
  account: string
  email: string
  password: string
}
