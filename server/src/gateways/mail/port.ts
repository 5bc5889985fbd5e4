export interface Mail {
  /** The clinic for which it is sent; empty for a recipient without a clinic. */
  clinicId: string
  /** Identifies the mail: each id is sent once, and stored once. */
  id: string
  to: string
  subject: string
  /** Plain text. */
  body: string
  /** The same text as HTML; absent from mails that an older version left in the queue. */
  html?: string
}

/** The mail server rejects this mail, e.g. because the mailbox does not exist. */
export class MailRefused extends Error {
  constructor() {
    super('The mail server refused the mail.')
  }
}

/** Delivers mail. Throws if it could not; then delivery is repeated. */
export interface MailGateway {
  send(mail: Mail, signal: AbortSignal): Promise<void>
}
