import { CallFailed } from '@dictara/browser/call'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { useParams, useSearchParams } from 'react-router'
import { useUser } from '../../platform/use-user.ts'
import { useTitle } from '../../ui/use-title.ts'
import { JobEditor } from './job-editor.tsx'
import { openNoteDrafts } from './note-drafts.ts'
import { useJob, useOpenedNote } from './note-queries.ts'

/** Stages in which the page only shows the note (EDIT-36); the server decides besides (Q116). */
const readOnlyStages = ['in-review', 'incomplete', 'complete', 'completed']

/** What could not be fetched, and what the server says about it (EDIT-59). */
const Failed = ({ title, error, onRetry }: { title: string; error: Error; onRetry: () => void }) => (
  <Alert
    type="error"
    title={title}
    description={error.message || undefined}
    action={<Button onClick={onRetry}>Retry</Button>}
  />
)

/** Loads a job, its note and this browser's draft of it, then opens the editor. */
function EditorPage({ isOlder }: { isOlder: boolean }) {
  const { jobId = '' } = useParams()
  const [query] = useSearchParams()
  const user = useUser()
  const job = useJob(jobId)
  const note = useOpenedNote(jobId)
  const draft = useQuery({
    queryKey: ['note-draft', user?.id, jobId],
    queryFn: async () => {
      const drafts = await openNoteDrafts(user!.id, jobId)
      return { drafts, draft: await drafts.read() }
    },
    enabled: user !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  useTitle(job.data?.jobName ?? 'Job Editor')
  if (!user) return null
  if (job.error instanceof CallFailed && job.error.status === 404)
    return <Alert type="error" title="This job is not here any more, or not yours to see." />
  if (job.isError)
    return <Failed title="The job could not be read." error={job.error} onRetry={() => void job.refetch()} />
  if (note.isError)
    return <Failed title="Section Fetch Failed" error={note.error} onRetry={() => void note.refetch()} />
  if (!job.data || !note.data || draft.isPending)
    return <Skeleton active paragraph={{ rows: 12 }} aria-label="The note is loading" />
  const stage = query.get('jobStage') ?? ''
  const isEditable = job.data.editable && !readOnlyStages.includes(stage)
  return (
    <JobEditor
      // A note that was not ours to edit when it was opened is read anew when it is.
      key={`${note.dataUpdatedAt} ${isEditable && !note.isFetching}`}
      job={job.data}
      opened={note.data}
      draft={draft.data?.draft ?? null}
      drafts={draft.data?.drafts ?? null}
      user={user}
      stage={stage}
      isOlder={isOlder}
      isEditable={isEditable}
      onReplaced={() => void note.refetch()}
    />
  )
}

/** /dashboard/editor/{jobId}: the transcriptionist's (EDIT-01, Q113). */
export const OlderEditorPage = () => <EditorPage isOlder />
/** /dashboard/new-editor/{jobId}: doctors, reviewers and admins (EDIT-17, Q113). */
export const NewerEditorPage = () => <EditorPage isOlder={false} />
