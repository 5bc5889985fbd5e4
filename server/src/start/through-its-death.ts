import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from '../platform/http/envelope.ts'

const againMs = 300
const patienceMs = 60_000

const isAway = (error: unknown) => isDatabaseAway(error) || isDatabaseAway((error as Error).cause ?? {})

/** Does a step of the start again when PostgreSQL was lost under it, until it is back; each may be done twice. */
export async function throughItsDeath<T>(step: () => Promise<T>): Promise<T> {
  for (const since = Date.now(); ; await sleep(againMs))
    try {
      return await step()
    } catch (error) {
      if (!isAway(error) || Date.now() - since > patienceMs) throw error
    }
}
