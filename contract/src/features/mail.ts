import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { id, paging, time } from '../shapes.ts'

export const KeptMail = z.object({ id, to: z.string(), subject: z.string(), body: z.string(), sentTime: time })
export type KeptMail = z.output<typeof KeptMail>

export const mailCalls = defineCalls({
  listMails: {
    method: 'GET',
    path: '/clinic/mailbox',
    summary: 'The developers’ mailbox: what would have been mailed. Not found when a mail server is configured.',
    callers: ['clinicAdmin'],
    query: z.object(paging(20)),
    result: KeptMail,
    audit: 'mailbox.viewed',
    person: false,
    example: {},
  },
})
