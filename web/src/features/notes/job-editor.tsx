import { useKeys } from '@dictara/browser/use-keys'
import type { StoredUser } from '@dictara/contract/identity'
import type { Job } from '@dictara/contract/jobs'
import { notePlainText } from '@dictara/dictation/note-text'
import { Button } from 'antd'
import { useState } from 'react'
import { AudioPlayer } from './sound/audio-player.tsx'
import { ChangePatient } from './about-the-job/change-patient.tsx'
import { ConflictDialog } from './saving/conflict-dialog.tsx'
import { EditorBreadcrumb } from './about-the-job/editor-breadcrumb.tsx'
import { EditorHeader } from './about-the-job/editor-header.tsx'
import { EditorNotices } from './about-the-job/editor-notices.tsx'
import { IncompleteNotice } from './about-the-job/incomplete-notice.tsx'
import { JobDetails, ShortJobDetails } from './about-the-job/job-details.tsx'
import { KeptTexts } from './saving/kept-texts.tsx'
import { type OpenedNoteParts, useDemographics } from './note-queries.ts'
import { NoteSide } from './about-the-job/note-side.tsx'
import { NoteStages } from './comparing/note-stages.tsx'
import { NoteText } from './text/note-text.tsx'
import type { DraftPlace, OwedText } from './saving/owed-texts.ts'
import { PrintableNote } from './print/printable-note.tsx'
import type { KeptTextsHere, LeftTexts } from './saving/use-kept-texts.ts'
import { useNoteSession } from './use-note-session.ts'
import { usePlayer } from './sound/use-player.ts'
import { usePrint } from './print/use-print.ts'
import './job-editor.css'

export interface JobEditorProps {
  job: Job
  opened: OpenedNoteParts
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
export function JobEditor(props: JobEditorProps) {
  const { job, opened, place, heldSince, kept, isLocked, left, user, stage, isOlder, isEditable, onReplaced } = props
  const [panel, setPanel] = useState<'stages' | 'patient' | null>(null)
  const demographics = useDemographics(job.jobId)
  const stored = opened.note.sections
  const session = useNoteSession({ job, stored, place, heldSince, kept, left, userId: user.id })
  const { status, saveFirst } = session
  const player = usePlayer(job.jobId, opened.note.audioTime, session.note, isEditable)
  const { printed, print } = usePrint(job.jobId)
  const printNote = () => print(session.shown())
  useKeys(({ key, ctrlKey, altKey, shiftKey }) =>
    ctrlKey && !altKey && !shiftKey ? { s: session.saveNow, p: printNote }[key.toLowerCase()] : undefined,
  )
  const hasNote = isEditable || job.status !== 'INCOMPLETE' || notePlainText(stored).trim() !== ''
  const takes = { onTake: (text: OwedText, isBoth: boolean) => void session.take(text, isBoth) }

  return (
    <>
      <div className="not-on-paper job-editor">
        <EditorBreadcrumb job={job} user={user} stage={stage} isOlder={isOlder} />
        <EditorHeader job={job} stage={stage} isOlder={isOlder} saveFirst={saveFirst} changes={session.autosave} />
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
          sections={stored}
          present={session.shown}
          timeZone={job.timeZone}
          reason={left.texts.length > 0 && !isEditable ? 'This job is not in your hands any more.' : undefined}
          {...(isEditable ? takes : {})}
        />
        <AudioPlayer jobId={job.jobId} player={player} />
        <div className="note-and-side">
          <div className="note-column">
            {hasNote ? (
              <NoteText
                {...{ job, opened, session, player, isEditable, onReplaced }}
                onPrint={printNote}
                onShowStages={() => setPanel('stages')}
              />
            ) : (
              <p className="no-note">There is no note yet.</p>
            )}
          </div>
          <NoteSide job={job} />
        </div>
        {status.kind === 'conflict' && <ConflictDialog conflicts={status.conflicts} onKeep={session.keep} />}
        {panel === 'stages' && <NoteStages jobId={job.jobId} onClose={() => setPanel(null)} />}
        {panel === 'patient' && <ChangePatient job={job} onClose={() => setPanel(null)} />}
      </div>
      {printed && <PrintableNote job={job} facts={[...(demographics.data ?? [])]} sections={printed} />}
    </>
  )
}
