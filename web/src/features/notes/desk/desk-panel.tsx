import type { Job } from '@dictara/contract/jobs'
import { Button, Tabs } from 'antd'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { InferenceTab } from '../../inference/index.ts'
import { CommentThread } from '../review/comment-thread.tsx'
import { PlacedComments } from '../review/placed-comments.tsx'
import type { Commenting } from '../review/use-commenting.ts'
import { usePreferences } from '../../../platform/preferences.ts'
import { KeyList } from '../../../ui/key-list.tsx'
import { useFocusBack } from '../../../ui/use-focus-back.ts'
import '../../../ui/wrapping-tabs.css'
import { PhraseTab } from '../phrases/phrase-tab.tsx'
import type { AuthorsWords } from '../phrases/use-authors-words.ts'
import { keysWith } from '../keys/keys.ts'
import { TrackLine } from './track-line.tsx'
import { Outline } from './outline.tsx'
import type { DeskNote } from '../text/use-desk-note.ts'
import type { DeskInference } from './use-desk-inference.ts'
import type { useDeskPanel } from './use-desk-panel.ts'

interface DeskPanelProps {
  job: Job
  note: DeskNote
  words: AuthorsWords
  commenting: Commenting
  inferring: DeskInference
  panel: Pick<ReturnType<typeof useDeskPanel>, 'tab' | 'isSheet' | 'choose' | 'fold'>
}

/** Closes the panel where it is a sheet above the note. It has the focus at once: what had it is covered. */
function CloseSheet({ onClose }: { onClose: () => void }) {
  useFocusBack()
  const own = useRef<HTMLButtonElement>(null)
  useEffect(() => own.current?.focus(), [])
  return (
    <Button
      ref={own}
      type="text"
      className="desk-panel-close"
      aria-label="Close the panel"
      icon={<X size={16} aria-hidden />}
      onClick={onClose}
    />
  )
}

function PaintedPanel({ job, note, words, commenting, inferring, panel }: DeskPanelProps) {
  const [preferences] = usePreferences()
  const placed = commenting.comments.data?.length ?? 0
  const count = job.comments.length + placed
  const comments = (
    <>
      <PlacedComments job={job} commenting={commenting} />
      {/* Wait for the comments above these, so that nothing moves. */}
      {!commenting.comments.isPending && (job.comments.length > 0 || placed === 0) && <CommentThread job={job} />}
    </>
  )
  const questions = inferring.inference.data?.questions.length ?? 0
  const items = [
    {
      key: 'inference',
      label: questions > 0 ? `Inference ${questions}` : 'Inference',
      children: <InferenceTab inference={inferring.inference} onShow={inferring.onShow} />,
    },
    { key: 'outline', label: 'Outline', children: <Outline {...{ note, words }} /> },
    { key: 'comments', label: count > 0 ? `Comments ${count}` : 'Comments', children: comments },
    // A read-only note has no caret to insert a phrase at.
    ...(words.book === undefined
      ? []
      : [{ key: 'phrases', label: 'Phrases', children: <PhraseTab {...{ note, words }} /> }]),
    { key: 'keys', label: 'Keys', children: <KeyList keys={keysWith(preferences.keys)} /> },
  ]
  /** Not in a dialog that was opened from it. */
  function leave({ key, currentTarget, target }: KeyboardEvent) {
    if (key !== 'Escape' || !currentTarget.contains(target as Node)) return
    panel.fold()
    note.focus()
  }
  const isKnown = items.some(({ key }) => key === panel.tab)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape in it leads back to the note
    <aside aria-label="About this job" className="desk-panel" onKeyDown={leave}>
      {panel.isSheet && <CloseSheet onClose={panel.fold} />}
      <TrackLine job={job} />
      <Tabs
        size="small"
        className="wrapping-tabs"
        activeKey={isKnown ? panel.tab : 'outline'}
        items={items}
        onChange={panel.choose}
      />
    </aside>
  )
}

/** The panel beside the note: what was read out of it, its sections, the comments on the job, the keys. Empty until the note is painted. */
export const DeskPanel = ({ isPainted, ...parts }: DeskPanelProps & { isPainted: boolean }) =>
  isPainted ? <PaintedPanel {...parts} /> : <aside aria-label="About this job" className="desk-panel" />
