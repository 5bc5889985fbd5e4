import type { Job } from '@dictara/contract/jobs'
import { Alert } from 'antd'

export const missingWorkTypeId = 'missing-work-type'

/** Why the job was not handed on, below the facts in which its work type is chosen, until that is done (EDIT-53). */
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
