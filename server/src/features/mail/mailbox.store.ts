import { sql } from 'kysely'
import type { Mail } from '../../gateways/mail/index.ts'
import type { Work } from '../../platform/database/index.ts'

/** Kept once, however often it is sent. */
export async function keepMail(work: Work, { id, to, subject, body }: Mail): Promise<void> {
  await sql`insert into mailbox (clinic_id, id, recipient, subject, body, sent_at)
    values (${work.clinicId}, ${id}, ${to}, ${subject}, ${body}, ${work.now}) on conflict do nothing`.execute(work.db)
}

export interface KeptMail {
  id: string
  to: string
  subject: string
  body: string
  sentTime: Date
}

/** The clinic's mails, the newest first. */
export async function listMails(work: Work, page: number, size: number): Promise<{ rows: KeptMail[]; total: number }> {
  const { rows } = await sql<KeptMail & { total: number }>`
    select id, recipient as to, subject, body, sent_at as sent_time, count(*) over ()::int as total from mailbox
    where clinic_id = ${work.clinicId} order by id desc limit ${size} offset ${page * size}`.execute(work.db)
  return { rows, total: rows[0]?.total ?? 0 }
}
