import { Notice } from '../ui/notice.tsx'
import { useLasting } from '../ui/use-lasting.ts'
import type { useTakeRecording } from './use-take-recording.ts'

interface RecorderNoticesProps {
  take: Pick<ReturnType<typeof useTakeRecording>, 'problem' | 'isSilent' | 'phase'>
  hasNoRoom: boolean
  isUnplayable: boolean
}

/** Problems with the microphone, the sound or the space on this computer. */
export function RecorderNotices({ take, hasNoRoom, isUnplayable }: RecorderNoticesProps) {
  const isUnanswered = useLasting(take.phase === 'opening')
  return (
    <>
      {isUnanswered ? (
        <Notice tone="warning" title="Waiting for the microphone.">
          The browser may be asking for permission. Allow the microphone to the left of the address bar.
        </Notice>
      ) : null}
      {take.problem ? (
        <Notice tone="error" title={take.problem.title}>
          {take.problem.advice}
        </Notice>
      ) : null}
      {take.isSilent && take.phase === 'recording' ? (
        <Notice tone="warning" title="No sound from the microphone.">
          Is it switched on, and is the right one selected?
        </Notice>
      ) : null}
      {hasNoRoom ? (
        <Notice tone="warning" title="This computer is out of space for the recording.">
          Keep this page open until it has been sent.
        </Notice>
      ) : null}
      {isUnplayable ? (
        <Notice tone="info" title="This browser can’t play the recording.">
          You can still submit it.
        </Notice>
      ) : null}
    </>
  )
}
