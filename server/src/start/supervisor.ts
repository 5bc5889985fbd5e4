import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { neverWaitForTerminal } from './never-wait-for-terminal.ts'

/** The message with which the server tells its supervisor that it can serve. */
export const readyMessage = 'ready'

/** The first restart comes at once and later ones soon, because people are waiting. */
const firstPauseMs = 250
const longestPauseMs = 5_000
/** The longest wait for a server that was told to stop. */
const stopWithinMs = 90_000
/** A server that served this long ended for a new reason, and is restarted at once. */
const steadyMs = 5_000

interface End {
  code: number | null
  signal: NodeJS.Signals | null
  servedMs: number
}

/**
 * Runs the server and restarts it whenever it ends unasked, after growing pauses. A start that failed before serving and gave a
 * reason is not repeated, because another try would not help. A killed server could give no reason.
 * @param program the program for node, e.g. `dist/main.js`.
 * @param say prints to the person at the terminal.
 * @returns the exit code.
 */
export async function superviseServer(program: string, say: (text: string) => void): Promise<number> {
  let child: ChildProcess | undefined
  let hasServed = false
  const asked = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      asked.abort()
      child?.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
      setTimeout(() => child?.kill('SIGKILL'), stopWithinMs).unref()
    })

  async function runOnce(): Promise<End> {
    let servesSince: number | undefined
    // A separate process group: Ctrl+C reaches only the supervisor, which passes it on once.
    const run = spawn(process.execPath, [...process.execArgv, program], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      detached: true,
    })
    child = run
    // What a child shares with us waits again from here on.
    neverWaitForTerminal()
    run.on('message', (message) => {
      if (message !== readyMessage) return
      servesSince = Date.now()
      hasServed = true
    })
    return new Promise((end) => {
      const servedMs = () => (servesSince === undefined ? 0 : Date.now() - servesSince)
      run.once('exit', (code, signal) => end({ code, signal, servedMs: servedMs() }))
      run.once('error', () => end({ code: 1, signal: null, servedMs: servedMs() }))
    })
  }

  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const { code, signal, servedMs } = await runOnce()
    if (code === 0 || asked.signal.aborted || (!hasServed && signal === null)) return code ?? 1
    if (servedMs > steadyMs) pauseMs = firstPauseMs
    say(
      `Dictara stopped unexpectedly (${signal ?? `exit code ${code}`}). It is started again ${pauseMs < 1_000 ? 'now' : `in ${pauseMs / 1000} s`}; press Ctrl+C to stop.`,
    )
    await sleep(pauseMs, undefined, { signal: asked.signal }).catch(() => {})
    if (asked.signal.aborted) return 0
  }
}
