import type { ListedDictation } from '@dictara/browser/intake'
import type { SentRecording, UnsentRecording } from '@dictara/contract/outbox'
import { Alert, Button } from 'antd'
import './unsent-words.css'

interface UnsentWordsProps {
  /** What this browser keeps; nothing: it is not known (yet). */
  found: { unsent: UnsentRecording[]; sent: SentRecording[] } | undefined
  /** What the server has of dictations that were never submitted. */
  begun: readonly Pick<ListedDictation, 'dictationId' | 'patientName' | 'createdDate' | 'takes'>[]
  onOpen(): void
}

const shownTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const clock = (ms: number) => {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
const recordings = (count: number) => (count === 1 ? '1 recording' : `${count} recordings`)
const are = (count: number) => (count === 1 ? 'is' : 'are')

/** What is unsent, and what was sent just now, in words. */
export function UnsentWords({ found, begun, onOpen }: UnsentWordsProps) {
  const here = found?.unsent ?? []
  const known = new Set(here.map(({ dictationId }) => dictationId))
  const elsewhere = begun.filter(({ dictationId, takes }) => takes.length > 0 && !known.has(dictationId))
  const open = <Button onClick={onOpen}>Open the recorder</Button>
  const margin = { className: 'unsent-notice', style: { marginBottom: 16 } }
  return (
    <>
      {found?.sent.map(({ patientName, jobNumber }) => (
        <Alert
          {...margin}
          key={jobNumber}
          type="success"
          title={`A recording of ${patientName} was sent as job ${jobNumber}.`}
        />
      ))}
      {here.length > 0 && (
        <Alert
          {...margin}
          type="warning"
          title={`${recordings(here.length)} on this computer ${are(here.length)} not sent yet`}
          description={
            <ul>
              {here.map(({ dictationId, patientName, lengthMs, isAsked, isOpen }) => (
                <li key={dictationId}>
                  {[
                    patientName,
                    lengthMs > 0 && clock(lengthMs),
                    isOpen ? 'open in the recorder' : isAsked && 'is sent as soon as possible',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </li>
              ))}
            </ul>
          }
          action={open}
        />
      )}
      {elsewhere.length > 0 && (
        <Alert
          {...margin}
          type="warning"
          title={`${recordings(elsewhere.length)} ${found ? 'from another computer ' : ''}${are(elsewhere.length)} not sent yet`}
          description={
            <ul>
              {elsewhere.map(({ dictationId, patientName, createdDate }) => (
                <li key={dictationId}>{`${patientName} · begun ${shownTime.format(new Date(createdDate))}`}</li>
              ))}
            </ul>
          }
          action={open}
        />
      )}
    </>
  )
}
