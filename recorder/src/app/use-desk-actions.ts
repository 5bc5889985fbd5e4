import type { Recording, RecordingDetails } from '@dictara/browser/recordings'
import { useCallback, useState } from 'react'
import type { Submitted } from '../sent/use-sent.ts'
import { type NotHad, notHadWords, type Shelf } from '../sending/shelf.ts'
import { wordsOf } from '../ui/use-loaded.ts'
import type { Unsent } from '../unsent/unsent.ts'
import type { useUnsent } from '../unsent/use-unsent.ts'
import type { useDesk } from './use-desk.ts'

/** The actions on a recording on the desk or in the list of unsent ones, with their failures. */
export function useDeskActions(
  shelf: Shelf,
  desk: ReturnType<typeof useDesk>,
  { refresh, discard, stopSending }: Pick<ReturnType<typeof useUnsent>, 'refresh' | 'discard' | 'stopSending'>,
  onSubmitted: (job: Submitted, patient: RecordingDetails['patient'] | undefined) => void,
) {
  const [problem, setProblem] = useState<string>()
  const [noRoomTo, setNoRoomTo] = useState<'keep' | 'discard'>()
  const { clear, leave } = desk

  const finish = useCallback(
    (job: Submitted) => {
      setNoRoomTo(undefined)
      onSubmitted(job, leave()?.patient)
      void refresh()
    },
    [leave, onSubmitted, refresh],
  )
  const putAway = useCallback(async () => {
    const isAway = await clear()
    setNoRoomTo(isAway ? undefined : 'keep')
    if (isAway) await refresh()
  }, [clear, refresh])

  /** Reports why it cannot be done, and reloads the list. */
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
  /** Used if there is no space to keep it for Undo. */
  const discardForGood = async ({ dictationId }: Recording) => {
    setNoRoomTo(undefined)
    // Without network, the sound that has arrived stays listed.
    const job = await shelf.server.drop(dictationId).catch(() => undefined)
    await desk.drop()
    if (job) finish(job)
    else await refresh()
  }

  return { problem, noRoomTo, finish, putAway, say, open, send, discardOpened, discardForGood }
}
