import { sql } from 'kysely'
import type { Work } from '../../platform/database/index.ts'

/** Longer than a run may take. After this time no run is sending the mail any more. */
const inHandMs = 75_000
/** Longer than the time in which a mail is retried. */
const keptMs = 7 * 24 * 3_600_000
/** How many outdated rows are deleted with each sent mail. */
const forgottenAtOnce = 10

/** Claims a mail for sending. Of concurrent calls only one gets it. */
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

/** Releases a mail that the mail server did not accept. */
export const putDown = (work: Work, id: string) =>
  work.db
    .deleteFrom('sentMails')
    .where(({ and }) => and({ id, isSent: false }))
    .execute()

/** Records that the mail server accepted a mail. */
export async function markSent(work: Work, id: string): Promise<void> {
  await work.db.updateTable('sentMails').set({ isSent: true, at: work.now }).where('id', '=', id).execute()
  const oldest = new Date(work.now.getTime() - keptMs)
  await sql`delete from sent_mails where id in (
    select o.id from sent_mails o where o.at < ${oldest} limit ${forgottenAtOnce} for update skip locked)`.execute(
    work.db,
  )
}
