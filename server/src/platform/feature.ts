import type { FastifyInstance } from 'fastify'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Doors, Subscribers } from './database/index.ts'
import type { ScopeRules } from './http/guards.ts'
import type { ServedCall } from './http/serve.ts'
import type { LiveSource } from './live/hub.ts'
import type { Log } from './log.ts'
import type { Secrets } from './secrets.ts'
import type { Task } from './tasks/index.ts'

/** What every feature is given. */
export interface Platform {
  config: Config
  clock: Clock
  log: Log
  secrets: Secrets
  doors: Doors
  /** Addresses of the two applications, as browsers see them. */
  addresses: { web: string; recorder: string }
}

/** One product area, as app.ts puts it together (architecture.md section 4). */
export interface Feature {
  name: string
  calls?: ServedCall[]
  scopes?: ScopeRules
  subscribers?: Subscribers
  // oxlint-disable-next-line typescript/no-explicit-any -- each task checks its own payload
  tasks?: Task<any>[]
  live?: Record<string, LiveSource>
  /** Pages outside the contract, e.g. the developers’ mailbox. */
  pages?(server: FastifyInstance): Promise<void>
  /** Finds what waits for a task of this feature and has none, and has it go on; @returns how many. Each minute. */
  takeUp?(): Promise<number>
  start?(): Promise<void>
  stop?(): Promise<void>
}
