import { createTransport } from 'nodemailer'
import { type MailGateway, MailRefused } from './port.ts'

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
    async send({ id, to, subject, body, html }, signal) {
      signal.throwIfAborted()
      const aborted = Promise.withResolvers<never>()
      const abort = () => aborted.reject(signal.reason)
      signal.addEventListener('abort', abort, { once: true })
      const sending = transport.sendMail({
        from,
        // As one address, whatever characters it contains.
        to: { name: '', address: to },
        subject,
        text: body,
        ...(html === undefined ? {} : { html }),
        messageId: `<${id}@dictara>`,
      })
      sending.catch(() => {})
      try {
        // A server that sends a character now and then is never silent and never finishes.
        await Promise.race([sending, aborted.promise])
      } catch (error) {
        throw isRefusal(error) ? new MailRefused() : error
      } finally {
        signal.removeEventListener('abort', abort)
      }
    },
  }
}

/** A permanent refusal (5xx), unlike a server that is down, busy, or does not accept our login yet. */
function isRefusal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}
