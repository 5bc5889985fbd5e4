import type { JobRow } from '@dictara/contract/jobs'
import { Cut } from '../../ui/cut.tsx'
import { ListTable } from '../../ui/list-table.tsx'
import { JobActions } from './job-actions.tsx'
import { JobStatusTag } from './job-status.tsx'
import type { Group } from './job-tabs.ts'
import { audioLength, submittedTime } from './job-times.ts'
import type { JobList } from './use-job-list.ts'
import './job-table.css'

/** Who has it, and since when (Q186). */
const HeldBy = ({ job }: { job: JobRow }) =>
  job.heldBy && (
    <>
      <Cut text={job.heldBy.fullName} />
      {job.heldSince && <span className="held-since"> since {submittedTime(job.heldSince, job.timeZone)}</span>}
    </>
  )

const levels = { LEVEL_1: 'Level 1', LEVEL_2: 'Level 2' } as const
const assignedTo = {
  title: 'Assigned To',
  render: ({ heldBy }: JobRow) => heldBy && <Cut text={heldBy.fullName} />,
}
const currentLevel = {
  title: 'Current Level',
  render: ({ currentLevelOfReview: level }: JobRow) => level && levels[level],
}
const heldBy = { title: 'Held By', render: (job: JobRow) => <HeldBy job={job} /> }

/** A page of jobs, with the columns of its tab (JOBS-19 to JOBS-26). */
export function JobTable({ list, group, slug }: { list: JobList; group: Group; slug: string }) {
  const isInReview = slug === 'in-review'
  return (
    <ListTable
      list={list}
      rowKey="jobId"
      empty="No jobs here."
      columns={[
        { title: 'Job ID', isHeading: true, render: ({ jobNumber }) => jobNumber },
        { title: 'Audio Length', render: (job) => audioLength(job.audioLength) },
        {
          title: 'Submitted Time',
          sort: 'submissionTime',
          render: ({ submissionTime, timeZone }) => submittedTime(submissionTime, timeZone),
        },
        { title: 'Author', render: ({ author }) => <Cut text={author} /> },
        { title: 'Patient Name', render: ({ patientName }) => <Cut text={patientName} /> },
        ...(isInReview ? [assignedTo] : []),
        { title: 'Facility Name', render: ({ facility }) => facility.facilityName },
        ...(isInReview || group === 'jobs-to-review' ? [currentLevel] : []),
        { title: 'Status', render: (job) => <JobStatusTag job={job} /> },
        ...(isInReview ? [] : [heldBy]),
        { title: 'Action', isPinned: true, render: (job) => <JobActions job={job} slug={slug} /> },
      ]}
    />
  )
}
