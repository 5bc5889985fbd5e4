import type { Job } from '@dictara/contract/jobs'
import { Alert } from 'antd'

export const missingWorkTypeId = 'missing-work-type'

/** Explains below the facts why the job was not sent, until its work type is chosen there (EDIT-53). */
export const MissingWorkType = ({ job, asked }: { job: Job; asked: number }) =>
  asked > 0 &&
  !job.workType && (
    <Alert
      id={missingWorkTypeId}
      type="warning"
      title="Missing Work Type"
      description="Please select a work type before continuing"
    />
  )
