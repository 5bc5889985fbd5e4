import type { StoredUser } from '@dictara/contract/identity'
import type { Job } from '@dictara/contract/jobs'
import { Breadcrumb } from 'antd'
import { Link } from 'react-router'
import { paths } from '../../../platform/paths.ts'
import { isTranscription } from '../reading/is-transcription.ts'

const groupOf = (user: StoredUser) => (user.userType === 'doctor' ? 'my-jobs' : 'jobs-to-review')
const groupNames = { 'my-jobs': 'My jobs', 'jobs-to-review': 'Jobs to review' } as const
const ownList = (user: StoredUser, stage: string) => `${paths.jobsList}/${groupOf(user)}/${stage}?fromEditor=true`

/** The list that the person came from. */
export const listOf = (user: StoredUser, stage: string, isOlder: boolean) =>
  isOlder ? paths.jobsFlat(stage || 'in-progress') : ownList(user, stage || 'in-progress')

/** The link back to the list, worded as in the older (EDIT-12) or the newer editor (EDIT-19). */
export function EditorBreadcrumb({
  job,
  user,
  stage,
  isOlder,
}: {
  job: Job
  user: StoredUser
  stage: string
  isOlder: boolean
}) {
  const slug = stage || 'in-progress'
  const link = (to: string, text: string) => ({ title: <Link to={to}>{text}</Link> })
  const start = link(paths.dashboard, 'Dashboard')
  const items = isOlder
    ? [
        start,
        link(paths.jobsFlat('in-progress'), 'Jobs list'),
        { title: user.userType === 'transcriptionist' ? 'Transcription Editor' : 'Transcription Review' },
      ]
    : [
        start,
        link(paths.jobsFlat(slug), 'Jobs list'),
        link(ownList(user, slug), groupNames[groupOf(user)]),
        { title: isTranscription(job) ? 'Job Editor' : 'Job Review' },
        { title: job.jobName },
      ]
  return <Breadcrumb aria-label="Breadcrumb" items={items} />
}
