import { createInterface } from 'node:readline'
import { systemClock } from '../../../platform/clock.ts'
import type { SandboxKeys } from './keys.ts'
import { startSandbox } from './sandbox.ts'

/** The first line that the program reads. */
export interface ProgramSettings {
  keys: SandboxKeys
  port: number
  file: string
  noticesUrl: string
}
/** What it prints once it serves. */
export const readyLine = 'ready'
/** How it ends when its port is taken. */
export const portTakenCode = 75

/** Long enough to see that a subscription waits for the gateway, and short enough to wait for. */
const firstAfterMs = 1_500
const lookMs = 500

async function serve({ keys, port, file, noticesUrl }: ProgramSettings) {
  const sandbox = await startSandbox({ clock: systemClock, keys, port, file, firstAfterMs })
  sandbox.sendNoticesTo(noticesUrl)
  setInterval(() => {
    sandbox.run()
    void sandbox.deliver()
  }, lookMs)
  process.stdout.write(`${readyLine}\n`)
}

// A program of its own, which whoever started it ends by closing its standard input, be it by dying.
if (/sandbox-program\.[jt]s$/.test(process.argv[1] ?? '')) {
  const lines = createInterface({ input: process.stdin })
  lines.once('line', (line) => {
    serve(JSON.parse(line) as ProgramSettings).catch((error: NodeJS.ErrnoException) =>
      process.exit(error.code === 'EADDRINUSE' ? portTakenCode : 1),
    )
  })
  lines.once('close', () => process.exit())
}
