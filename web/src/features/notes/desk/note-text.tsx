import { call } from '@dictara/browser/call'
import { type Job, jobCalls } from '@dictara/contract/jobs'
import { notePlainText } from '@dictara/dictation/note-text'
import { App, Button, Tooltip } from 'antd'
import { useState } from 'react'
import { NoteEditor } from '../../../editor/note-editor.tsx'
import type { NoteFacts } from '../../../editor/note-facts.ts'
import type { NoteState } from '../../../editor/note-state.ts'
import { jobQueries } from '../../../platform/query-client.ts'
import { useUser } from '../../../platform/use-user.ts'
import { cut } from '../../../ui/cut.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { useQuestion } from '../../../ui/use-question.ts'
import { ChangesInText } from '../review/changes-in-text.tsx'
import { CommentOnPlace } from '../review/comment-on-place.tsx'
import type { Commenting } from '../review/use-commenting.ts'
import type { OpenedNoteParts } from '../reading/note-queries.ts'
import { LittleUnderstood } from '../text/little-understood.tsx'
import { NoteToolbar, type NoteToolbarProps } from '../text/note-toolbar.tsx'
import type { Player } from '../sound/player.ts'
import { useCopy } from '../reading/use-copy.ts'
import { notSavedYet } from '../job/send-problem.tsx'
import type { NoteSession } from '../text/use-note-session.ts'
import type { AuthorsWords } from '../phrases/use-authors-words.ts'
import { ariaKeys, shownKeys } from '../keys/keys.ts'
import type { DeskNote } from '../text/use-desk-note.ts'

interface NoteTextProps {
  job: Job
  opened: OpenedNoteParts
  session: NoteSession
  player: Player
  isEditable: boolean
  /** A click also moves the sound. */
  follows: boolean
  /** The text has been painted; its tools follow. */
  isPainted: boolean
  onOpen: () => void
  figures: DeskNote['figures']
  commenting: Commenting
  words: AuthorsWords
  onPrint: () => void
  inference: NoteToolbarProps['inference']
  /** Called when the server has replaced the text, which must be fetched again. */
  onReplaced: () => void
}

/** The editor of a note and its toolbar. */
export function NoteText({
  job,
  opened,
  session,
  player,
  isEditable,
  follows,
  isPainted,
  onOpen,
  figures,
  commenting,
  words,
  onPrint,
  inference,
  onReplaced,
}: NoteTextProps) {
  const { notification, message } = App.useApp()
  const ask = useQuestion()
  const user = useUser()
  const copy = useCopy()
  const act = useAction({ refreshes: jobQueries })
  const [state, setState] = useState<NoteState | null>(null)
  const [facts, setFacts] = useState<NoteFacts | null>(null)
  const { note, autosave } = session

  async function reconvert() {
    const send = async () => {
      if (await session.saveFirst()) return call(jobCalls.reconvert, { query: { jobId: job.jobId } })
      notification.error(notSavedYet)
      return undefined
    }
    const confirm = { title: 'Are you sure you want to reconvert the dictation?', okText: 'Reconvert' }
    if (await act.run(send, { confirm, success: false })) onReplaced()
  }
  const askToDelete = (id: string) => {
    const section = note.current?.currentSections().find((each) => each.id === id)
    const heading = section?.heading.customUIHeading
    ask({
      title: heading ? `Delete the section “${cut(heading, 80)}”?` : 'Delete the section without heading?',
      content: 'Its text is removed too. You can undo this.',
      okText: 'Delete',
      isDanger: true,
      onOk() {
        if (note.current?.removeSection(id)) notification.success({ title: 'Success', description: 'Section removed!' })
      },
      afterClose: () => note.current?.focus(),
    })
  }

  const tools = (
    <NoteToolbar
      note={note}
      state={state}
      isEditable={isEditable}
      mayReconvert={job.allowedActions.includes('reconvert')}
      onSave={session.saveNow}
      onReconvert={() => void reconvert()}
      onPrint={onPrint}
      inference={inference}
      onCopy={() => void copy(notePlainText(session.shown()), 'Note copied.')}
    >
      {isEditable && (
        <Tooltip title={`Comment on the selected words (${shownKeys('comment')})`}>
          <Button
            type="text"
            size="small"
            aria-keyshortcuts={ariaKeys('comment')}
            onMouseDown={(event) => event.preventDefault()}
            onClick={commenting.begin}
          >
            Comment
          </Button>
        </Tooltip>
      )}
      {/* Last, so that its message pushes no tool aside. */}
      <ChangesInText job={job} note={note} />
    </NoteToolbar>
  )

  return (
    <>
      {isPainted ? tools : <div className="note-toolbar" />}
      {isEditable && facts && <LittleUnderstood {...{ job, opened, note, facts }} />}
      <div className="desk-note">
        <NoteEditor
          ref={note}
          sections={session.sections}
          systemHeadings={opened.headings}
          editable={isEditable}
          words={opened.words}
          wordMap={opened.tokens}
          label={`Note of job ${job.jobNumber}`}
          onChange={(change) => {
            if (isEditable) autosave.current?.edit(change)
            figures.changed()
          }}
          onSeek={follows ? player.seek : undefined}
          onHear={player.playFrom}
          soundAt={() => ({ seconds: player.audio.currentTime, isPlaying: !player.audio.paused })}
          atBlanks={user?.userType === 'transcriptionist' ? 'ask' : 'answer'}
          {...words.inNote}
          comments={commenting.comments.data}
          sectionOf={(id) => autosave.current?.editorId(id) ?? id}
          onComments={commenting.onFound}
          onComment={commenting.onCurrent}
          onRefused={(why) => void message.info(why)}
          onDeleteSection={askToDelete}
          onFacts={(next) => {
            setFacts(next)
            figures.tell(next)
          }}
          onState={setState}
          onOpen={onOpen}
        />
      </div>
      <CommentOnPlace commenting={commenting} />
    </>
  )
}
