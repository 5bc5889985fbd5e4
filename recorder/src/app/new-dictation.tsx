import type { RecordingDetails } from '@dictara/browser/recordings'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { DetailsForm } from '../details/details-form.tsx'
import { useDetails } from '../details/use-details.ts'
import type { Visit } from '../server-calls.ts'
import type { useMicrophones } from '../microphone/use-microphones.ts'
import { MicrophoneChoice } from '../microphone/microphone-choice.tsx'
import { FileLink } from '../recording/file-link.tsx'
import { RecordButton } from '../recording/record-button.tsx'
import { Phrases } from '../phrases/phrases.tsx'
import { useBareKeys } from '../ui/use-bare-keys.ts'
import { useShortcuts } from '../ui/use-shortcuts.ts'

interface NewDictationProps {
  userId: string
  microphones: ReturnType<typeof useMicrophones>
  limitBytes: number
  /** The roster visit to dictate, until another patient is chosen. */
  visit?: Visit | undefined
  onRecord(details: RecordingDetails): void
  onFile(details: RecordingDetails, file: File): void
}

/**
 * Chooses the patient of a dictation; then it is recorded, or a file is sent. Missing choices are reported on the
 * attempt.
 */
export function NewDictation({ userId, microphones, limitBytes, visit, onRecord, onFile }: NewDictationProps) {
  const form = useDetails(userId, undefined, visit)
  const { details, choice } = form
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isAsked, setAsked] = useState(false)
  const [file, setFile] = useState<File>()
  const missing = missingWords(choice)
  const goToMissing = () => place.current?.querySelector<HTMLElement>(choice.facility ? 'input' : 'select')?.focus()

  // A person who comes from their roster already has the patient, so they can record.
  const isVisit = visit !== undefined
  useEffect(() => (isVisit ? button.current?.focus() : goToPatient(place.current)), [isVisit])
  const isReady = details !== undefined
  const begin = useEffectEvent(() => {
    if (!details) return
    if (file) onFile(details, file)
    else if (isAsked) onRecord(details)
  })
  // An action requested while the lists were loading is done once they are loaded.
  useEffect(() => void begin(), [isReady, file])

  const record = () => {
    if (details) return onRecord(details)
    setAsked(true)
    if (missing) goToMissing()
  }
  useShortcuts({ KeyR: record })
  useBareKeys({ Space: record })
  return (
    <>
      <h1>New dictation</h1>
      <section className="card" aria-label="Details">
        <DetailsForm
          details={form}
          problem={isAsked || file ? missing : undefined}
          place={place}
          onChosen={() => {
            setAsked(false)
            button.current?.focus()
          }}
        />
      </section>
      <section className="start" aria-label="Record or send">
        <RecordButton phase="ready" hasTakes={false} isMissing={!details} button={button} onPress={record} />
        {file && missing ? (
          <p className="hint">
            Choose the patient for {file.name}.
            <button type="button" className="button button-quiet" onClick={() => setFile(undefined)}>
              Don’t send it
            </button>
          </p>
        ) : null}
        <div className="start-more">
          <div className="start-line">
            <MicrophoneChoice microphones={microphones} disabled={false} />
            <Phrases templateId={choice.template?.id} />
          </div>
          <FileLink
            limitBytes={limitBytes}
            onChoose={(chosen) => {
              setFile(chosen)
              if (missing) goToMissing()
            }}
          />
        </div>
      </section>
    </>
  )
}

const goToPatient = (place: HTMLElement | null) => place?.querySelector('input')?.focus({ preventScroll: true })

function missingWords({ facility, patient }: ReturnType<typeof useDetails>['choice']): string | undefined {
  if (!facility) return 'Choose a facility first.'
  return patient ? undefined : 'Choose a patient first.'
}
