import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface CaughtMail {
  to: string
  subject: string
  messageId: string
  text: string
  html: string
}

export interface MailServer {
  /** e.g. `smtp://127.0.0.1:41234`. */
  url: string
  /** All received mails, in order. */
  mails: CaughtMail[]
  /** Waits for the next mail to this address that was not returned yet. */
  next(to: string): Promise<CaughtMail>
  /** Refuses this many of the next mails temporarily, so that the sender has to retry. */
  refuseNext(mails: number): void
  stop(): Promise<void>
}

const unfolded = (head: string) =>
  new Map(
    head
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )

function cut(text: string) {
  const end = text.indexOf('\r\n\r\n')
  return { head: unfolded(text.slice(0, end)), body: text.slice(end + 4) }
}

function decoded(text: string, encoding = ''): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return text
  const bytes = text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** The parts of a mail with text and HTML, as a mail program shows them. */
function readMail(raw: string, to: string): CaughtMail {
  const { head, body } = cut(raw)
  const boundary = /boundary="?([^";]+)"?/.exec(head.get('content-type') ?? '')?.[1]
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => cut(part.trimStart()))
    : [{ head, body }]
  const part = (type: string) => {
    const found = parts.find((one) => one.head.get('content-type')?.startsWith(type))
    return found ? decoded(found.body, found.head.get('content-transfer-encoding')).replaceAll('\r\n', '\n').trim() : ''
  }
  const subject = (head.get('subject') ?? '').replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, text: string) =>
    decoded(text.replaceAll('_', ' '), 'quoted-printable'),
  )
  return { to, subject, messageId: head.get('message-id') ?? '', text: part('text/plain'), html: part('text/html') }
}

/** A local mail server that accepts every mail. */
export async function startMailServer(): Promise<MailServer> {
  const mails: CaughtMail[] = []
  const unread: CaughtMail[] = []
  const waiting: { to: string; take(mail: CaughtMail): void }[] = []
  let refused = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refused > 0) {
          refused -= 1
          return done(Object.assign(new Error('come again'), { responseCode: 451 }))
        }
        for (const { address } of session.envelope.rcptTo) {
          const mail = readMail(Buffer.concat(chunks).toString('utf8'), address)
          mails.push(mail)
          const waiter = waiting.findIndex(({ to }) => to === address)
          if (waiter === -1) unread.push(mail)
          else waiting.splice(waiter, 1)[0]!.take(mail)
        }
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    next(to) {
      const known = unread.findIndex((mail) => mail.to === to)
      if (known !== -1) return Promise.resolve(unread.splice(known, 1)[0]!)
      return new Promise((take) => waiting.push({ to, take }))
    },
    refuseNext(count) {
      refused = count
    },
    stop: () => new Promise((done) => server.close(done)),
  }
}
