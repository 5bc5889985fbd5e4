import { createTransport } from 'nodemailer'
import type { MailGateway } from './index.ts'

const withinMs = 20_000

/** Sends by SMTP, e.g. `smtps://user:password@mail.example.org`. */
export function smtpMail(url: string, from: string): MailGateway {
  const transport = createTransport({
    url,
    connectionTimeout: withinMs,
    greetingTimeout: withinMs,
    socketTimeout: withinMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ id, to, subject, body }) {
      await transport.sendMail({ from, to, subject, text: body, messageId: `<${id}@dictara>` })
    },
  }
}
