import type { Submitted } from '@dictara/browser/intake'
import type { Recordings } from '@dictara/browser/recordings'
import type { StoredUser } from '@dictara/contract/identity'
import { useCallback, useMemo, useState } from 'react'
import { useMicrophones } from '../microphone/use-microphones.ts'
import { serverIntake, submitArrived } from '../server-calls.ts'
import { Notice } from '../ui/notice.tsx'
import { wordsOf } from '../ui/use-loaded.ts'
import { arrivedTakes, type Unsent } from '../unsent/unsent.ts'
import { UnsentList } from '../unsent/unsent-list.tsx'
import { useUnsent } from '../unsent/use-unsent.ts'
import { JobMade } from './job-made.tsx'
import { NewDictation } from './new-dictation.tsx'
import { SignInNeeded } from './sign-in-needed.tsx'
import { useDesk } from './use-desk.ts'
import { useSameUser } from './use-same-user.ts'
import { useForgetting, useSessionCare } from './use-session-care.ts'
import { signInUrl, type Configuration } from './way-back.ts'
import { WorkOn } from './work-on.tsx'

interface DeskProps {
  configuration: Configuration
  user: StoredUser
  recordings: Recordings
  onBack(): void
}

export function Desk({ configuration, user, recordings, onBack }: DeskProps) {
  const { checkUser, other } = useSameUser(user)
  const desk = useDesk(
    recordings,
    useMemo(() => serverIntake(checkUser), [checkUser]),
  )
  const unsent = useUnsent(recordings)
  const microphones = useMicrophones()
  const [problem, setProblem] = useState<string>()
  const { onDesk, clear, showJob } = desk
  const isOver = useSessionCare(user.id, desk.sendNow) && onDesk.kind === 'nothing'
  useForgetting(isOver)
  const { refresh, discard } = unsent

  const finish = useCallback(
    (job: Submitted) => {
      showJob(job)
      void refresh()
    },
    [showJob, refresh],
  )
  const putAway = useCallback(() => void clear().then(refresh), [clear, refresh])

  const send = async (one: Unsent) => {
    setProblem(undefined)
    if (one.at === 'here') return desk.open(one.recording, 'submit')
    const { dictation } = one
    return submitArrived(dictation.dictationId, arrivedTakes(dictation)).then(finish, (error) =>
      setProblem(wordsOf(error)),
    )
  }

  const onOther = other ? (
    <Notice tone="warning" title={`${other} has signed in on this computer.`}>
      This recording stays yours: it is kept here under your name, and is sent after your next sign-in.
    </Notice>
  ) : null

  if (isOver) return <SignInNeeded configuration={configuration} reason="Your session has ended." />

  if (onDesk.kind === 'job')
    return (
      <JobMade
        job={onDesk.job}
        details={onDesk.details}
        productName={configuration.productName}
        onBack={onBack}
        onAnother={putAway}
      />
    )

  if (onDesk.kind === 'recording') {
    const { opened, atOnce } = onDesk
    return (
      <WorkOn
        key={opened.recording.recordingId}
        opened={opened}
        atOnce={atOnce}
        userId={user.id}
        microphones={microphones}
        limitBytes={configuration.limitBytes}
        signInUrl={signInUrl(configuration)}
        onSubmitted={finish}
        onLater={putAway}
        onDiscard={() => {
          opened.discard()
          void clear()
          void discard({ at: 'here', recording: opened.recording, isHeldElsewhere: false, isWhole: true })
        }}
        onChooseAgain={(file) => void desk.open(opened.recording, undefined, file)}
      >
        {onOther}
      </WorkOn>
    )
  }

  return (
    <>
      {onOther}
      {problem ? <Notice tone="error" title={problem} /> : null}
      <NewDictation
        userId={user.id}
        microphones={microphones}
        limitBytes={configuration.limitBytes}
        onRecord={(details) => void desk.record(details)}
        onFile={(details, file) => void desk.openFile(details, file)}
      />
      <UnsentList unsent={unsent} onOpen={(recording) => void desk.open(recording)} onSend={(one) => void send(one)} />
    </>
  )
}
