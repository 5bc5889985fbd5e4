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
import { isDemoClinic, keepMail, listMails } from './mailbox.store.ts'

declare module '../../platform/database/work.ts' {
  interface Events {
    /** A mail to a person was given up: it reached nobody. `sentAt` is when it was to be sent. */
    'mail.undelivered': { userId: string; sentAt: Date }
  }
}

/** The text of a mail may carry a one-time link: it waits in the queue sealed. */
interface MailPayload {
  clinicId: string
  id: string
  sealed: string
  /** Absent from mails that an older version left in the queue, as `sentAt` is. */
  userId?: string
  /** In ISO 8601. */
  sentAt?: string
}

/** Sends a mail to a person once the caller's transaction is committed. */
export type SendMail = (work: Work, mail: Pick<Mail, 'to' | 'subject' | 'body'> & { userId: string }) => Promise<void>

/** A mail server may be away for as long as the link in an invitation holds; pauses grow to between 5 and 10 minutes. */
const attemptsInThreeDays = 580
/** One that refuses a mail may have been set up wrong a moment ago. */
const attemptsOfRefused = 8

const taskName = 'send-mail'

/** Where others than the administrator work, nobody but the addressee may read a one-time link (controls.md S25). */
const mayBeKept = async (config: Config, work: Work) => !config.DICTARA_PUBLIC_URL || (await isDemoClinic(work))

/** How mails of a clinic go, and how many wait since when. */
export async function readMailStanding(config: Config, work: Work) {
  const isKept = !config.DICTARA_SMTP_URL && (await mayBeKept(config, work))
  const way = config.DICTARA_SMTP_URL ? ('CONNECTED' as const) : isKept ? ('KEPT' as const) : ('NONE' as const)
  return { way, ...(await readStanding(work, taskName)) }
}

const about = (id: string) => `mail ${id}`

/** Mail to people: by SMTP when it is configured, otherwise into the developers' mailbox. */
export function mailFeature({ config, doors, secrets }: Platform): Feature & { sendMail: SendMail } {
  const { DICTARA_SMTP_URL: url, DICTARA_MAIL_FROM: from } = config
  const mailbox: MailGateway = {
    send({ id, to, subject, body, clinicId }) {
      const sealed = secrets.seal(Buffer.from(body), about(id))
      return doors.asSystem('task mail', (work) => keepMail(work, { id, to, subject, sealed }), clinicId)
    },
  }
  const gateway = url ? smtpMail(url, from) : mailbox
  const task = defineTask<MailPayload>({
    name: taskName,
    about: 'Delivers one mail.',
    attempts: attemptsInThreeDays,
    retryDelaySeconds: 5,
    timeLimitSeconds: 60,
    parallel: 2,
    async run({ clinicId, id, sealed }, { signal, attempt }) {
      const mail = JSON.parse(secrets.unseal(Buffer.from(sealed, 'base64'), about(id)).toString()) as Pick<
        Mail,
        'to' | 'subject' | 'body'
      >
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
  return {
    name: 'mail',
    tasks: [task],
    async sendMail(work, { to, subject, body, userId }) {
      refuseUnless(url || (await mayBeKept(config, work)), mailRefusals.noMailServer)
      const id = newId(work.now.getTime())
      const sealed = secrets.seal(Buffer.from(JSON.stringify({ to, subject, body })), about(id)).toString('base64')
      await work.enqueue(
        task,
        { clinicId: work.clinicId, id, sealed, userId, sentAt: work.now.toISOString() },
        { key: id },
      )
    },
    calls: serve(mailCalls, {
      async listMails({ work, query }) {
        if (url || !(await mayBeKept(config, work))) throw notFound()
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
