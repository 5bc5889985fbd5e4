import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { neverWaitForTerminal } from './never-wait-for-terminal.ts'

/** What the server tells who started it, once it can serve. */
export const readyMessage = 'ready'

/** People wait for it: the first time at once, and never long. */
const firstPauseMs = 250
const longestPauseMs = 5_000
/** A server that was told to stop and does not is not waited for any longer. */
const stopWithinMs = 90_000
/** A server that served for so long ended for a new reason, and is started again at once. */
const steadyMs = 5_000

interface End {
  code: number | null
  signal: NodeJS.Signals | null
  servedMs: number
}

/**
 * Runs the server, and starts it again whenever it ends unasked, after pauses that grow. A start that never could serve
 * and said why is not repeated: that is not mended by another try. One that was killed could say nothing.
 * @param program what node runs, e.g. `dist/main.js`.
 * @param say tells the person at the terminal.
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
    // A group of its own: Ctrl+C reaches us alone, and is passed on once.
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
