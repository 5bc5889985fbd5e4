import { call } from '@dictara/browser/call'
import { dictationCalls } from '@dictara/contract/dictations'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useEffect, useState } from 'react'
import { openRecorder } from '../../platform/open-recorder.ts'
import { askOutbox, type Found } from './outbox-frame.ts'
import { UnsentWords } from './unsent-words.tsx'

interface UnsentNoticeProps {
  userId: string
  /** The page already says that the server could not be reached. */
  isFailureTold: boolean
}

/** Shows an author on the dashboard their unsent dictations, wherever they are stored. */
export function UnsentNotice({ userId, isFailureTold }: UnsentNoticeProps) {
  const [found, setFound] = useState<Found | null>()
  const [tries, setTries] = useState(0)
  useEffect(() => askOutbox(userId, setFound), [userId, tries])
  const begun = useQuery({
    queryKey: ['unsent-dictations', userId],
    queryFn: async ({ signal }) =>
      (await call(dictationCalls.listDictations, { query: { open: true } }, { signal, handler: false })).result,
  })
  const askAgain = () => {
    setFound(undefined)
    setTries(tries + 1)
    void begun.refetch()
  }
  const isUnknown = found === null || begun.isError
  return (
    <>
      <UnsentWords found={found ?? undefined} begun={begun.data ?? []} onOpen={() => void openRecorder()} />
      {isUnknown && !isFailureTold && (
        <Alert
          style={{ marginBottom: 16 }}
          type="info"
          title="We couldn’t check whether you have unsent recordings."
          action={<Button onClick={askAgain}>Try again</Button>}
        />
      )}
    </>
  )
}
