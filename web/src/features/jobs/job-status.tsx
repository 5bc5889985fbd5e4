import type { JobRow, JobStatus } from '@dictara/contract/jobs'
import { Progress, Tag } from 'antd'

const words: Record<JobStatus, string> = {
  RECEIVED: 'Received',
  CONVERTING: 'Converting',
  AVAILABLE: 'Available',
  IN_PROGRESS: 'In Progress',
  READY: 'Ready',
  IN_REVIEW: 'In Review',
  WRITING: 'Submitting',
  COMPLETED: 'Completed',
  BILLED: 'Billed',
  INCOMPLETE: 'Incomplete',
  STRUCK_OUT: 'Struck Out',
}

/** Where a job stands, with the share of the conversion that is done. */
export function JobStatusTag({ job }: { job: JobRow }) {
  if (job.status !== 'CONVERTING') return <Tag>{job.returned ? 'Returned' : words[job.status]}</Tag>
  const percent = Math.round((job.progress ?? 0) * 100)
  return (
    <span>
      Converting
      <Progress percent={percent} size="small" aria-label={`Converting job ${job.jobNumber}: ${percent} %`} />
    </span>
  )
}
