import { agoText } from '@dictara/browser/moments'
import type { Recording } from '@dictara/browser/recordings'
import { useNow } from '@dictara/browser/use-now'
import { thisComputer } from '../sending/this-computer.ts'
import { clock, fileSize, patientName, patientWords } from '../ui/words.ts'
import { NewsList } from './news-list.tsx'
import { arrivedMs, maySend, recordedMs, type Unsent } from './unsent.ts'
import type { useUnsent } from './use-unsent.ts'

interface UnsentListProps {
  unsent: ReturnType<typeof useUnsent>
  onOpen(recording: Recording): void
  onSend(one: Unsent): void
  onDiscard(one: Unsent): void
}

/** Waiting recordings, so that no dictation is forgotten. */
export function UnsentList({ unsent: { unsent, sending, news }, ...on }: UnsentListProps) {
  return (
    <>
      <NewsList news={news} />
      {unsent.length ? (
        <section className="card" aria-labelledby="unsent-title">
          <h2 id="unsent-title">Unsent recordings</h2>
          <ul className="unsent">
            {unsent.map((one) => (
              <UnsentRow
                key={one.at === 'here' ? one.recording.recordingId : one.dictation.dictationId}
                one={one}
                isSending={one.at === 'here' && sending.has(one.recording.recordingId)}
                {...on}
              />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}

interface UnsentRowProps extends Omit<UnsentListProps, 'unsent'> {
  one: Unsent
  /** This page sends it. */
  isSending: boolean
}

export const patientOf = (one: Unsent) =>
  one.at === 'here' ? patientName(one.recording.details.patient) : one.dictation.patientName

function UnsentRow({ one, isSending, onOpen, onSend, onDiscard }: UnsentRowProps) {
  const now = useNow()
  const name = patientOf(one)
  const isElsewhere = one.at === 'here' && one.isHeld && !isSending
  const problem = one.at === 'here' && one.recording.problem
  return (
    <li>
      <div>
        <p className="option-name">{one.at === 'here' ? patientWords(one.recording.details.patient) : name}</p>
        <p className="option-facts">{factsOf(one, isSending, now)}</p>
        {problem ? <p className="option-facts">{problem}</p> : null}
      </div>
      {isElsewhere ? null : (
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
          {isSending || (one.at === 'here' && !maySend(one.recording)) ? null : (
            <button
              type="button"
              className="button"
              aria-label={`Send the recording of ${name}`}
              onClick={() => onSend(one)}
            >
              Send
            </button>
          )}
          <button
            type="button"
            className="button button-quiet button-danger"
            aria-label={`Discard the recording of ${name}`}
            onClick={() => onDiscard(one)}
          >
            Discard
          </button>
        </div>
      )}
    </li>
  )
}

function factsOf(one: Unsent, isSending: boolean, now: number): string {
  if (one.at === 'server') {
    const { dictation } = one
    const whence =
      dictation.computer === thisComputer() ? 'on this computer, but not stored here any more' : 'on another computer'
    return `${agoText(now - Date.parse(dictation.createdDate))} · started ${whence} · ${arrivedWords(one)}`
  }
  const { createdAt, file, details, follows, submitAskedAt } = one.recording
  const what = file ? `${file.name}, ${fileSize(file.sizeBytes)}` : `${clock(recordedMs(one.recording))} recorded`
  const notes = [
    follows && `continues job ${follows.jobNumber}`,
    submitAskedAt !== null && 'being sent',
    one.isHeld && !isSending && 'open in another tab',
    !one.isWhole && 'only part of the file is here',
  ]
  return [agoText(now - createdAt), what, details.facility.facilityName, ...notes].filter(Boolean).join(' · ')
}

const arrivedWords = ({ dictation }: Extract<Unsent, { at: 'server' }>) =>
  dictation.fileName
    ? `we have part of ${dictation.fileName}`
    : `we have the first ${clock(arrivedMs(dictation))} and can send that; any more is still on the other computer`
