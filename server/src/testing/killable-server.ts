import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownerPid, postmasterOf } from '../platform/embedded-postgres-leftover.ts'
import { freePort } from '../platform/free-port.ts'
import { demoAccount } from './demo-account.ts'
import { folderWithDemo } from './prepared-demo.ts'
import { programOf } from './program.ts'
import { quickEngine } from './quick-engine.ts'
import { startSettings } from './start-settings.ts'
import { untilReady } from './until-ready.ts'

/**
 * The product as a process of its own, with its own PostgreSQL, that can be killed and started again. It recognises the same words in
 * every recording, unless `start` is told of another engine.
 * @param program the server alone, or with who starts it again, as `./start` does.
 */
export async function killableServer(program: 'main' | 'supervise' = 'main', folderAt = tmpdir()) {
  const folder = folderWithDemo('dictara-killed-', folderAt)
  const port = await freePort()
  const recorderPort = await freePort()
  const database = join(folder, 'postgres/database')
  const env = {
    ...(await startSettings(folder, port)),
    DICTARA_RECORDER_PORT: String(recorderPort),
    DICTARA_LOG_LEVEL: 'silent',
    // So that a recording is some time on its way, and costs nothing meanwhile.
    DICTARA_SPEECH_PROGRAM: quickEngine(folder, 'sleep 0.5'),
  }
  let run: ChildProcess | undefined
  let said = ''
  return {
    port,
    recorderPort,
    /** Its PostgreSQL as the superuser; the port is another one after each start. */
    databaseUrl: () =>
      `postgres://postgres:${readFileSync(join(folder, 'postgres/password'), 'utf8')}@127.0.0.1:${postmasterOf(database)!.port}/postgres`,
    postmaster: () => postmasterOf(database)!.pid,
    /** True until its process has ended. */
    isRunning: () => run !== undefined && run.exitCode === null && run.signalCode === null,
    url: `http://localhost:${port}`,
    account: (name: string) => demoAccount(folder, name),
    /** What it has printed since it was started last. */
    said: () => said,
    async start(settings: Record<string, string> = {}) {
      const started = spawn(process.execPath, [programOf(program)], {
        env: { ...env, ...settings },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      run = started
      said = ''
      started.stdout.on('data', (text: Buffer) => (said += text.toString()))
      await untilReady(started)
    },
    /** The folder with everything that it keeps. */
    folder,
    /** The process of the server itself, which PostgreSQL belongs to; without a supervisor the one that was started. */
    serverPid: () => ownerPid(database),
    /** Tells it to stop, as Ctrl+C and service managers do; @returns its exit code once it ended. */
    async stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<number | null> {
      const ended = once(run!, 'exit')
      run!.kill(signal)
      return (await ended)[0] as number | null
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
