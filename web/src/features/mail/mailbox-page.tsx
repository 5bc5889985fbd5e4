import { call, CallFailed } from '@dictara/browser/call'
import { mailCalls } from '@dictara/contract/mail'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Card, Empty, Flex, Skeleton } from 'antd'
import { useSearchParams } from 'react-router'
import { submittedTime } from '../jobs/index.ts'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { pageIn } from '../../ui/use-list-address.ts'

const pageSize = 20

/** The text of a mail; its links lead where they say. */
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

/** What would have been mailed, while no mail server is configured: for trying Dictara out. */
export function MailboxPage() {
  const [query, setQuery] = useSearchParams()
  const page = pageIn(query)
  const mails = useQuery({
    queryKey: ['mailbox', page],
    queryFn: ({ signal }) =>
      call(mailCalls.listMails, { query: { page, size: pageSize } }, { signal, handler: 'page' }),
    refetchInterval: 5000,
  })
  const isOff = mails.error instanceof CallFailed && mails.error.status === 404
  return (
    <Page title="Developers’ mailbox">
      <p>No mail server is configured on this computer. Mails to people of your clinic are kept here instead.</p>
      {mails.isPending && <Skeleton active aria-label="Loading the mails" />}
      {isOff && <Alert type="info" title="Mail is sent by a mail server; nothing is kept here." />}
      {mails.isError && !isOff && (
        <Alert
          type="error"
          title="The mails could not be read."
          action={<Button onClick={() => void mails.refetch()}>Retry</Button>}
        />
      )}
      {mails.data?.result.length === 0 && <Empty description="No mail yet." />}
      <Flex vertical gap="middle">
        {(mails.data?.result ?? []).map(({ id, to, subject, body, sentTime }) => (
          <Card
            key={id}
            title={<h2 style={{ margin: 0, fontSize: 16 }}>{subject}</h2>}
            extra={submittedTime(sentTime, mails.data!.timeZone)}
          >
            <p style={{ marginTop: 0 }}>To: {to}</p>
            <MailBody body={body} />
          </Card>
        ))}
      </Flex>
      {mails.data && (
        <Pager
          page={page}
          size={pageSize}
          total={mails.data.size ?? 0}
          onPage={(to) => setQuery({ page: String(to) }, { replace: true })}
        />
      )}
    </Page>
  )
}
