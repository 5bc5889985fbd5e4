import type { Job } from '@dictara/contract/jobs'
import { Flex } from 'antd'
import { CommentThread } from './comment-thread.tsx'

/** What people said of the job, and the keys of the page. */
export const NoteSide = ({ job }: { job: Job }) => (
  <aside aria-label="About this job" className="note-side">
    <h2>Comments</h2>
    <CommentThread job={job} />
    <h2>Keys</h2>
    <Flex vertical component="ul" className="note-keys">
      <li>Ctrl+Space: play or pause</li>
      <li>Ctrl+, and Ctrl+. : back and forward</li>
      <li>Ctrl+Shift+, and Ctrl+Shift+. : slower and faster</li>
      <li>Ctrl+Enter: hear the word at the caret</li>
      <li>F6 and Shift+F6: next and previous unsure word</li>
      <li>Alt+Page Up and Alt+Page Down: section before and after</li>
    </Flex>
  </aside>
)
