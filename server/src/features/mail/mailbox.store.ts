import { sql } from 'kysely'
import type { Mail } from '../../gateways/mail/index.ts'
import type { Work } from '../../platform/database/index.ts'

/** As long as the links in it can be used (Q005); after that a mail is of no use to anybody. */
const keptHours = 72

/** Kept once, however often it is sent; what is older than its links goes. */
export async function keepMail(
  work: Work,
  { id, to, subject, sealed }: Pick<Mail, 'id' | 'to' | 'subject'> & { sealed: Buffer },
): Promise<void> {
  await sql`delete from mailbox where clinic_id = ${work.clinicId}
    and sent_at < ${work.now}::timestamptz - make_interval(hours => ${keptHours})`.execute(work.db)
  await sql`insert into mailbox (clinic_id, id, recipient, subject, sealed, sent_at)
    values (${work.clinicId}, ${id}, ${to}, ${subject}, ${sealed}, ${work.now}) on conflict do nothing`.execute(work.db)
}

export interface KeptMail {
  id: string
  to: string
  subject: string
  /** Of rows from before texts were sealed. */
  body: string | null
  sealed: Buffer | null
  sentTime: Date
}

/** The clinic's mails, the newest first. */
export async function listMails(work: Work, page: number, size: number): Promise<{ rows: KeptMail[]; total: number }> {
  const ofClinic = sql`from mailbox
    where clinic_id = ${work.clinicId} and sent_at >= ${work.now}::timestamptz - make_interval(hours => ${keptHours})`
  const { rows } = await sql<KeptMail>`
    select id, recipient as to, subject, body, sealed, sent_at as sent_time ${ofClinic}
    order by id desc limit ${size} offset ${page * size}`.execute(work.db)
  // Counted apart: behind the end there is no row to carry it.
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${ofClinic}`.execute(work.db)
  return { rows, total: counted[0]!.total }
}

export async function isDemoClinic(work: Work): Promise<boolean> {
  return (await sql`select from clinics where clinic_id = ${work.clinicId} and demo`.execute(work.db)).rows.length > 0
}
