import { billerCalls } from '@dictara/contract/biller-review'
import { call, failureOf, failureOrThrow } from '@dictara/browser/call'
import { useKeys } from '@dictara/browser/use-keys'
import type { BillerJob } from '@dictara/contract/biller-review'
import { noteCalls } from '@dictara/contract/notes'
import { useQuery } from '@tanstack/react-query'
import { Breadcrumb, Button, Flex, Skeleton, Typography } from 'antd'
import { useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { jobQueries } from '../../platform/query-client.ts'
import { stillHere } from '../../platform/still-here.ts'
import { Failed } from '../../ui/failed.tsx'
import { KeyList } from '../../ui/key-list.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useTitle } from '../../ui/use-title.ts'
import { RecordDrawer, recordOf } from '../patient-record/index.ts'
import { PrintableNote, ReadNote, useDemographics, useJob, usePrint } from '../notes/index.ts'
import { billLater, forgetBill, useBillings } from './billing.ts'
import { BillingStrip } from './billing-strip.tsx'
import './biller-review.css'
import { billerKeys, pressedKey } from './keys.ts'
import { ToBillList } from './to-bill-list.tsx'
import { type BillerJobs, useBillerJobs, useBillerWay } from './use-biller-jobs.ts'

/**
 * Whether the address opens the job for billing. With a `jobStage` other than completed, or a `userType` other than
 * biller, the page only shows the job (BILR-12). The server decides what the person may do (Q116).
 */
const isToBill = (address: URLSearchParams) =>
  (address.get('jobStage') ?? 'completed') === 'completed' && (address.get('userType') ?? 'biller') === 'biller'

/** Loads the job of the address, its note and the facts about it. */
function useBilledNote(jobId: string) {
  const job = useJob(jobId)
  const note = useQuery({
    queryKey: [...jobQueries, 'note', jobId],
    queryFn: async ({ signal }) =>
      (await call(noteCalls.getSections, { params: { id: jobId } }, { signal, handler: 'page' })).result[0]!.sections,
  })
  const demographics = useDemographics(jobId)
  const error = job.error ?? note.error
  const failed = error && {
    isError: true,
    error,
    isFetching: job.isFetching || note.isFetching,
    refetch: () => Promise.all([job.refetch(), note.refetch()]),
  }
  // Wait for the facts too: they are above the note, which would otherwise move down.
  const isHere = !failed && job.data !== undefined && note.data !== undefined && !demographics.isPending
  return { job: job.data, sections: note.data, facts: [...(demographics.data ?? [])], failed, isHere }
}
type BilledNote = ReturnType<typeof useBilledNote>

/** Mark As Billed by mouse: asks first, sends at once, and returns to the list (BILR-15). */
function useMarkAsBilled(jobId: string, list: string) {
  const act = useAction({ refreshes: jobQueries })
  const navigate = useNavigate()
  return async (jobNumber: string) => {
    const isHere = stillHere()
    const billed = await act.run(() => call(billerCalls.billJob, { params: { id: jobId } }), {
      confirm: {
        title: `Mark job ${jobNumber} as billed?`,
        content: 'It leaves your list. This cannot be undone.',
        okText: 'Mark As Billed',
      },
    })
    if (!billed) return
    forgetBill(jobId)
    if (isHere()) await navigate(list)
  }
}

/**
 * Billed and next: one key press while the note is shown. The server is called only when the billing can no longer be
 * undone.
 */
function useBilledAndNext(jobs: BillerJobs, jobId: string, jobNumber: string | undefined) {
  const way = useBillerWay()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isGoing = useRef(false)
  return async () => {
    // A second fast press would bill a note that nobody has seen.
    if (!jobNumber || isGoing.current) return
    isGoing.current = true
    billLater({ jobId, jobNumber, address: pathname + search, onAnswer: () => void jobs.refetch() })
    const isHere = stillHere()
    try {
      // A colleague may have taken the next job; then try the one after it.
      for (let tries = 0, after = jobId; tries < 3; tries += 1) {
        const next = await way.next(jobs, after)
        if (!next) {
          if (isHere()) await navigate(way.list)
          return
        }
        if (await way.open(next)) return
        after = next.jobId
      }
    } catch (error) {
      failureOrThrow(error)
    } finally {
      isGoing.current = false
    }
  }
}

/**
 * Shows the note of a completed job to a biller, beside the list of jobs to bill. The biller uses Mark As Billed or one
 * key (BILR-11 to BILR-15).
 */
export function BillerReviewPage() {
  useTitle('Review')
  const { jobId = '' } = useParams()
  const [address] = useSearchParams()
  const [areKeysShown, showKeys] = useState(false)
  const note = useBilledNote(jobId)
  const jobs = useBillerJobs()
  const way = useBillerWay()
  const isBeingBilled = useBillings().some((one) => one.jobId === jobId && one.state !== 'refused')
  const { printed, print } = usePrint(jobId)
  const [isFaceSheetShown, showFaceSheet] = useState(false)
  const mayBill = note.isHere && note.job!.allowedActions.includes('bill') && isToBill(address) && !isBeingBilled
  const billedAndNext = useBilledAndNext(jobs, jobId, mayBill ? note.job!.jobNumber : undefined)
  const mark = useMarkAsBilled(jobId, way.list)

  function step(by: 1 | -1) {
    const to = jobs.rows[jobs.rows.findIndex((job) => job.jobId === jobId) + by]
    if (to && !way.isBusy) void way.open(to)
  }
  useKeys((event) => {
    const acts = {
      billed: () => void billedAndNext(),
      undo: undefined,
      next: () => step(1),
      before: () => step(-1),
      help: () => showKeys((are) => !are),
    }
    const name = pressedKey(event)
    return name && acts[name]
  })

  return (
    <div className="biller-desk">
      <div className="biller-beside not-on-paper">
        <div className="to-bill-head">
          <h2>Unbilled</h2>
          <button
            type="button"
            className="biller-keys"
            aria-expanded={areKeysShown}
            onClick={() => showKeys(!areKeysShown)}
          >
            Keys
          </button>
        </div>
        {areKeysShown && <KeyList keys={billerKeys} />}
        <ToBillList
          jobs={jobs}
          jobId={jobId}
          isFailureTold={note.failed !== null && !isGone(note.failed.error)}
          onOpen={(job: BillerJob) => void way.open(job)}
        />
      </div>
      <div className="biller-review not-on-paper">
        <Breadcrumb
          aria-label="Breadcrumb"
          items={[{ title: <Link to={way.list}>Jobs</Link> }, { title: note.job?.jobName ?? '…' }]}
        />
        <ReviewHead
          onFaceSheet={note.job ? () => showFaceSheet(true) : undefined}
          onPrint={note.isHere ? () => print(note.sections!) : undefined}
          onMark={mayBill ? () => void mark(note.job!.jobNumber) : undefined}
          // Keep the button while the next note is loading, so that it keeps the focus.
          onBilled={
            isToBill(address) && (mayBill || (!note.isHere && !note.failed)) ? () => void billedAndNext() : undefined
          }
        />
        <NoteToBill note={note} list={way.list} onRetry={() => jobs.isError && void jobs.refetch()} />
      </div>
      <BillingStrip />
      {note.job && (
        <RecordDrawer
          patient={recordOf(note.job)}
          shown={isFaceSheetShown ? 'faceSheet' : null}
          title="Session Details"
          size="min(100%, 800px)"
          onClose={() => showFaceSheet(false)}
        />
      )}
      {printed && note.isHere && <PrintableNote job={note.job!} facts={note.facts} sections={printed} />}
    </div>
  )
}

interface ReviewActions {
  onFaceSheet: (() => void) | undefined
  onPrint: (() => void) | undefined
  onMark: (() => void) | undefined
  onBilled: (() => void) | undefined
}

/** The title and the actions. */
const ReviewHead = ({ onFaceSheet, onPrint, onMark, onBilled }: ReviewActions) => (
  <Flex justify="space-between" align="center" gap="middle" wrap className="biller-head">
    <Typography.Title level={1} style={{ margin: 0, fontSize: 24 }}>
      Review
    </Typography.Title>
    <Flex gap="small" wrap flex={1} justify="flex-end">
      {onFaceSheet && <Button onClick={onFaceSheet}>Face Sheet</Button>}
      {onPrint && <Button onClick={onPrint}>Print</Button>}
      {onMark && <Button onClick={onMark}>Mark As Billed</Button>}
      {onBilled && (
        <Button
          type="primary"
          aria-keyshortcuts={billerKeys.billed.chords.join(' ')}
          // The second click of a double click would bill a note that nobody has seen.
          onClick={({ detail }) => detail < 2 && onBilled()}
        >
          Billed &amp; next <kbd aria-hidden>b</kbd>
        </Button>
      )}
    </Flex>
  </Flex>
)

const isGone = (error: Error) => failureOf(error)?.status === 404

interface NoteToBillProps {
  note: BilledNote
  list: string
  /** Fetches again what else the page shows beside the note. */
  onRetry: () => void
}

function NoteToBill({ note: { job, sections, facts, failed, isHere }, list, onRetry }: NoteToBillProps) {
  if (failed)
    return (
      <Failed
        of={{
          ...failed,
          refetch: () => {
            onRetry()
            return failed.refetch()
          },
        }}
        title={
          isGone(failed.error)
            ? 'This job no longer exists, or you don’t have access to it.'
            : 'The note couldn’t be loaded.'
        }
        more={<Link to={list}>Back to jobs</Link>}
      />
    )
  if (!isHere) return <Skeleton active paragraph={{ rows: 10 }} aria-label="The note is loading" />
  return (
    <>
      <dl className="biller-facts">
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{value || '–'}</dd>
          </div>
        ))}
      </dl>
      <article aria-label={`Note of job ${job!.jobNumber}`} className="biller-note">
        <ReadNote sections={sections!} />
      </article>
    </>
  )
}
