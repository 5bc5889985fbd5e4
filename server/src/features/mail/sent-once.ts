import type { MailGateway } from '../../gateways/mail/index.ts'
import type { Doors } from '../../platform/database/index.ts'
import { markSent, putDown, takeInHand } from './sent-mails.store.ts'

/**
 * Sends a mail that the mail server has taken never again, whoever tries and how often: it is marked as sent, and only one
 * run has it in hand. Who was killed between the server's yes and the mark sends it once more, under the same Message-ID.
 */
export const sentOnce = (doors: Doors, gateway: MailGateway): MailGateway => ({
  async send(mail, signal) {
    const state = await doors.asSystem('task mail', (work) => takeInHand(work, mail.id))
    if (state === 'SENT') return
    if (state === 'IN_OTHER_HANDS') throw new Error('another run sends this mail')
    try {
      await gateway.send(mail, signal)
    } catch (error) {
      // What was cut off may arrive all the same: nobody begins anew before its time is over.
      if (!signal.aborted) await doors.asSystem('task mail', (work) => putDown(work, mail.id))
      throw error
    }
    await doors.asSystem('task mail', (work) => markSent(work, mail.id))
  },
})
