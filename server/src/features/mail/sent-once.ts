import type { MailGateway } from '../../gateways/mail/index.ts'
import type { Doors } from '../../platform/database/index.ts'
import { markSent, putDown, takeInHand } from './sent-mails.store.ts'

/**
 * Never sends a mail again that the mail server has accepted: it is marked as sent, and only one run claims it at a time. A run that
 * was killed between the acceptance and the mark sends it once more, with the same Message-ID.
 */
export const sentOnce = (doors: Doors, gateway: MailGateway): MailGateway => ({
  async send(mail, signal) {
    const state = await doors.asSystem('task mail', (work) => takeInHand(work, mail.id))
    if (state === 'SENT') return
    if (state === 'IN_OTHER_HANDS') throw new Error('another run sends this mail')
    try {
      await gateway.send(mail, signal)
    } catch (error) {
      // A mail whose sending was aborted may still arrive, so keep the claim until its time is over.
      if (!signal.aborted) await doors.asSystem('task mail', (work) => putDown(work, mail.id))
      throw error
    }
    await doors.asSystem('task mail', (work) => markSent(work, mail.id))
  },
})
