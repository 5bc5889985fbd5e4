import { ask, fixed } from './fixed.ts'
import type { Work } from './work.ts'

const alone = 'pg_advisory_xact_lock(hashtextextended($1, 0))'
const withOthers = 'pg_advisory_xact_lock_shared(hashtextextended($1, 0))'
const waiting = fixed(`select ${alone}`)
const waitingWithOthers = fixed(`select ${withOthers}`)
const waitingBeside = fixed(`select ${withOthers}, ${alone.replace('$1', '$2')}`)

/** Serialises transactions that want the same thing: each waits until the one before has committed, and then sees its result. */
export async function waitForTurn(work: Work, wanted: string): Promise<void> {
  await ask(work, waiting(wanted))
}

/** Like `waitForTurn`, but shares the turn with others that call this: each waits only for whoever wants the thing alone. */
export async function waitWithOthers(work: Work, wanted: string): Promise<void> {
  await ask(work, waitingWithOthers(wanted))
}

/** First `waitWithOthers` for one thing, then `waitForTurn` for another, asked at once. */
export async function waitBesideOthers(work: Work, shared: string, wanted: string): Promise<void> {
  await ask(work, waitingBeside(shared, wanted))
}
