import type { JobRow } from '@dictara/contract/jobs'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'

const AssignJob = lazy(() => import('./assign-job.tsx').then((module) => ({ default: module.AssignJob })))

/** A visible Assign button, for lists where assigning a job is the most frequent action. */
export function AssignButton({ job }: { job: JobRow }) {
  const [isAssigning, setAssigning] = useState(false)
  if (!job.allowedActions.includes('assign')) return null
  return (
    <>
      <Button size="small" aria-label={`Assign job ${job.jobNumber}`} onClick={() => setAssigning(true)}>
        Assign
      </Button>
      {isAssigning && (
        <Suspense>
          <AssignJob job={job} onClose={() => setAssigning(false)} />
        </Suspense>
      )}
    </>
  )
}
