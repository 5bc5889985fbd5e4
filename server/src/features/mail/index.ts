import { mailCalls, mailRefusals } from '@dictara/contract/mail'
import { type Mail, type MailGateway, MailRefused, smtpMail } from '../../gateways/mail/index.ts'
import type { Config } from '../../platform/config.ts'
import type { Work } from '../../platform/database/index.ts'
import type { Feature, Platform } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { newId } from '../../platform/ids.ts'
import { GiveUp, notFound, refuseUnless } from '../../platform/refusal.ts'
import { defineTask, readStanding } from '../../platform/tasks/index.ts'
import { findClinicDay } from '../facilities/index.ts'
import { accountExists } from './letters/account-exists.ts'
import { factorsChanged } from './letters/factors-changed.ts'
import { emailChanged } from './letters/email-changed.ts'
import { invitation } from './letters/invitation.ts'
import { passwordChanged } from './letters/password-changed.ts'
import { recoveryCodeUsed } from './letters/recovery-code-used.ts'
import { resetLink } from './letters/reset-link.ts'
import { signUpCode } from './letters/sign-up-code.ts'
import { unreadNotifications } from './letters/unread-notifications.ts'
import { findDemoClinic, isDemoClinic, keepMail, listMails } from './mailbox.store.ts'
import { sentOnce } from './sent-once.ts'

/** All mails, one file each. */
export const letters = {
  accountExists,
  emailChanged,
  factorsChanged,
  invitation,
  passwordChanged,
  recoveryCodeUsed,
  resetLink,
  signUpCode,
  unreadNotifications,
}
export type { FactorChange } from './letters/factors-changed.ts'

declare module '../../platform/database/work.ts' {
  interface Events {
    /** A mail to a person was given up and reached nobody. `sentAt`: when it was to be sent. */
    'mail.undelivered': { userId: string; sentAt: Date }
  }
}

/** The text of a mail may contain a one-time link, so it is sealed in the queue. */
interface MailPayload {
  clinicId: string
  id: string
  sealed: string
  /** Like `sentAt`, absent from mails that an older version left in the queue. */
  userId?: string
  /** In ISO 8601. */
  sentAt?: string
}

type MailText = Pick<Mail, 'to' | 'subject' | 'body' | 'html'>

/**
 * Sends a mail to a person of the transaction's clinic after the commit. The same `id` means the same mail.
 */
export type SendMail = (work: Work, mail: MailText & { userId: string; id?: string; haste?: Haste }) => Promise<void>

/**
 * The order of mails: first those that somebody is waiting for, e.g. a code that is valid for ten minutes; last those that go to
 * very many people.
 */
export type Haste = 'awaited' | 'usual' | 'many'
const priorityOf: Readonly<Record<Haste, number>> = { awaited: 2, usual: 1, many: 0 }

/** Mail to people of a clinic, and to people who belong to none yet. */
export interface Mailing {
  /** Whether mails to people are possible at all here. */
  isPossible: boolean
  sendMail: SendMail
  /** Whether mails of the transaction's clinic go anywhere. */
  mayMail(work: Work): Promise<boolean>
  /** Whether its mails are kept in its mailbox, because there is no mail server. */
  keepsMail(work: Work): Promise<boolean>
  /** Sends a mail to somebody who belongs to no clinic yet. Where mails are kept, it goes to the demo's mailbox. */
  sendToStranger(work: Work, mail: MailText & { id: string }): Promise<void>
  /** Whether strangers can be mailed, and whether their mails are kept for the demo's administrator. */
  wayToStrangers(work: Work): Promise<'SENT' | 'KEPT' | 'NONE'>
}

/** A mail server may be down for as long as an invitation's link is valid. Pauses grow to between 5 and 10 minutes. */
const attemptsInThreeDays = 580
/** A server that refuses a mail may only have been set up wrong for a moment. */
const attemptsOfRefused = 8

const taskName = 'send-mail'

/** True where mails may be kept. With a public URL only the demo's: only the addressee may read a one-time link (controls.md S25). */
const mayBeKept = async (config: Config, work: Work) => !config.DICTARA_PUBLIC_URL || (await isDemoClinic(work))

/** How mails of a clinic are delivered, how many wait, and since when. */
export async function readMailStanding(config: Config, work: Work) {
  const isKept = !config.DICTARA_SMTP_URL && (await mayBeKept(config, work))
  const way = config.DICTARA_SMTP_URL ? ('CONNECTED' as const) : isKept ? ('KEPT' as const) : ('NONE' as const)
  return { way, ...(await readStanding(work, taskName)) }
}

const about = (id: string) => `mail ${id}`

/** Mail to people: by SMTP when it is configured, otherwise into the developers' mailbox. */
export function mailFeature({ config, doors, secrets }: Platform): Feature & Mailing {
  const { DICTARA_SMTP_URL: url, DICTARA_MAIL_FROM: from } = config
  const mailbox: MailGateway = {
    send({ id, to, subject, body, clinicId }) {
      const sealed = secrets.seal(Buffer.from(body), about(id))
      return doors.asSystem('task mail', (work) => keepMail(work, { id, to, subject, sealed }), clinicId)
    },
  }
  const gateway = url ? sentOnce(doors, smtpMail(url, from)) : mailbox
  const task = defineTask<MailPayload>({
    name: taskName,
    about: 'Delivers one mail.',
    attempts: attemptsInThreeDays,
    retryDelaySeconds: 5,
    timeLimitSeconds: 60,
    parallel: 2,
    async run({ clinicId, id, sealed }, { signal, attempt }) {
      const mail = JSON.parse(secrets.unseal(Buffer.from(sealed, 'base64'), about(id)).toString()) as MailText
      await gateway.send({ clinicId, id, ...mail }, signal).catch((error: unknown) => {
        throw error instanceof MailRefused && attempt >= attemptsOfRefused ? new GiveUp(error.message) : error
      })
    },
    async whenDead({ clinicId, userId, sentAt }) {
      if (!userId || !sentAt) return
      const facts = { userId, sentAt: new Date(sentAt) }
      await doors.asSystem('task mail', (work) => work.record('mail.undelivered', facts), clinicId)
    },
  })
  const keepsMail = async (work: Work) => !url && mayBeKept(config, work)
  const mayMail = async (work: Work) => Boolean(url) || keepsMail(work)
  async function enqueue(
    work: Work,
    clinicId: string,
    { id, userId, haste = 'usual', ...mail }: MailText & { id: string; userId?: string; haste?: Haste },
  ) {
    const sealed = secrets.seal(Buffer.from(JSON.stringify(mail)), about(id)).toString('base64')
    const person = userId === undefined ? {} : { userId, sentAt: work.now.toISOString() }
    await work.enqueue(task, { clinicId, id, sealed, ...person }, { key: id, priority: priorityOf[haste] })
  }
  return {
    name: 'mail',
    tasks: [task],
    isPossible: Boolean(url) || !config.DICTARA_PUBLIC_URL,
    mayMail,
    keepsMail,
    async sendMail(work, mail) {
      refuseUnless(await mayMail(work), mailRefusals.noMailServer)
      await enqueue(work, work.clinicId, { id: newId(work.now.getTime()), ...mail })
    },
    async wayToStrangers(work) {
      if (url) return 'SENT'
      return !config.DICTARA_PUBLIC_URL && (await findDemoClinic(work)) ? 'KEPT' : 'NONE'
    },
    async sendToStranger(work, mail) {
      const clinicId = url ? '' : config.DICTARA_PUBLIC_URL ? undefined : await findDemoClinic(work)
      if (clinicId !== undefined) await enqueue(work, clinicId, { ...mail, haste: 'awaited' })
    },
    calls: serve(mailCalls, {
      async listMails({ work, query }) {
        if (!(await keepsMail(work))) throw notFound()
        const { result: mails, size } = await listMails(work, query)
        const result = mails.map(({ sealed, body, ...mail }) => ({
          ...mail,
          body: sealed ? secrets.unseal(sealed, about(mail.id)).toString() : (body ?? ''),
        }))
        return { result, size, extra: { timeZone: (await findClinicDay(work)).timeZone } }
      },
    }),
  }
}
