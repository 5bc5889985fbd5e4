import type { Job } from '@dictara/contract/jobs'
import { Tabs } from 'antd'
import { CommentThread } from '../about-the-job/comment-thread.tsx'
import { KeyList } from './key-list.tsx'
import { TrackLine } from './track-line.tsx'
import { Outline } from './outline.tsx'
import type { DeskNote } from './use-desk-note.ts'

interface DeskPanelProps {
  job: Job
  note: DeskNote
  /** Which tab is open. */
  tab: string
  onTab: (tab: string) => void
  onClose: () => void
}

/** What stands beside the note: its sections, what people said of the job, the keys. */
export function DeskPanel({ job, note, tab, onTab, onClose }: DeskPanelProps) {
  const count = job.comments.length
  const items = [
    { key: 'outline', label: 'Outline', children: <Outline note={note} /> },
    { key: 'comments', label: count > 0 ? `Comments ${count}` : 'Comments', children: <CommentThread job={job} /> },
    { key: 'keys', label: 'Keys', children: <KeyList /> },
  ]
  const isKnown = items.some(({ key }) => key === tab)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape in it leads back to the note
    <aside aria-label="About this job" className="desk-panel" onKeyDown={({ key }) => key === 'Escape' && onClose()}>
      <TrackLine job={job} />
      <Tabs size="small" tabBarGutter={16} activeKey={isKnown ? tab : 'outline'} items={items} onChange={onTab} />
    </aside>
  )
}
