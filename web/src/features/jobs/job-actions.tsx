import { DeleteOutlined, EllipsisOutlined } from '@ant-design/icons'
import type { JobRow } from '@dictara/contract/jobs'
import { Button, Dropdown, type MenuProps } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { JobOpeningActions } from './job-opening-actions.tsx'
import { useRowVerbs } from './use-row-verbs.ts'

const AssignJob = lazy(() => import('./assign-job.tsx').then((module) => ({ default: module.AssignJob })))

/** The row actions that the server allows this person (Q177): one as a button, the rest in a menu. */
export function JobActions({ job, slug, onPeek }: { job: JobRow; slug: string; onPeek: () => void }) {
  const [isAssigning, setAssigning] = useState(false)
  const verbs = useRowVerbs(job)
  const may = (action: JobRow['allowedActions'][number]) => job.allowedActions.includes(action)
  // Authors may delete from their own lists, but a job never disappears while a reviewer looks for one to review (JOBS-33, Q102).
  const isDeletable = may('delete') && (job.status !== 'READY' || slug === 'in-review')
  const other = job.priority === 'STAT' ? 'ROUTINE' : 'STAT'
  const items: MenuProps['items'] = [
    ...(may('set-priority')
      ? [
          {
            key: 'priority',
            label: other === 'STAT' ? 'Make it STAT' : 'Make it routine',
            onClick: () => verbs.setPriority(other),
          },
        ]
      : []),
    ...(may('release') ? [{ key: 'release', label: 'Release', onClick: () => verbs.run('release') }] : []),
    ...(may('assign') ? [{ key: 'assign', label: 'Assign', onClick: () => setAssigning(true) }] : []),
    ...(isDeletable
      ? [
          {
            key: 'delete',
            label: 'Delete',
            danger: true,
            icon: <DeleteOutlined aria-hidden />,
            onClick: () => verbs.run('delete'),
          },
        ]
      : []),
  ]
  return (
    <div className="job-actions">
      <JobOpeningActions job={job} slug={slug} onPeek={onPeek} />
      {items.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu that was opened has the focus (WAI-ARIA)
        <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight" autoFocus>
          <Button
            type="text"
            size="small"
            className="job-more"
            icon={<EllipsisOutlined aria-hidden />}
            loading={verbs.isBusy}
            aria-label={`More for job ${job.jobNumber}`}
            aria-haspopup="menu"
          />
        </Dropdown>
      )}
      {isAssigning && (
        <Suspense>
          <AssignJob job={job} onClose={() => setAssigning(false)} />
        </Suspense>
      )}
    </div>
  )
}
