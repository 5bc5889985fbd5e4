import { useKeys } from '@dictara/browser/use-keys'
import type { StoredUser } from '@dictara/contract/identity'
import type { Job } from '@dictara/contract/jobs'
import { notePlainText } from '@dictara/dictation/note-text'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { AudioPlayer } from '../sound/audio-player.tsx'
import { useCommenting } from '../review/use-commenting.ts'
import { ConflictDialog } from '../saving/conflict-dialog.tsx'
import { DeskBar } from './desk-bar.tsx'
import { deskChoices } from './desk-choices.ts'
import { DeskDrawer, type DrawerName } from './desk-drawer.tsx'
import { DeskMenu } from './desk-menu.tsx'
import { DeskPanel } from './desk-panel.tsx'
import { DeskStatus } from './desk-status.tsx'
import { EditorNotices } from '../job/editor-notices.tsx'
import { MissingWorkType } from '../job/missing-work-type.tsx'
import { listOf } from '../job/editor-breadcrumb.tsx'
import { SentUnanswered, type SendProblem, SendProblemNotice } from '../job/send-problem.tsx'
import { IncompleteNotice } from '../job/incomplete-notice.tsx'
import { JobActions } from '../job/job-actions.tsx'
import { JobDetails, ShortJobDetails } from '../job/job-details.tsx'
import { KeptTexts } from '../saving/kept-texts.tsx'
import { pressedOf } from '../keys/keys.ts'
import { type OpenedNoteParts, useDemographics, useMarkers } from '../reading/note-queries.ts'
import { beginEmpty } from '../text/little-understood.tsx'
import { NoteText } from './note-text.tsx'
import { PatientInfo } from '../job/patient-info.tsx'
import type { DraftPlace, UnsavedText } from '../saving/unsaved-texts.ts'
import { PrintableNote } from '../reading/printable-note.tsx'
import { SaveStatus } from '../saving/save-status.tsx'
import { NextStrip } from './next-strip.tsx'
import { usePrefetchNext } from '../job/use-prefetch-next.ts'
import { soundTicks } from '../sound/sound-ticks.ts'
import type { KeptTextsHere, LeftTexts } from '../saving/use-kept-texts.ts'
import { useDeskNote } from '../text/use-desk-note.ts'
import { useFollowing } from '../phrases/use-following.ts'
import { usePainted } from './use-painted.ts'
import { useDeskInference } from './use-desk-inference.ts'
import { useDeskFacts, useDeskPanel } from './use-desk-panel.ts'
import { usePreferences } from '../../../platform/preferences.ts'
import { useAuthorsWords } from '../phrases/use-authors-words.ts'
import { isAskedSomething } from '../../../ui/is-asked-something.ts'
import { isFocusFree } from '../../../ui/is-focus-free.ts'
import { type NoteSession, useNoteSession } from '../text/use-note-session.ts'
import { usePlayer } from '../sound/use-player.ts'
import { usePrint } from '../reading/use-print.ts'
import './desk.css'
import './job-editor.css'

export interface JobEditorProps {
  job: Job
  opened: OpenedNoteParts
  /** The place of unsaved text; text from an earlier visit is continued. */
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
  /** The job as it was when no answer came to the attempt to hand it on. */
  unanswered: Job | null
  onUnanswered: (job: Job) => void
  /** Called when the server has replaced the text, which must be fetched again. */
  onReplaced: () => void
}

const pageKeys = [
  'save',
  'print',
  'panel',
  'facts',
  'follow',
  'unsure',
  'unsureBefore',
  'nextBlank',
  'blankBefore',
  'phrases',
  'help',
] as const

/** Blocks both the page's action and the browser's, which would save or print the whole page. */
const rest = () => undefined

const isText = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA)$/.test(target.tagName))

/** Puts the caret into the text of an opened note. On touch screens this would open the keyboard over it. */
function takeCaret({ note }: NoteSession) {
  if (isFocusFree() && matchMedia('(pointer: fine)').matches) note.current?.focus()
}

/** Prepares an opened note before it is painted. */
function begin(session: NoteSession, opened: OpenedNoteParts, isEditable: boolean) {
  if (isEditable) beginEmpty(session, opened)
  takeCaret(session)
}

/** A question that opened the note may still be closing; when it is gone, it leaves the focus nowhere. */
const isInQuestion = () => document.activeElement?.closest('.ant-modal-wrap') != null

/** Places the caret on opening, also after a question, which closes some moments later. */
function useCaretOnOpening(session: NoteSession) {
  const open = useEffectEvent(() => takeCaret(session))
  useEffect(() => {
    let frame = 0
    const wait = () => {
      frame = requestAnimationFrame(() => (isInQuestion() ? wait() : open()))
    }
    wait()
    return () => cancelAnimationFrame(frame)
  }, [])
}

/** Notices about this job and its text, shown above the note as long as they apply. */
function Notices({
  session,
  asked,
  sendProblem,
  ...props
}: JobEditorProps & { session: NoteSession; asked: number; sendProblem: SendProblem | null }) {
  const { job, place, kept, isLocked, left, isEditable, opened, unanswered, user, stage, isOlder } = props
  const takes = { onTake: (text: UnsavedText, isBoth: boolean) => void session.take(text, isBoth) }
  return (
    <div className="desk-notices">
      <IncompleteNotice job={job} />
      <MissingWorkType job={job} asked={asked} />
      <SendProblemNotice job={job} why={sendProblem} status={session.status.kind} />
      <SentUnanswered {...{ job, isEditable }} before={unanswered} list={listOf(user, stage, isOlder)} />
      <EditorNotices
        job={job}
        status={session.status}
        isOpenElsewhere={isEditable && kept.isOpenElsewhere}
        hasNoDrafts={isEditable && !place.writer}
        isLocked={isLocked}
      />
      <KeptTexts
        kept={kept}
        sections={opened.note.sections}
        present={session.shown}
        timeZone={job.timeZone}
        reason={left.texts.length > 0 && !isEditable ? 'You no longer have this job.' : undefined}
        {...(isEditable ? takes : {})}
      />
    </div>
  )
}

/** One opened note on one page: its patient, sound, text, and the actions of the job. */
export function JobEditor(props: JobEditorProps) {
  const { job, opened, place, heldSince, kept, left, user, stage, isOlder, isEditable, onReplaced } = props
  const [drawer, setDrawer] = useState<DrawerName | null>(null)
  const isPainted = usePainted()
  const demographics = useDemographics(job.jobId, isPainted)
  const stored = opened.note.sections
  const session = useNoteSession({ job, stored, place, heldSince, kept, left, userId: user.id })
  const { status, saveNow } = session
  const player = usePlayer(job.jobId, opened.note.audioTime, session.note, isEditable)
  const note = useDeskNote(session)
  const onFollow = useFollowing(job, note)
  const words = useAuthorsWords(job, session.putIn, isEditable, isPainted)
  const panel = useDeskPanel(job.comments.length > 0 ? 'comments' : 'outline')
  const commenting = useCommenting({ job, user, session, player, isEditable, isPainted, panel })
  const inferring = useDeskInference({ job, session, player, isEditable, isPainted, panel })
  const { saveFirst, finish } = inferring
  const facts = useDeskFacts()
  const [{ follow, autoNext, step }, change] = usePreferences()
  const { printed, print } = usePrint(job.jobId)
  const { data: markers } = useMarkers(job.jobId, isPainted)
  const ticks = useMemo(() => soundTicks(opened, markers), [opened, markers])
  useCaretOnOpening(session)
  usePrefetchNext(job, isEditable && autoNext)
  const [asked, setAsked] = useState(0)
  const details = { job, isEditable, asked, saveFirst, engine: opened.engine }
  const [sendProblem, setSendProblem] = useState<SendProblem | null>(null)
  const tellSendProblem = (why: SendProblem | null) => {
    setSendProblem(why)
    if (why === 'unanswered') props.onUnanswered(job)
  }
  const askWorkType = () => {
    facts.fold(false)
    setAsked(asked + 1)
  }
  const does = {
    save: saveNow,
    print: () => print(session.shown()),
    panel: () => panel.toggle(),
    facts: () => facts.fold(!facts.isFolded),
    follow: () => change({ follow: !follow }),
    help: () => setDrawer('keys'),
    next: () => change({ autoNext: !autoNext }),
    step: (seconds: number) => change({ step: seconds }),
    unsure: () => note.walkUnsure(1),
    unsureBefore: () => note.walkUnsure(-1),
    nextBlank: () => note.walkBlanks(1),
    blankBefore: () => note.walkBlanks(-1),
    phrases: note.askForPhrase,
    template: isEditable ? () => setDrawer('template') : undefined,
  }
  useKeys((event) => {
    const pressed = pressedOf(pageKeys, event)
    // The note has already handled its own keys, and in a text field a question mark is text.
    const isTyped = event.key === '?' && isText(event.target)
    if (!pressed || event.defaultPrevented || isTyped) return undefined
    return isAskedSomething() ? rest : does[pressed]
  })
  const hasNote = isEditable || job.status !== 'INCOMPLETE' || notePlainText(stored).trim() !== ''
  const correct = job.allowedActions.includes('change-patient') && (
    <Button size="small" type="link" onClick={() => setDrawer('patient')}>
      Correct patient
    </Button>
  )

  return (
    <>
      <div className={panel.isOpen ? 'not-on-paper desk' : 'not-on-paper desk is-alone'} aria-busy={!isPainted}>
        <DeskBar
          {...{ job, user, stage, isOlder, isPainted }}
          saved={<SaveStatus {...{ status, isEditable }} onTryNow={saveNow} />}
          tools={
            <>
              {!isOlder && <PatientInfo job={job} />}
              <DeskMenu choices={deskChoices(does, { facts, panel, follow, autoNext, step })} onLeave={note.focus} />
            </>
          }
          actions={
            <JobActions
              {...{ job, stage, isOlder, saveFirst, finishInOne: finish, changes: session.autosave }}
              {...{ shown: session.shown, gathered: commenting.gathered, onGoTo: session.goToPlace }}
              required={() => words.empty(session.shown())}
              onFillIn={(name) => note.fillIn(name, words.headings)}
              onReject={() => player.audio.pause()}
              onReleased={inferring.inference.dropDrafts}
              onMissing={askWorkType}
              onSendProblem={tellSendProblem}
            />
          }
        />
        <div className={isOlder ? 'desk-facts is-short' : 'desk-facts'} hidden={facts.isFolded}>
          {isPainted && (isOlder ? <ShortJobDetails {...details} /> : <JobDetails {...details} extra={correct} />)}
        </div>
        <Notices {...props} session={session} asked={asked} sendProblem={sendProblem} />
        {isPainted ? <AudioPlayer {...{ jobId: job.jobId, player, ticks }} /> : <div className="audio-player" />}
        <div className="note-column">
          {hasNote ? (
            <NoteText
              {...{ job, opened, session, player, isEditable, commenting, words, onReplaced }}
              follows={follow}
              isPainted={isPainted}
              onOpen={() => begin(session, opened, isEditable)}
              figures={note.figures}
              onPrint={does.print}
              inference={inferring.tool}
            />
          ) : (
            <p className="no-note">There is no note yet.</p>
          )}
        </div>
        {panel.isOpen && <DeskPanel {...{ job, note, words, commenting, inferring, panel, isPainted }} />}
        <NextStrip jobNumber={job.jobNumber} />
        <DeskStatus {...{ note, words, isPainted }} onKeys={does.help} />
        {status.kind === 'conflict' && <ConflictDialog conflicts={status.conflicts} onKeep={session.keep} />}
        <DeskDrawer {...{ job, drawer, saveFirst }} onFollow={onFollow} onClose={() => setDrawer(null)} />
      </div>
      {printed && <PrintableNote job={job} facts={[...(demographics.data ?? [])]} sections={printed} />}
    </>
  )
}
