import { billerCalls } from '@dictara/contract/biller-review'
import { call, CallFailed } from '@dictara/browser/call'
import { noteCalls } from '@dictara/contract/notes'
import { useQuery } from '@tanstack/react-query'
import { Breadcrumb, Button, Flex, Skeleton, Typography } from 'antd'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { jobQueries } from '../../platform/query-client.ts'
import { stillHere } from '../../platform/still-here.ts'
import { Failed } from '../../ui/failed.tsx'
import { Page } from '../../ui/page.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useTitle } from '../../ui/use-title.ts'
import { PrintableNote, ReadNote, useDemographics, useJob, usePrint } from '../notes/index.ts'
import './biller-review.css'

/**
 * Whether the address opens the job to be billed: `jobStage` other than completed, or `userType` other than biller, only
 * shows it (BILR-12). What may be done the server says (Q116).
 */
const isToBill = (address: URLSearchParams) =>
  (address.get('jobStage') ?? 'completed') === 'completed' && (address.get('userType') ?? 'biller') === 'biller'

/** The note of a completed job as a biller reads it, and Mark As Billed (BILR-11 to BILR-15). */
export function BillerReviewPage() {
  useTitle('Review')
  const { jobId = '' } = useParams()
  const [address] = useSearchParams()
  const act = useAction({ refreshes: jobQueries })
  const navigate = useNavigate()
  const { printed, print } = usePrint(jobId)
  const job = useJob(jobId)
  const demographics = useDemographics(jobId)
  const note = useQuery({
    queryKey: [...jobQueries, 'note', jobId],
    queryFn: async ({ signal }) =>
      (await call(noteCalls.getSections, { params: { id: jobId } }, { signal })).result[0]!.sections,
  })

  async function bill(jobNumber: string) {
    const isHere = stillHere()
    const billed = await act.run(() => call(billerCalls.billJob, { params: { id: jobId } }), {
      confirm: {
        title: `Mark job ${jobNumber} as billed?`,
        content: 'It leaves your list. This cannot be undone.',
        okText: 'Mark As Billed',
      },
    })
    if (billed && isHere()) await navigate(paths.biller)
  }

  const failed = job.error ?? note.error
  if (failed)
    return (
      <Page title="Review">
        <Failed
          of={{
            isError: true,
            error: failed,
            isFetching: job.isFetching || note.isFetching,
            refetch: () => Promise.all([job.refetch(), note.refetch()]),
          }}
          title={
            failed instanceof CallFailed && failed.status === 404
              ? 'This job is not here any more, or not yours to see.'
              : 'The note could not be read.'
          }
          more={<Link to={paths.biller}>Back to the jobs</Link>}
        />
      </Page>
    )
  if (!job.data || !note.data) return <Skeleton active paragraph={{ rows: 10 }} aria-label="The note is loading" />
  const facts = [...(demographics.data ?? [])]
  return (
    <>
      <div className="not-on-paper biller-review">
        <Breadcrumb
          aria-label="Breadcrumb"
          items={[{ title: <Link to={paths.biller}>Jobs</Link> }, { title: job.data.jobName }]}
        />
        <Flex justify="space-between" align="center" gap="middle" wrap>
          <Typography.Title level={1} style={{ margin: 0, fontSize: 24 }}>
            Review
          </Typography.Title>
          <Flex gap="small" wrap>
            <Button onClick={() => print(note.data)}>Print</Button>
            {job.data.allowedActions.includes('bill') && isToBill(address) && (
              <Button type="primary" onClick={() => void bill(job.data.jobNumber)}>
                Mark As Billed
              </Button>
            )}
          </Flex>
        </Flex>
        <dl className="biller-facts">
          {facts.map(([key, value]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{value || '–'}</dd>
            </div>
          ))}
        </dl>
        <article aria-label={`Note of job ${job.data.jobNumber}`} className="biller-note">
          <ReadNote sections={note.data} />
        </article>
      </div>
      {printed && <PrintableNote job={job.data} facts={facts} sections={printed} />}
    </>
  )
}
