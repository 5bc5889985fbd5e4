import type { Recordings } from '@dictara/browser/recordings'
import type { StoredUser } from '@dictara/contract/identity'
import { useCallback, useEffect, useMemo } from 'react'
import { useMicrophones } from '../microphone/use-microphones.ts'
import { recorderServer } from '../server-calls.ts'
import { useSent } from '../sent/use-sent.ts'
import { SentStack } from '../sent/sent-stack.tsx'
import { recordingLocks } from '../sending/recording-lock.ts'
import type { Shelf } from '../sending/shelf.ts'
import { Notice } from '../ui/notice.tsx'
import { UnsentList } from '../unsent/unsent-list.tsx'
import { useUnsent } from '../unsent/use-unsent.ts'
import { NoRoom } from './no-room.tsx'
import { NewsBar } from './news-bar.tsx'
import { NewDictation } from './new-dictation.tsx'
import { SignInNeeded } from './sign-in-needed.tsx'
import { useDeskActions } from './use-desk-actions.ts'
import { useDesk } from './use-desk.ts'
import { useNoStrayDrops } from './use-no-stray-drops.ts'
import { useForgetting, useSessionCare } from './use-session-care.ts'
import { useVisit } from './use-visit.ts'
import { type Configuration, goBack, notePath, signInUrl } from './way-back.ts'
import { WorkOn } from './work-on.tsx'

interface DeskProps {
  configuration: Configuration
  user: StoredUser
  recordings: Recordings
  /** The person who has signed in on this computer meanwhile. */
  other: string | undefined
  rosterId: string | undefined
}

export function Desk({ configuration, user, recordings, other, rosterId }: DeskProps) {
  useNoStrayDrops()
  const shelf = useMemo<Shelf>(() => ({ recordings, server: recorderServer(), locks: recordingLocks }), [recordings])
  const desk = useDesk(shelf)
  const unsent = useUnsent(shelf)
  const { sent, said, isKnown, add, look } = useSent(user.id)
  const newsCount = unsent.news.length
  // Load the sent dictations again after a submission in the background.
  useEffect(() => {
    if (newsCount > 0) void look()
  }, [newsCount, look])
  const visit = useVisit(rosterId)
  const microphones = useMicrophones()
  const { onDesk, sendNow } = desk
  const { wake } = unsent
  const goOn = useCallback(() => {
    sendNow()
    wake()
  }, [sendNow, wake])
  const isOver = useSessionCare(user.id, goOn) && onDesk.kind === 'nothing'
  useForgetting(isOver)

  const { problem, noRoomTo, finish, putAway, say, open, send, discardOpened, discardForGood } = useDeskActions(
    shelf,
    desk,
    unsent,
    add,
  )

  const onOther = other ? (
    <Notice tone="warning" title={`${other} has signed in on this computer.`}>
      Your recordings stay yours. They’re kept here under your name and will be sent once {other} has signed out and
      you’ve signed in again.
    </Notice>
  ) : null

  if (isOver) return <SignInNeeded configuration={configuration} reason="Your session has ended." />

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

  // The sent dictations above the next one would move it if they appeared later.
  if (!isKnown || visit.isPending) return <output>Opening your recordings…</output>

  return (
    <>
      {onOther}
      {problem ? <Notice tone="error" title={problem} /> : null}
      {visit.problem ? (
        <Notice tone="warning" title="Couldn’t load the patient from your roster.">
          {visit.problem} Choose the patient here.
        </Notice>
      ) : null}
      <SentStack sent={sent} onOpen={(job) => void goBack(configuration, notePath(job, user.userType))} />
      <NewDictation
        userId={user.id}
        microphones={microphones}
        limitBytes={configuration.limitBytes}
        visit={visit.value}
        onRecord={(details) => {
          visit.use()
          void desk.record(details)
        }}
        onFile={(details, file) => {
          visit.use()
          void desk.openFile(details, file)
        }}
      />
      <UnsentList
        unsent={unsent}
        onOpen={(recording) => void open(recording)}
        onSend={(one) => void send(one)}
        onDiscard={(one) => void unsent.discard(one).then(say)}
      />
      <NewsBar said={said} discarded={unsent.discarded} onUndo={() => void unsent.undo()} />
    </>
  )
}
