import type { Recording } from '@dictara/browser/recordings'
import { keptMs } from '@dictara/browser/kept-parts'
import { Notice } from '../ui/notice.tsx'
import { clock, fileSize, patientName, patientWords } from '../ui/words.ts'
import type { Unsent } from './unsent.ts'
import type { useUnsent } from './use-unsent.ts'

interface UnsentListProps {
  unsent: ReturnType<typeof useUnsent>
  onOpen(recording: Recording): void
  onSend(one: Unsent): void
}

/** Recordings that wait: nothing that was spoken is forgotten. */
export function UnsentList({
  unsent: { unsent, sentMeanwhile, discarded, discard, undo },
  onOpen,
  onSend,
}: UnsentListProps) {
  return (
    <>
      {sentMeanwhile.map((jobNumber) => (
        <Notice key={jobNumber} tone="success" title={`A recording from before was sent as job ${jobNumber}.`} />
      ))}
      {discarded ? (
        <Notice
          tone="info"
          title="The recording was discarded."
          actions={
            <button type="button" className="button" onClick={() => void undo()}>
              Undo
            </button>
          }
        />
      ) : null}
      {unsent.length ? (
        <section className="card" aria-labelledby="unsent-title">
          <h2 id="unsent-title">Unsent recordings</h2>
          <ul className="unsent">
            {unsent.map((one) => (
              <UnsentRow
                key={one.at === 'here' ? one.recording.recordingId : one.dictation.dictationId}
                one={one}
                onOpen={onOpen}
                onSend={() => onSend(one)}
                onDiscard={() => void discard(one)}
              />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}

interface UnsentRowProps {
  one: Unsent
  onOpen(recording: Recording): void
  onSend(): void
  onDiscard(): void
}

function UnsentRow({ one, onOpen, onSend, onDiscard }: UnsentRowProps) {
  const name = one.at === 'here' ? patientName(one.recording.details.patient) : one.dictation.patientName
  const isBusy = one.at === 'here' && one.isHeldElsewhere
  return (
    <li>
      <div>
        <p className="option-name">{one.at === 'here' ? patientWords(one.recording.details.patient) : name}</p>
        <p className="option-facts">{factsOf(one)}</p>
      </div>
      {isBusy ? null : (
        <div className="unsent-actions">
          {one.at === 'here' ? (
            <button
              type="button"
              className="button"
              aria-label={`Open the recording of ${name}`}
              onClick={() => onOpen(one.recording)}
            >
              Open
            </button>
          ) : null}
          <button type="button" className="button" aria-label={`Send the recording of ${name}`} onClick={onSend}>
            Send
          </button>
          <button
            type="button"
            className="button button-quiet button-danger"
            aria-label={`Discard the recording of ${name}`}
            onClick={onDiscard}
          >
            Discard
          </button>
        </div>
      )}
    </li>
  )
}

const shownTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

function factsOf(one: Unsent): string {
  if (one.at === 'server')
    return `${shownTime.format(new Date(one.dictation.createdDate))} · begun on another computer; what has arrived can be sent`
  const { createdAt, file, takes, kept, details } = one.recording
  const what = file ? `${file.name}, ${fileSize(file.sizeBytes)}` : `${clock(keptMs(kept, takes))} recorded`
  const note = one.isHeldElsewhere ? 'open in another tab' : !one.isWhole && 'only a part of the file is here'
  return [shownTime.format(createdAt), what, details.facility.facilityName, note].filter(Boolean).join(' · ')
}
