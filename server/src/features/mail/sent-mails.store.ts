import { sql } from 'kysely'
import type { Work } from '../../platform/database/index.ts'

/** Longer than a run may take: nobody has the mail in hand any more. */
const inHandMs = 75_000
/** Longer than a mail is tried. */
const keptMs = 7 * 24 * 3_600_000
/** So many that are too old go with each that is sent. */
const forgottenAtOnce = 10

/** Takes a mail in hand, to send it; one of any number at the same moment does. */
export async function takeInHand(work: Work, id: string): Promise<'MINE' | 'SENT' | 'IN_OTHER_HANDS'> {
  const mine = await work.db
    .insertInto('sentMails')
    .values({ id, isSent: false, at: work.now })
    .onConflict((known) =>
      known
        .column('id')
        .doUpdateSet({ at: work.now })
        .where('sentMails.isSent', '=', false)
        .where('sentMails.at', '<', new Date(work.now.getTime() - inHandMs)),
    )
    .returning('id')
    .executeTakeFirst()
  if (mine) return 'MINE'
  const known = await work.db.selectFrom('sentMails').select('isSent').where('id', '=', id).executeTakeFirst()
  return known?.isSent ? 'SENT' : 'IN_OTHER_HANDS'
}

/** The mail server did not take it. */
export const putDown = (work: Work, id: string) =>
  work.db
    .deleteFrom('sentMails')
    .where(({ and }) => and({ id, isSent: false }))
    .execute()

/** The mail server took it. */
export async function markSent(work: Work, id: string): Promise<void> {
  await work.db.updateTable('sentMails').set({ isSent: true, at: work.now }).where('id', '=', id).execute()
  const oldest = new Date(work.now.getTime() - keptMs)
  await sql`delete from sent_mails where id in (
    select o.id from sent_mails o where o.at < ${oldest} limit ${forgottenAtOnce} for update skip locked)`.execute(
    work.db,
  )
}
