export interface Mail {
  /** Of the clinic on whose behalf it is sent; empty for who belongs to none yet. */
  clinicId: string
  /** Names the mail: under one id it is sent once, and never kept twice. */
  id: string
  to: string
  subject: string
  /** Plain text. */
  body: string
  /** The same words as HTML; absent from mails that an older version left in the queue. */
  html?: string
}

/** The mail server does not take this mail, e.g. for want of such a mailbox. */
export class MailRefused extends Error {
  constructor() {
    super('The mail server refused the mail.')
  }
}

/** Delivers mail. Throws when it could not; then it is tried again. */
export interface MailGateway {
  send(mail: Mail, signal: AbortSignal): Promise<void>
}
