import type { RecordingDetails } from '@dictara/browser/recordings'
import { DetailsForm } from '../details/details-form.tsx'
import { useDetails } from '../details/use-details.ts'
import type { useMicrophones } from '../microphone/use-microphones.ts'
import { MicrophoneChoice } from '../microphone/microphone-choice.tsx'
import { FileChoice } from '../recording/file-choice.tsx'
import { RecordButton } from '../recording/record-button.tsx'
import { useShortcuts } from '../ui/use-shortcuts.ts'

interface NewDictationProps {
  userId: string
  microphones: ReturnType<typeof useMicrophones>
  limitBytes: number
  onRecord(details: RecordingDetails): void
  onFile(details: RecordingDetails, file: File): void
}

/** What the dictation is about; then record it, or send a file. */
export function NewDictation({ userId, microphones, limitBytes, onRecord, onFile }: NewDictationProps) {
  const form = useDetails(userId)
  const { details } = form
  const record = details && (() => onRecord(details))
  useShortcuts({ KeyR: record })
  return (
    <>
      <h1>New dictation</h1>
      <section className="card" aria-label="What it is about">
        <DetailsForm details={form} />
      </section>
      <section className="card start" aria-label="Record or send">
        <div className="start-record">
          <MicrophoneChoice microphones={microphones} disabled={false} />
          <RecordButton phase="ready" hasTakes={false} disabled={!details} onPress={() => record?.()} />
          <output className="hint">{missingWords(form.choice)}</output>
        </div>
        <p className="or" aria-hidden="true">
          or
        </p>
        <FileChoice
          label="Drop a recording here, or choose a file"
          limitBytes={limitBytes}
          disabled={!details}
          onChoose={(file) => details && onFile(details, file)}
        />
      </section>
    </>
  )
}

function missingWords({ facility, patient }: ReturnType<typeof useDetails>['choice']): string {
  if (!facility) return 'Choose the facility and the patient first.'
  return patient ? '' : 'Choose the patient first.'
}
