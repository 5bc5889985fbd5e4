import type { JobRow } from '@dictara/contract/jobs'
import { Table, type TableProps, Tooltip } from 'antd'
import { usePinned } from '../../ui/use-pinned.ts'
import { JobActions } from './job-actions.tsx'
import { JobStatusTag } from './job-status.tsx'
import type { Group } from './job-tabs.ts'
import { audioLength, cut, submittedTime } from './job-times.ts'
import './job-table.css'

const cutName = (name: string) => {
  const shown = cut(name)
  return shown === name ? name : <Tooltip title={name}>{shown}</Tooltip>
}

/** Who has it, and since when (Q186). */
const HeldBy = ({ job }: { job: JobRow }) => (
  <>
    {cutName(job.heldBy!.fullName)}
    {job.heldSince && <span className="held-since"> since {submittedTime(job.heldSince, job.timeZone)}</span>}
  </>
)

const levels = { LEVEL_1: 'Level 1', LEVEL_2: 'Level 2' } as const

interface JobTableProps {
  jobs: readonly JobRow[]
  group: Group
  slug: string
  isLoading: boolean
  sortOrder: 'ascend' | 'descend' | undefined
  onSort: (order: 'ascend' | 'descend' | undefined) => void
}

/** A page of jobs, with the columns of its tab (JOBS-19 to JOBS-26). */
export function JobTable({ jobs, group, slug, isLoading, sortOrder, onSort }: JobTableProps) {
  const isInReview = slug === 'in-review'
  const pinned = usePinned()
  const columns: TableProps<JobRow>['columns'] = [
    { title: 'Job ID', dataIndex: 'jobNumber', rowScope: 'row' },
    { title: 'Audio Length', dataIndex: 'audioLength', render: audioLength },
    {
      title: 'Submitted Time',
      dataIndex: 'submissionTime',
      render: (time: string, job) => submittedTime(time, job.timeZone),
      sorter: true,
      sortOrder: sortOrder ?? null,
      showSorterTooltip: false,
    },
    { title: 'Author', dataIndex: 'author', render: cutName },
    { title: 'Patient Name', dataIndex: 'patientName', render: cutName },
    ...(isInReview
      ? [{ title: 'Assigned To', render: (_: unknown, job: JobRow) => job.heldBy && cutName(job.heldBy.fullName) }]
      : []),
    { title: 'Facility Name', render: (_, job) => job.facility.facilityName },
    ...(isInReview || group === 'jobs-to-review'
      ? [
          {
            title: 'Current Level',
            render: (_: unknown, job: JobRow) => job.currentLevelOfReview && levels[job.currentLevelOfReview],
          },
        ]
      : []),
    { title: 'Status', render: (_, job) => <JobStatusTag job={job} /> },
    ...(isInReview
      ? []
      : [{ title: 'Held By', render: (_: unknown, job: JobRow) => job.heldBy && <HeldBy job={job} /> }]),
    { title: 'Action', ...pinned, render: (_, job) => <JobActions job={job} slug={slug} /> },
  ]
  return (
    <Table<JobRow>
      rowKey="jobId"
      columns={columns}
      dataSource={[...jobs]}
      loading={isLoading}
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: isLoading ? 'Loading …' : 'No jobs here.' }}
      onChange={(_pagination, _filters, sorter) => {
        if (!Array.isArray(sorter)) onSort(sorter.order ?? undefined)
      }}
    />
  )
}
