import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../platform/free-port.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { authorizeNet } from './authorize-net.ts'
import { sandboxKeys } from './sandbox/keys.ts'
import { portTakenCode, type ProgramSettings, readyLine } from './sandbox/sandbox-program.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
/** The module itself when run from source; in a build, its bundle in the same place. */
const program = () =>
  ['sandbox-program.ts', 'sandbox-program.js']
    .map((name) => join(here, 'sandbox', name))
    .find((path) => existsSync(path))!

const firstPauseMs = 250
const longestPauseMs = 5_000
const stopWithinMs = 3_000
const lookMs = 1_000

export interface KeptSandbox {
  port: number
  /** Its process; undefined while another server on the folder runs it. */
  pid(): number | undefined
  stop(): Promise<void>
}

interface Parts {
  /** Where it keeps what it knows. */
  folder: string
  /** 0: a free one, the same after each start. */
  port: number
  secrets: Secrets
  log: Log
  /** Where it tells what happened. */
  noticesUrl: string
}

/**
 * Runs the payment sandbox as a program of its own, which is started again should it end alone, and ends with this process, however
 * that ends. Several servers on one data folder share one: the next of them starts it when its own ends.
 * @throws EADDRINUSE when another program has the port that was asked for
 */
export async function keepSandbox(parts: Parts): Promise<KeptSandbox> {
  const { folder, secrets, log } = parts
  const keys = sandboxKeys(secrets)
  const isOursAt = (port: number) =>
    authorizeNet({ url: `http://127.0.0.1:${port}`, ...keys, answerWithinMs: 2_000 })
      .listCards('0')
      .then(
        () => true,
        () => false,
      )
  const settingsFor = (port: number): ProgramSettings => ({
    keys,
    port,
    file: join(folder, 'state.json'),
    noticesUrl: parts.noticesUrl,
  })

  const stopping = new AbortController()
  let port = parts.port || rememberedPort(folder) || (await freePort())
  let started = await start(settingsFor(port))
  while (started === 'port taken' && !(await isOursAt(port))) {
    if (parts.port) throw Object.assign(new Error('The port is taken.'), { code: 'EADDRINUSE', port })
    port = await freePort()
    started = await start(settingsFor(port))
  }
  if (!parts.port) rememberPort(folder, port)

  let running = started === 'port taken' ? undefined : started
  const keepRunning = async () => {
    for (let pauseMs = firstPauseMs; ; ) {
      if (running) await endOf(running)
      if (stopping.signal.aborted) return
      if (running) log.error({ port }, 'the payment sandbox ended unexpectedly and is started again')
      while (await isOursAt(port)) if (await isOver(lookMs, stopping.signal)) return
      const next = await start(settingsFor(port))
      running = next === 'port taken' ? undefined : next
      pauseMs = running ? firstPauseMs : Math.min(2 * pauseMs, longestPauseMs)
      if (await isOver(pauseMs, stopping.signal)) return
    }
  }
  const kept = keepRunning()
  return {
    port,
    pid: () => running?.pid,
    async stop() {
      stopping.abort()
      if (running) await end(running)
      await kept
      // One that was on its way when stop was called has come up by now.
      if (running) await end(running)
    },
  }
}

/** Waits. @returns whether it is over meanwhile */
const isOver = (ms: number, signal: AbortSignal) => sleep(ms, false, { signal }).catch(() => true)

/** Starts the program and waits until it serves, or has ended. */
async function start(settings: ProgramSettings): Promise<ChildProcess | 'port taken'> {
  const child = spawn(process.execPath, [program()], {
    // It inherits no secret; its keys come on its standard input.
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['pipe', 'pipe', 'ignore'],
    // Ctrl+C reaches the server alone, which ends it.
    detached: true,
  })
  child.stdin.on('error', () => {})
  child.stdin.write(`${JSON.stringify(settings)}\n`)
  const serves = new Promise<void>((ready) => {
    child.stdout.on('data', (text: Buffer) => text.toString().includes(readyLine) && ready())
  })
  await Promise.race([serves, endOf(child)])
  return child.exitCode === portTakenCode ? 'port taken' : child
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  await Promise.race([once(child, 'exit'), once(child, 'error')]).catch(() => {})
}

async function end(child: ChildProcess): Promise<void> {
  child.stdin!.end()
  const late = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
  await endOf(child)
  clearTimeout(late)
}

const portFile = (folder: string) => join(folder, 'port')

function rememberedPort(folder: string): number {
  const text = existsSync(portFile(folder)) ? readFileSync(portFile(folder), 'utf8') : ''
  return /^\d{1,5}$/.test(text) ? Number(text) : 0
}

function rememberPort(folder: string, port: number) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(portFile(folder), String(port), { mode: 0o600 })
}
