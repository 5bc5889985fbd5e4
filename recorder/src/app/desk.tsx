import type { Submitted } from '@dictara/browser/intake'
import type { Recording, Recordings } from '@dictara/browser/recordings'
import type { StoredUser } from '@dictara/contract/identity'
import { useCallback, useMemo, useState } from 'react'
import { useMicrophones } from '../microphone/use-microphones.ts'
import { recorderServer } from '../server-calls.ts'
import { recordingLocks } from '../sending/recording-lock.ts'
import { type NotHad, notHadWords, type Shelf } from '../sending/shelf.ts'
import { Notice } from '../ui/notice.tsx'
import { wordsOf } from '../ui/use-loaded.ts'
import type { Unsent } from '../unsent/unsent.ts'
import { UnsentList } from '../unsent/unsent-list.tsx'
import { useUnsent } from '../unsent/use-unsent.ts'
import { JobMade } from './job-made.tsx'
import { NoRoom } from './no-room.tsx'
import { NewDictation } from './new-dictation.tsx'
import { SignInNeeded } from './sign-in-needed.tsx'
import { useDesk } from './use-desk.ts'
import { useNoStrayDrops } from './use-no-stray-drops.ts'
import { useForgetting, useSessionCare } from './use-session-care.ts'
import { signInUrl, type Configuration } from './way-back.ts'
import { WorkOn } from './work-on.tsx'

interface DeskProps {
  configuration: Configuration
  user: StoredUser
  recordings: Recordings
  /** Who has signed in on this computer meanwhile. */
  other: string | undefined
  onBack(): void
}

export function Desk({ configuration, user, recordings, other, onBack }: DeskProps) {
  useNoStrayDrops()
  const shelf = useMemo<Shelf>(() => ({ recordings, server: recorderServer(), locks: recordingLocks }), [recordings])
  const desk = useDesk(shelf)
  const unsent = useUnsent(shelf)
  const microphones = useMicrophones()
  const [problem, setProblem] = useState<string>()
  const [noRoomTo, setNoRoomTo] = useState<'keep' | 'discard'>()
  const { onDesk, clear, showJob } = desk
  const { refresh, discard, stopSending, wake } = unsent
  const { sendNow } = desk
  const goOn = useCallback(() => {
    sendNow()
    wake()
  }, [sendNow, wake])
  const isOver = useSessionCare(user.id, goOn) && onDesk.kind === 'nothing'
  useForgetting(isOver)

  const finish = useCallback(
    (job: Submitted) => {
      setNoRoomTo(undefined)
      showJob(job)
      void refresh()
    },
    [showJob, refresh],
  )
  const putAway = useCallback(async () => {
    const isAway = await clear()
    setNoRoomTo(isAway ? undefined : 'keep')
    if (isAway) await refresh()
  }, [clear, refresh])

  /** Says why it cannot be done, and shows the list as it is by now. */
  const say = (notHad: NotHad | undefined) => {
    setProblem(notHad && notHadWords[notHad])
    if (notHad) void refresh()
  }
  const open = async (recording: Recording, atOnce?: 'submit') => {
    await stopSending(recording.recordingId)
    say(await desk.open(recording, atOnce))
  }
  const send = async (one: Unsent) => {
    setProblem(undefined)
    if (one.at === 'here') return open(one.recording, 'submit')
    return shelf.server.submitArrived(one.dictation).then(finish, (error) => {
      setProblem(wordsOf(error))
      void refresh()
    })
  }

  const discardOpened = async (recording: Recording) => {
    const isAway = await clear()
    setNoRoomTo(isAway ? undefined : 'discard')
    if (isAway) say(await discard({ at: 'here', recording, isHeld: false, isWhole: true }))
  }
  /** Where there is no room to keep it until it is asked for back. */
  const discardForGood = async ({ dictationId }: Recording) => {
    setNoRoomTo(undefined)
    // without network what has arrived stays listed
    const job = await shelf.server.drop(dictationId).catch(() => undefined)
    await desk.drop()
    if (job) finish(job)
    else await refresh()
  }

  const onOther = other ? (
    <Notice tone="warning" title={`${other} has signed in on this computer.`}>
      What you recorded stays yours: it is kept here under your name, and is sent once {other} has signed out and you
      have signed in again.
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
        onAnother={() => void putAway()}
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
        onLater={() => void putAway()}
        onDiscard={() => void discardOpened(opened.recording)}
        onSettle={async (isToBeMoved) => {
          const { meeting, recording } = opened
          if (!meeting) return
          const { job } = meeting
          if (isToBeMoved) await shelf.server.changePatient(job.jobId, recording.details.patient.pid)
          await opened.forget()
          finish(job)
        }}
        onChooseAgain={(file) => void desk.open(opened.recording, undefined, file).then(say)}
      >
        {onOther}
        {noRoomTo ? <NoRoom to={noRoomTo} onDiscard={() => void discardForGood(opened.recording)} /> : null}
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
      <UnsentList
        unsent={unsent}
        onOpen={(recording) => void open(recording)}
        onSend={(one) => void send(one)}
        onDiscard={(one) => void discard(one).then(say)}
      />
    </>
  )
}
