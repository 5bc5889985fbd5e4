import { call, CallFailed } from '@dictara/browser/call'
import type { StoredUser } from '@dictara/contract/identity'
import { type Job, servedJobCalls } from '@dictara/contract/jobs'
import { noteCalls } from '@dictara/contract/notes'
import { notePlainText } from '@dictara/dictation/note-text'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Flex } from 'antd'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Keep, withDraft } from '../../editor/autosave.ts'
import type { NoteHandle } from '../../editor/note-session.ts'
import { NoteEditor } from '../../editor/note-editor.tsx'
import type { NoteState } from '../../editor/note-state.ts'
import type { Section } from '../../editor/sections.ts'
import { jobQueries } from '../../platform/query-client.ts'
import { registerUnsavedWork } from '../../platform/unsaved-work.ts'
import { useQuestion } from '../../ui/use-question.ts'
import { AudioPlayer } from './audio-player.tsx'
import { ChangePatient } from './change-patient.tsx'
import { CommentThread } from './comment-thread.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { EditorBreadcrumb } from './editor-breadcrumb.tsx'
import { EditorHeader } from './editor-header.tsx'
import { EditorNotices } from './editor-notices.tsx'
import { JobDetails, ShortJobDetails } from './job-details.tsx'
import { IncompleteNotice } from './incomplete-notice.tsx'
import { KeptTexts } from './kept-texts.tsx'
import { type useOpenedNote, useDemographics } from './note-queries.ts'
import { NoteStages } from './note-stages.tsx'
import { NoteToolbar } from './note-toolbar.tsx'
import { type DraftPlace, type OwedText, taken } from './owed-texts.ts'
import { createPlayer } from './player.ts'
import { PrintableNote } from './printable-note.tsx'
import { SaveStatus } from './save-status.tsx'
import { useAutosave } from './use-autosave.ts'
import { useCopy } from './use-copy.ts'
import { notSavedYet } from './use-job-verbs.ts'
import type { KeptTextsHere, LeftTexts } from './use-kept-texts.ts'
import './job-editor.css'

export interface JobEditorProps {
  job: Job
  opened: NonNullable<ReturnType<typeof useOpenedNote>['data']>
  /** Where unsaved text is kept; what an earlier visit left there is gone on with. */
  place: DraftPlace
  heldSince: string
  kept: KeptTextsHere
  isLocked: boolean
  left: LeftTexts
  user: StoredUser
  /** Stage slug of the address. */
  stage: string
  isOlder: boolean
  isEditable: boolean
  /** The server replaced the text: it has to be read anew. */
  onReplaced: () => void
}

/** One opened note: sound, text, and what may be done with the job. */
export function JobEditor({
  job,
  opened,
  place,
  heldSince,
  kept,
  isLocked,
  left,
  user,
  stage,
  isOlder,
  isEditable,
  onReplaced,
}: JobEditorProps) {
  const { notification } = App.useApp()
  const ask = useQuestion()
  const copy = useCopy()
  const client = useQueryClient()
  const note = useRef<NoteHandle>(null)
  const [noteState, setNoteState] = useState<NoteState | null>(null)
  const [panel, setPanel] = useState<'stages' | 'patient' | null>(null)
  const [printed, setPrinted] = useState<readonly Section[] | null>(null)
  const demographics = useDemographics(job.jobId)
  const [sections] = useState(() => (place.draft ? withDraft(opened.note.sections, place.draft) : opened.note.sections))
  const flushNote = useCallback(() => note.current?.flush(), [])
  const { autosave, status } = useAutosave({
    jobId: job.jobId,
    userId: user.id,
    sections: opened.note.sections,
    place,
    heldSince,
    flushNote,
    left,
  })
  const [player] = useState(() => createPlayer(opened.note.audioTime))
  const keepPosition = useEffectEvent((audioTime: number) => {
    if (isEditable)
      void call(noteCalls.saveAudioTime, { params: { id: job.jobId }, query: { audioTime } }, { handler: false }).catch(
        () => {},
      )
  })
  useEffect(
    () =>
      player.open({
        onSpoken: (seconds) => note.current?.showSpoken(seconds),
        onPosition: (seconds) => keepPosition(seconds),
      }),
    [player],
  )

  const saveFirst = useCallback(async () => {
    flushNote()
    return (await autosave.current?.flush()) ?? true
  }, [autosave, flushNote])
  const saveNow = useCallback(() => {
    flushNote()
    autosave.current?.saveNow()
  }, [autosave, flushNote])
  useEffect(
    () =>
      registerUnsavedWork({
        hasUnsaved() {
          flushNote()
          return autosave.current?.hasUnsaved() ?? false
        },
        save: saveFirst,
        mayLose: () => autosave.current?.mayLose() ?? false,
      }),
    [autosave, flushNote, saveFirst],
  )
  const hasNote = isEditable || job.status !== 'INCOMPLETE' || notePlainText(opened.note.sections).trim() !== ''
  const text = () => (note.current ? note.current.currentSections() : opened.note.sections)

  const print = useCallback(() => {
    void call(noteCalls.getPrintInfo, { query: { jobId: job.jobId } }).catch(() => {})
    setPrinted(note.current ? note.current.currentSections() : opened.note.sections)
  }, [job.jobId, opened.note.sections])
  useEffect(() => {
    if (!printed) return
    const done = () => setPrinted(null)
    window.addEventListener('afterprint', done, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', done)
  }, [printed])
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!event.ctrlKey || event.altKey || event.shiftKey) return
      const act = { s: saveNow, p: print }[event.key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [saveNow, print])

  function reconvert() {
    ask({
      title: 'Are you sure you want to reconvert the dictation?',
      okText: 'Reconvert',
      async onOk() {
        try {
          if (!(await saveFirst())) return void notification.error(notSavedYet)
          await call(servedJobCalls.reconvert, { query: { jobId: job.jobId } })
          onReplaced()
        } catch (error) {
          if (!(error instanceof CallFailed)) throw error
          if (error.kind === 'refused') notification.error({ title: 'Failed', description: error.message })
        }
        await client.invalidateQueries({ queryKey: jobQueries })
      },
    })
  }
  function askToDelete(id: string) {
    ask({
      title: 'Delete this section?',
      content: 'Its text leaves the note. Undo brings it back.',
      okText: 'Delete',
      isDanger: true,
      onOk() {
        if (note.current?.removeSection(id)) notification.success({ title: 'Success', description: 'Section removed!' })
      },
      afterClose: () => note.current?.focus(),
    })
  }
  function keep(id: string, choice: Keep) {
    const shown = autosave.current?.resolve(id, choice)
    if (shown) note.current?.replaceSection(shown)
    else note.current?.removeSection(id)
  }
  async function take(text: OwedText, isBoth: boolean) {
    const shown = note.current?.currentSections() ?? []
    const idOf = (id: string) => autosave.current?.editorId(id) ?? id
    note.current?.takeSections(taken(shown, text, isBoth, idOf))
    // Thrown away only once this editor's own draft has it.
    if (await autosave.current?.kept()) await kept.discard(text)
  }

  return (
    <>
      <div className="not-on-paper job-editor">
        <EditorBreadcrumb job={job} user={user} stage={stage} isOlder={isOlder} />
        <EditorHeader job={job} stage={stage} isOlder={isOlder} saveFirst={saveFirst} changes={autosave} />
        {isOlder ? (
          <ShortJobDetails job={job} isEditable={isEditable} />
        ) : (
          <JobDetails
            job={job}
            isEditable={isEditable}
            extra={
              job.allowedActions.includes('change-patient') && (
                <Button size="small" type="link" onClick={() => setPanel('patient')}>
                  Correct the patient
                </Button>
              )
            }
          />
        )}
        <IncompleteNotice job={job} />
        <EditorNotices
          job={job}
          status={status}
          isOpenElsewhere={isEditable && kept.isOpenElsewhere}
          hasNoDrafts={isEditable && !place.writer}
          isLocked={isLocked}
        />
        <KeptTexts
          kept={kept}
          sections={opened.note.sections}
          present={text}
          timeZone={job.timeZone}
          reason={left.texts.length > 0 && !isEditable ? 'This job is not in your hands any more.' : undefined}
          {...(isEditable ? { onTake: (text: OwedText, isBoth: boolean) => void take(text, isBoth) } : {})}
        />
        <AudioPlayer jobId={job.jobId} player={player} />
        <div className="note-and-side">
          <div className="note-column">
            {hasNote ? (
              <>
                <NoteToolbar
                  note={note}
                  state={noteState}
                  isEditable={isEditable}
                  mayReconvert={job.allowedActions.includes('reconvert')}
                  onSave={saveNow}
                  onReconvert={reconvert}
                  onPrint={print}
                  onCopy={() => void copy(notePlainText(text()), 'The note is in the clipboard.')}
                >
                  <Button type="text" onClick={() => setPanel('stages')}>
                    Changes
                  </Button>
                  <SaveStatus status={status} onTryNow={saveNow} />
                </NoteToolbar>
                <NoteEditor
                  ref={note}
                  sections={sections}
                  systemHeadings={opened.headings}
                  editable={isEditable}
                  words={opened.words}
                  wordMap={opened.tokens}
                  label={`Note of job ${job.jobNumber}`}
                  onChange={(change) => isEditable && autosave.current?.edit(change)}
                  onSeek={player.seek}
                  onHear={player.playFrom}
                  onDeleteSection={askToDelete}
                  onState={setNoteState}
                />
              </>
            ) : (
              <p className="no-note">There is no note yet.</p>
            )}
          </div>
          <aside aria-label="About this job" className="note-side">
            <h2>Comments</h2>
            <CommentThread job={job} />
            <h2>Keys</h2>
            <Flex vertical component="ul" className="note-keys">
              <li>Ctrl+Space: play or pause</li>
              <li>Ctrl+, and Ctrl+. : back and forward</li>
              <li>Ctrl+Shift+, and Ctrl+Shift+. : slower and faster</li>
              <li>Ctrl+Enter: hear the word at the caret</li>
              <li>Alt+Page Up and Alt+Page Down: section before and after</li>
            </Flex>
          </aside>
        </div>
        {status.kind === 'conflict' && <ConflictDialog conflicts={status.conflicts} onKeep={keep} />}
        {panel === 'stages' && <NoteStages jobId={job.jobId} onClose={() => setPanel(null)} />}
        {panel === 'patient' && <ChangePatient job={job} onClose={() => setPanel(null)} />}
      </div>
      {printed && (
        <PrintableNote
          title={`${job.workType ?? 'Note'} · Job ${job.jobNumber}`}
          facts={[...(demographics.data ?? [])]}
          sections={printed}
        />
      )}
    </>
  )
}
