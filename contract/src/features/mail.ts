import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { list, listQuery } from '../list.ts'
import { id, time } from '../shapes.ts'

export const KeptMail = z.object({ id, to: z.string(), subject: z.string(), body: z.string(), sentTime: time })
export type KeptMail = z.output<typeof KeptMail>

export const mailRefusals = defineRefusals({
  noMailServer: {
    status: 422,
    code: 'no-mail-server',
    message:
      'Invitations are sent by email, and no mail server is set up yet. Nothing was saved. Ask the person who runs Dictara.',
  },
})

export const mailCalls = defineCalls({
  listMails: list({
    path: '/clinic/mailbox',
    summary: 'The emails kept here because there is no mail server. 404 when emails are sent.',
    callers: ['clinicAdmin'],
    query: listQuery({ size: 20 }),
    row: KeptMail,
    /** The clinic's own zone, for showing times. */
    extra: { timeZone: z.string() },
    audit: 'mailbox.viewed',
  }),
})
