import type { Log } from '../platform/log.ts'
import { neverWaitForTerminal } from './never-wait-for-terminal.ts'

/**
 * An uncaught error leaves the server in an unknown state: the server logs where it happened and ends, and its supervisor
 * restarts it. Writing to the terminal may fail, e.g. on a full disk, without harm.
 */
export function spanLastNet(log: Log): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      try {
        log.error({ error }, 'a fault that nothing caught ends the server')
      } finally {
        process.exit(1)
      }
    })
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  neverWaitForTerminal()
}
