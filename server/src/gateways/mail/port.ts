export interface Mail {
  /** Of the clinic on whose behalf it is sent. */
  clinicId: string
  /** Names the mail: sent twice under one id, it is delivered at most twice and never kept twice. */
  id: string
  to: string
  subject: string
  /** Plain text. */
  body: string
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
