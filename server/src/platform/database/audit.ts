import { asJson } from './columns.ts'
import type { AuditFacts, Work } from './work.ts'

type Audited = Omit<AuditFacts, 'event' | 'detail'> & { event: string; detail?: object | null }

export type AuditOnceAMinute = (work: Work, facts: Audited) => Promise<void>

/** Writes the row that says who did or saw what, in the same transaction as the action. */
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
