import { clock } from '@dictara/browser/clock'
import type { ListedDictation } from '@dictara/browser/intake'
import { agoText } from '@dictara/browser/moments'
import { useNow } from '@dictara/browser/use-now'
import type { SentRecording, UnsentRecording } from '@dictara/contract/outbox'
import { Alert, Button } from 'antd'
import './unsent-words.css'

interface UnsentWordsProps {
  /** The recordings in this browser; undefined: not known (yet). */
  found: { unsent: UnsentRecording[]; sent: SentRecording[] } | undefined
  /** Dictations on the server that were never submitted. */
  begun: readonly Pick<ListedDictation, 'dictationId' | 'patientName' | 'createdDate' | 'takes'>[]
  onOpen(): void
}

const recordings = (count: number) => (count === 1 ? '1 recording' : `${count} recordings`)
const are = (count: number) => (count === 1 ? 'is' : 'are')

/** The unsent recordings, and those sent just now, as text. */
export function UnsentWords({ found, begun, onOpen }: UnsentWordsProps) {
  const now = useNow()
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
                    lengthMs > 0 && clock(lengthMs / 1000),
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
                <li key={dictationId}>{`${patientName} · started ${agoText(now - Date.parse(createdDate))}`}</li>
              ))}
            </ul>
          }
          action={open}
        />
      )}
    </>
  )
}
