import { useState, useSyncExternalStore } from 'react'
import type { useMicrophones } from '../microphone/use-microphones.ts'
import { FileDesk } from '../recording/file-desk.tsx'
import { RecordingDesk, type DeskProps } from '../recording/recording-desk.tsx'
import { ChangeDetails } from './change-details.tsx'

interface WorkOnProps extends Omit<DeskProps, 'onChangeDetails' | 'isChanging' | 'onSubmitting'> {
  userId: string
  microphones: ReturnType<typeof useMicrophones>
  limitBytes: number
  onChooseAgain(file: File): void
}

/** The recording on the desk, spoken or a file, and its patient. */
export function WorkOn({ userId, microphones, limitBytes, onChooseAgain, children, ...work }: WorkOnProps) {
  const { opened } = work
  const { details, file } = useSyncExternalStore(opened.subscribe, () => opened.recording)
  const [isChanging, setChanging] = useState(false)
  const desk = {
    ...work,
    isChanging,
    onChangeDetails: () => setChanging(true),
    // A submission in progress is for the patient that the page shows.
    onSubmitting: (isSubmitting: boolean) => isSubmitting && setChanging(false),
    children: (
      <>
        {children}
        {isChanging ? (
          <ChangeDetails
            userId={userId}
            details={details}
            onCancel={() => setChanging(false)}
            onChange={(next) => {
              opened.changeDetails(next)
              setChanging(false)
            }}
          />
        ) : null}
      </>
    ),
  }
  return (
    <>
      <h1 className="visually-hidden">Dictation</h1>
      {file ? (
        <FileDesk {...desk} limitBytes={limitBytes} onChooseAgain={onChooseAgain} />
      ) : (
        <RecordingDesk {...desk} microphones={microphones} />
      )}
    </>
  )
}
