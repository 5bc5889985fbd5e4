import type { Mail } from '../../gateways/mail/index.ts'
import { page, type Work } from '../../platform/database/index.ts'

/** 72 hours, as long as the links in a mail can be used (Q005). After that a mail is useless. */
const keptMs = 72 * 3_600_000
const oldest = (work: Work) => new Date(work.now.getTime() - keptMs)

/** Stores a mail once, however often it is sent, and deletes mails whose links have expired. */
export async function keepMail(
  work: Work,
  { id, to, subject, sealed }: Pick<Mail, 'id' | 'to' | 'subject'> & { sealed: Buffer },
): Promise<void> {
  await work.db.deleteFrom('mailbox').where('clinicId', '=', work.clinicId).where('sentAt', '<', oldest(work)).execute()
  await work.db
    .insertInto('mailbox')
    .values({ clinicId: work.clinicId, id, recipient: to, subject, sealed, sentAt: work.now })
    .onConflict((known) => known.doNothing())
    .execute()
}

/** A page of the clinic's mails, newest first. `body`: only in rows from before texts were sealed. */
export const listMails = (work: Work, paging: { page: number; size: number }) =>
  page(
    work,
    { ...paging, sortOrder: 'descend' },
    {
      from: work.db.selectFrom('mailbox').where('clinicId', '=', work.clinicId).where('sentAt', '>=', oldest(work)),
      columns: (mails) => mails.select(['id', 'recipient as to', 'subject', 'body', 'sealed', 'sentAt as sentTime']),
      sort: { sent: 'id' },
      tie: 'id',
    },
  )

export async function isDemoClinic(work: Work): Promise<boolean> {
  const clinic = await work.db
    .selectFrom('clinics')
    .select('demo')
    .where('clinicId', '=', work.clinicId)
    .executeTakeFirst()
  return clinic?.demo ?? false
}

/** The first clinic of the demo. Its mailbox holds the mails to people of no clinic. */
export async function findDemoClinic(work: Work): Promise<string | undefined> {
  const clinic = await work.db
    .selectFrom('clinics')
    .select('clinicId')
    .where('demo', '=', true)
    .orderBy('clinicId')
    .limit(1)
    .executeTakeFirst()
  return clinic?.clinicId
}
