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
 * The product as a separate process with its own PostgreSQL, which can be killed and started again. It recognises the same words in
 * every recording, unless `start` is given another engine.
 * @param program the server only, or with the supervisor that restarts it, as with `./start`.
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
    // Makes a conversion take some time without CPU.
    DICTARA_SPEECH_PROGRAM: quickEngine(folder, 'sleep 0.5'),
  }
  let run: ChildProcess | undefined
  let said = ''
  return {
    port,
    recorderPort,
    /** Connects to its PostgreSQL as the superuser; the port changes with each start. */
    databaseUrl: () =>
      `postgres://postgres:${readFileSync(join(folder, 'postgres/password'), 'utf8')}@127.0.0.1:${postmasterOf(database)!.port}/postgres`,
    postmaster: () => postmasterOf(database)!.pid,
    /** Whether its process is running. */
    isRunning: () => run !== undefined && run.exitCode === null && run.signalCode === null,
    url: `http://localhost:${port}`,
    account: (name: string) => demoAccount(folder, name),
    /** Its output since the last start. */
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
    /** The data folder. */
    folder,
    /** The process of the server itself, the parent of PostgreSQL; without a supervisor it is the started process. */
    serverPid: () => ownerPid(database),
    /** Stops it as Ctrl+C and service managers do. @returns its exit code */
    async stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<number | null> {
      const ended = once(run!, 'exit')
      run!.kill(signal)
      return (await ended)[0] as number | null
    },
    /** Kills it with -9 in the middle of its work. */
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
