import type { StoredUser } from '@dictara/contract/identity'
import type { Job } from '@dictara/contract/jobs'
import type { NotePlace, Section } from '@dictara/contract/notes'
import { App } from 'antd'
import { type RefObject, useRef, useState } from 'react'
import type { Autosave } from '../../../editor/autosave.ts'
import { jobQueries } from '../../../platform/query-client.ts'
import { useUser } from '../../../platform/use-user.ts'
import { useAction } from '../../../ui/use-action.ts'
import type { Finished, FinishedOr, Finishing } from '../saving/last-save.ts'
import type { SendProblem } from './send-problem.tsx'
import type { useOpenNext } from './use-open-next.ts'

/** Typed, unsaved text, which a release discards. */
export type UnsavedChanges = RefObject<Pick<Autosave, 'hold' | 'resume' | 'discard' | 'hasUnsaved'> | null>

/** How long a save may take before the person is told that the action waits for it. */
const patienceMs = 1000

type Notice = ReturnType<typeof App.useApp>['message']

/** Shows that a save takes long; the action continues when it is done. */
async function withWords<T>(notice: Notice, saving: Promise<T>): Promise<T> {
  let close: (() => void) | undefined
  const slow = setTimeout(() => {
    close = notice.loading('Your latest changes are being saved first.', 0)
  }, patienceMs)
  try {
    return await saving
  } finally {
    clearTimeout(slow)
    close?.()
  }
}

/**
 * One call is used if the person continues with the next job, but not if they return to the recorder or only file the
 * note again.
 */
const isOneCall = ({ status }: Job, user: StoredUser | null) =>
  !user?.crossAuthenticated && (status === 'IN_PROGRESS' || status === 'IN_REVIEW')

export interface VerbParts {
  saveFirst: () => Promise<boolean>
  /** Saves, finishes and takes the next job in one call. */
  finishInOne?: (finishing: Finishing) => Promise<FinishedOr>
  changes?: UnsavedChanges
  /** The note as currently on the screen: its blanks are reported before it is sent (Q202). */
  shown?: () => readonly Section[]
  /** The required headings without text: they are reported too. */
  required?: () => readonly string[]
  /** The person goes to one of them; a heading that the note lacks is added. */
  onFillIn?: (name: string) => void
  /** The person goes to a place of the note that names a former patient. */
  onGoTo?: (place: NotePlace) => void
  /** The job was given back with all changes discarded. */
  onReleased?: () => void
  /** The work type is missing. */
  onMissing?: () => void
  /** An action did not continue, or is retried (null). */
  onSendProblem?: (why: SendProblem | null) => void
}

/** Runs actions that send a job: once, with the whole text, and with a message if one does not continue. */
export function useVerbRun(
  job: Job,
  openNext: Pick<ReturnType<typeof useOpenNext>, 'opensNext' | 'stage'>,
  parts: VerbParts,
) {
  const { saveFirst, changes, onSendProblem } = parts
  const user = useUser()
  const { message: notice } = App.useApp()
  const act = useAction({ refreshes: jobQueries })
  const isDone = useRef(false)
  const [isOver, setOver] = useState(false)

  /** Finishes in one call if possible. */
  const finishedInOne = () => {
    if (!parts.finishInOne || !openNext.opensNext || !isOneCall(job, user)) return 'apart'
    const finishing = parts.finishInOne({ patientId: job.patientId, next: openNext.stage })
    return changes?.current?.hasUnsaved() ? withWords(notice, finishing) : finishing
  }

  /**
   * Runs an action once the server has the whole text, and reports the result. `inOne` may have done everything
   * already.
   * @returns the answer once it was done
   */
  async function run<T extends { message: string }>(
    verb: () => Promise<T | undefined>,
    needsText = true,
    isFinish = true,
    inOne: () => Promise<FinishedOr> | FinishedOr = () => 'apart',
  ): Promise<T | Finished | undefined> {
    // A click after the action was done has nothing left to do.
    if (isDone.current) return undefined
    const send = async () => {
      const finished = await inOne()
      if (typeof finished === 'object') return finished
      const isSaved = finished === 'apart' && (!needsText || (await withWords(notice, saveFirst())))
      if (isSaved) return verb()
      onSendProblem?.('unsaved')
      return undefined
    }
    // An action that leads to the next job is reported on that job's page.
    onSendProblem?.(null)
    const answer = await act.run(send, {
      leadsAway: true,
      onUnanswered: () => onSendProblem?.('unanswered'),
      ...(isFinish && openNext.opensNext ? { success: false } : {}),
    })
    isDone.current = answer !== undefined
    setOver(isDone.current)
    return answer
  }

  return { run, finishedInOne, isBusy: act.isBusy, isOver }
}
