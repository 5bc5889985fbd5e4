import { Notice } from '../ui/notice.tsx'
import { useLasting } from '../ui/use-lasting.ts'
import type { useTakeRecording } from './use-take-recording.ts'

interface RecorderNoticesProps {
  take: Pick<ReturnType<typeof useTakeRecording>, 'problem' | 'isSilent' | 'phase'>
  hasNoRoom: boolean
  isUnplayable: boolean
}

/** What is wrong with the microphone, the sound or the room on this computer. */
export function RecorderNotices({ take, hasNoRoom, isUnplayable }: RecorderNoticesProps) {
  const isUnanswered = useLasting(take.phase === 'opening')
  return (
    <>
      {isUnanswered ? (
        <Notice tone="warning" title="The browser has not opened the microphone yet.">
          It may be asking you: please allow the microphone at the left of the address bar.
        </Notice>
      ) : null}
      {take.problem ? (
        <Notice tone="error" title={take.problem.title}>
          {take.problem.advice}
        </Notice>
      ) : null}
      {take.isSilent && take.phase === 'recording' ? (
        <Notice tone="warning" title="Nothing is heard.">
          Is the microphone on, and the right one chosen?
        </Notice>
      ) : null}
      {hasNoRoom ? (
        <Notice tone="warning" title="This computer has no room left to keep the recording.">
          Please keep this page open until it is sent.
        </Notice>
      ) : null}
      {isUnplayable ? (
        <Notice tone="info" title="This browser cannot play the recording.">
          It can be submitted all the same.
        </Notice>
      ) : null}
    </>
  )
}
