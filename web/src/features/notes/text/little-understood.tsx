import { call } from '@dictara/browser/call'
import { useKeys } from '@dictara/browser/use-keys'
import type { Job } from '@dictara/contract/jobs'
import { noteCalls } from '@dictara/contract/notes'
import { Button } from 'antd'
import { type RefObject, useMemo } from 'react'
import type { NoteFacts } from '../../../editor/note-facts.ts'
import type { NoteHandle } from '../../../editor/note-session.ts'
import { judgeWords } from '../../../editor/words/unsure.ts'
import { isAskedSomething } from '../../../ui/is-asked-something.ts'
import { useAction } from '../../../ui/use-action.ts'
import { ariaKeys, pressedOf, shownKeys } from '../keys/keys.ts'
import type { OpenedNoteParts } from '../reading/note-queries.ts'
import type { NoteSession } from './use-note-session.ts'

interface LittleUnderstoodProps {
  job: Job
  opened: OpenedNoteParts
  note: RefObject<NoteHandle | null>
  facts: NoteFacts
}

/**
 * Empties a note that nobody has edited and of which the engine understood little. Runs before the first paint, so that
 * nobody reads a draft that disappears.
 */
export function beginEmpty(
  { note, isAsConverted }: Pick<NoteSession, 'note' | 'isAsConverted'>,
  opened: OpenedNoteParts,
) {
  if (!isAsConverted || !judgeWords(opened.words).isLittleUnderstood) return
  note.current?.emptyNote()
  // Report the emptied text at once, so that it is saved.
  note.current?.flush()
}

/**
 * The notice of such a note, while it contains the draft and while it is empty. Disappears once something else is
 * typed.
 */
export function LittleUnderstood({ job, opened, note, facts }: LittleUnderstoodProps) {
  const isLittle = useMemo(() => judgeWords(opened.words).isLittleUnderstood, [opened.words])
  if (!isLittle || !(facts.isLittleUnderstood || facts.words === 0)) return null
  return <DraftLine jobId={job.jobId} note={note} isShown={facts.isLittleUnderstood} />
}

/**
 * Explains that this draft is easier to replace by typing than to correct. One key switches between draft and empty
 * note.
 */
function DraftLine({ jobId, note, isShown }: { jobId: string; note: LittleUnderstoodProps['note']; isShown: boolean }) {
  const act = useAction({})
  async function show() {
    const send = () => call(noteCalls.getConvertedSections, { params: { id: jobId } })
    const converted = await act.run(send, { success: false })
    if (converted) note.current?.showDraft(converted.result[0]!.sections)
  }
  const turn = () => (isShown ? void note.current?.emptyNote() : void show())
  useKeys((event) => {
    if (!pressedOf(['draft'], event) || event.defaultPrevented || isAskedSomething()) return undefined
    return turn
  })
  return (
    <output className="little-understood">
      <span>
        {isShown
          ? 'Most of this recording wasn’t recognised.'
          : 'Most of this recording wasn’t recognised, so the note starts empty.'}
      </span>
      <Button size="small" type="link" aria-keyshortcuts={ariaKeys('draft')} loading={act.isBusy} onClick={turn}>
        {isShown ? 'Start from an empty note' : 'Show the draft'} ({shownKeys('draft')})
      </Button>
    </output>
  )
}
