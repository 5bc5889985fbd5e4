import { asJson } from './columns.ts'
import { ask, insertion } from './fixed.ts'
import type { AuditFacts, Work } from './work.ts'

type Audited = Omit<AuditFacts, 'event' | 'detail'> & { event: string; detail?: object | null }

export type AuditOnceAMinute = (work: Work, facts: Audited) => Promise<void>

/** What a row says nothing of: named all the same, so that all rows are written by one statement, which is planned once. */
const nothing = {
  jobId: null,
  patientId: null,
  facilityId: null,
  fromStatus: null,
  toStatus: null,
  level: null,
  comment: null,
}

/** Writes the row that says who did or saw what, in the same transaction as the action. */
export async function writeAudit(work: Work, { detail, ...facts }: Audited): Promise<void> {
  const { actor } = work
  const row = {
    ...nothing,
    ...facts,
    detail: detail ? asJson(detail) : null,
    clinicId: work.clinicId || null,
    at: work.now,
    userId: actor?.userId ?? null,
    sessionId: actor?.sessionId ?? null,
    ip: actor?.ip ?? null,
  }
  await ask(work, insertion({ auditEvents: row }))
}

/**
 * Writes audit rows of repeated reads, such as lists: one a minute for the same session and facts. This server copy remembers
 * its rows once they are committed. Another copy may write the same row again, which does no harm.
 */
export function auditingOnceAMinute(): AuditOnceAMinute {
  let minute = 0
  let written = new Set<string>()
  return async (work, facts) => {
    const present = Math.floor(work.now.getTime() / 60_000)
    if (present !== minute) {
      minute = present
      written = new Set()
    }
    const ofMinute = written
    const key = JSON.stringify([work.actor?.sessionId, facts])
    if (ofMinute.has(key)) return
    await writeAudit(work, facts)
    work.afterCommit(async () => void ofMinute.add(key))
  }
}
