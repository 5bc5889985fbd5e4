import { failureOf } from '@dictara/browser/call'
import { DraftsLocked } from '@dictara/browser/draft-key'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import type { Job } from '@dictara/contract/jobs'
import { useEffect, useRef, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { paths } from '../../../platform/paths.ts'
import { useUser } from '../../../platform/use-user.ts'
import { Failed } from '../../../ui/failed.tsx'
import { useTitle } from '../../../ui/use-title.ts'
import { DeskWaiting } from './desk-waiting.tsx'
import { openNoteDrafts } from '../saving/note-drafts.ts'
import { usePrefetched } from '../job/prefetched.ts'
import { useJob, useOpenedNote } from '../reading/note-queries.ts'
import { OpenedNote, TextOfGoneJob, untouchedYet } from './opened-note.tsx'
import { useLeftTexts } from '../saving/use-kept-texts.ts'

/** Stages in which the page only shows the note (EDIT-36); the server checks this too (Q116). */
const readOnlyStages = ['in-review', 'incomplete', 'complete', 'completed']

/** Loads a job, its note and this browser's copy of unsaved text, then opens the editor. */
function EditorPage({ isOlder }: { isOlder: boolean }) {
  const { jobId = '' } = useParams()
  const [query] = useSearchParams()
  const user = useUser()
  const job = useJob(jobId)
  const prefetched = usePrefetched(jobId)
  const note = useOpenedNote(jobId, prefetched?.note)
  const left = useLeftTexts()
  const drafts = useQuery({
    queryKey: ['note-drafts', user?.id, jobId],
    queryFn: () => openNoteDrafts(user!.id, jobId),
    initialData: prefetched?.drafts ?? undefined,
    enabled: user !== null,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  useTitle(job.data?.jobName ?? 'Job Editor')
  const stage = query.get('jobStage') ?? ''
  const isEditable = (job.data?.editable ?? false) && !readOnlyStages.includes(stage)
  const isKnown = job.data !== undefined && note.data !== undefined
  // Kept here because it outlasts the editor, which is reopened when the note becomes read-only.
  const [unanswered, setUnanswered] = useState<Job | null>(null)
  const wasEditable = useRef<boolean>(undefined)
  const [untouched] = useState(() => (prefetched?.drafts ? untouchedYet() : null))
  const { refetch } = note
  useEffect(() => {
    if (!isKnown) return
    // Fetch the note again when the person gains or loses it.
    if (wasEditable.current !== undefined && wasEditable.current !== isEditable) void refetch()
    wasEditable.current = isEditable
  }, [isKnown, isEditable, refetch])

  if (!user) return null
  const isGone = failureOf(job.error)?.status === 404
  if (isGone)
    return (
      <>
        <Alert
          type="error"
          title="This job no longer exists, or you don’t have access to it."
          action={<Link to={paths.jobsList}>Back to jobs</Link>}
        />
        {!drafts.isPending && <TextOfGoneJob jobId={jobId} drafts={drafts.data ?? null} left={left} />}
      </>
    )
  // Keep the page if only a later fetch fails.
  if (!job.data && job.isError) return <Failed title="Couldn’t load the job." of={job} inServersWords />
  if (!note.data && note.isError) return <Failed title="Section Fetch Failed" of={note} inServersWords />
  if (!job.data || !note.data || drafts.isPending) return <DeskWaiting isOlder={isOlder} />
  const mayEdit = isEditable && !note.isFetching
  return (
    <OpenedNote
      key={`${note.dataUpdatedAt} ${mayEdit}`}
      job={job.data}
      opened={note.data}
      drafts={drafts.data ?? null}
      untouched={untouched}
      isLocked={drafts.error instanceof DraftsLocked}
      left={left}
      user={user}
      stage={stage}
      isOlder={isOlder}
      isEditable={mayEdit}
      unanswered={unanswered}
      onUnanswered={setUnanswered}
      onReplaced={() => void note.refetch()}
    />
  )
}

/** /dashboard/editor/{jobId}, for transcriptionists (EDIT-01, Q113). */
export const OlderEditorPage = () => <EditorPage key={useParams().jobId} isOlder />
/** /dashboard/new-editor/{jobId}, for doctors, reviewers and admins (EDIT-17, Q113). */
export const NewerEditorPage = () => <EditorPage key={useParams().jobId} isOlder={false} />
