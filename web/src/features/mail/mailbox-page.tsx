import { momentIn } from '@dictara/browser/moments'
import { failureOf } from '@dictara/browser/call'
import { mailCalls } from '@dictara/contract/mail'
import { Alert, Card } from 'antd'
import { ListCards } from '../../ui/list-cards.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { useListQuery } from '../../ui/use-list-query.ts'

/** The text of a mail; its links work. */
function MailBody({ body }: { body: string }) {
  return (
    <p style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', margin: 0 }}>
      {body.split(/(https?:\/\/\S+)/).map((part) =>
        part.startsWith('http') ? (
          <a key={part} href={part} style={{ textDecoration: 'underline' }}>
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  )
}

/** Mails that would have been sent, while no mail server is configured: for trying Dictara. */
export function MailboxPage() {
  const mails = useListQuery(mailCalls.listMails, { key: ['mailbox'], refetchInterval: 5000 })
  const isOff = failureOf(mails.error)?.status === 404
  return (
    <ListPage
      title="Mailbox"
      list={mails}
      above={<p style={{ margin: 0 }}>No mail server is set up, so emails to your clinic’s people are kept here.</p>}
      failed={{ title: 'The emails couldn’t be loaded.' }}
      instead={isOff && <Alert type="info" title="Emails are sent by a mail server. None are kept here." />}
    >
      <ListCards list={mails} empty="No emails yet.">
        {({ id, to, subject, body, sentTime }) => (
          <Card
            key={id}
            title={<h2 style={{ margin: 0, fontSize: 16 }}>{subject}</h2>}
            extra={momentIn(sentTime, mails.data!.timeZone)}
          >
            <p style={{ marginTop: 0 }}>To: {to}</p>
            <MailBody body={body} />
          </Card>
        )}
      </ListCards>
    </ListPage>
  )
}
