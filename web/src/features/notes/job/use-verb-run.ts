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

/** What is typed and not saved, of which a release disposes. */
export type UnsavedChanges = RefObject<Pick<Autosave, 'hold' | 'resume' | 'discard' | 'hasUnsaved'> | null>

/** Before one is told that a verb waits for the text. */
const patienceMs = 1000

type Notice = ReturnType<typeof App.useApp>['message']

/** Tells of a save that takes its time: the verb goes on when it is done. */
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

/** Who goes on to the next job finishes in one call; not who goes back to the recorder, nor what is only filed anew. */
const isOneCall = ({ status }: Job, user: StoredUser | null) =>
  !user?.crossAuthenticated && (status === 'IN_PROGRESS' || status === 'IN_REVIEW')

export interface VerbParts {
  saveFirst: () => Promise<boolean>
  /** Saves and finishes in one call, with which the next job comes. */
  finishInOne?: (finishing: Finishing) => Promise<FinishedOr>
  changes?: UnsavedChanges
  /** The note as it is on the screen: its blanks are told before it is handed on (Q202). */
  shown?: () => readonly Section[]
  /** The required headings under which nothing stands: they are told as well. */
  required?: () => readonly string[]
  /** The person goes to one of them; one that the note lacks is added. */
  onFillIn?: (name: string) => void
  /** The person goes to a place of the note that names a patient of before. */
  onGoTo?: (place: NotePlace) => void
  /** The work type is missing. */
  onMissing?: () => void
  /** A verb did not go on, or is tried anew. */
  onSendProblem?: (why: SendProblem | null) => void
}

/** Runs what hands a job on: once, with the whole text, told where it does not go on. */
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

  /** Finishes in one call where that is possible. */
  const finishedInOne = () => {
    if (!parts.finishInOne || !openNext.opensNext || !isOneCall(job, user)) return 'apart'
    const finishing = parts.finishInOne({ patientId: job.patientId, next: openNext.stage })
    return changes?.current?.hasUnsaved() ? withWords(notice, finishing) : finishing
  }

  /**
   * Runs a verb once the server has the whole text; tells how it went. `inOne` may have done all of it already.
   * @returns the answer once it was done
   */
  async function run<T extends { message: string }>(
    verb: () => Promise<T | undefined>,
    needsText = true,
    isFinish = true,
    inOne: () => Promise<FinishedOr> | FinishedOr = () => 'apart',
  ): Promise<T | Finished | undefined> {
    // A click behind what was done has nothing left to do.
    if (isDone.current) return undefined
    const send = async () => {
      const finished = await inOne()
      if (typeof finished === 'object') return finished
      const isSaved = finished === 'apart' && (!needsText || (await withWords(notice, saveFirst())))
      if (isSaved) return verb()
      onSendProblem?.('unsaved')
      return undefined
    }
    // Of what leads to the next job that one's page tells.
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
