import { asJson } from './columns.ts'
import type { AuditFacts, Work } from './work.ts'

type Audited = Omit<AuditFacts, 'event' | 'detail'> & { event: string; detail?: object | null }

export type AuditOnceAMinute = (work: Work, facts: Audited) => Promise<void>

/** Writes the row that says who did or saw what; in the transaction of what it tells. */
export async function writeAudit(work: Work, { detail, ...facts }: Audited): Promise<void> {
  const { actor } = work
  await work.db
    .insertInto('auditEvents')
    .values({
      ...facts,
      detail: detail && asJson(detail),
      clinicId: work.clinicId || null,
      at: work.now,
      userId: actor?.userId,
      sessionId: actor?.sessionId,
      ip: actor?.ip,
    })
    .execute()
}

/**
 * Writes rows of what is read again and again, as lists are: one a minute for the same session and facts. What this copy of the
 * server has written is remembered once it is committed; another copy writes it again, which says nothing else.
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
