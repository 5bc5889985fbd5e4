import { fullMomentIn, shownDay } from '@dictara/browser/moments'
import type { BillerJob } from '@dictara/contract/biller-review'
import { Button } from 'antd'
import { Cut } from '../../ui/cut.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { ListTable } from '../../ui/list-table.tsx'
import { Patient } from '../jobs/index.ts'
import { isBeingBilled, useBillings } from './billing.ts'
import { BillingStrip } from './billing-strip.tsx'
import { UnbilledStrip } from './unbilled-strip.tsx'
import { useBillerJobs, useBillerWay } from './use-biller-jobs.ts'

/** Gives the job to this biller, then opens its review (BILR-06). */
function ViewButton({ job }: { job: BillerJob }) {
  const way = useBillerWay()
  const billing = useBillings().find(({ jobId }) => jobId === job.jobId)
  if (billing?.state === 'waits' || billing?.state === 'sending') return <span>Will be billed</span>
  return (
    <Button
      type="link"
      size="small"
      loading={way.isBusy}
      aria-label={`View job ${job.jobNumber}`}
      onClick={() => void way.open(job)}
    >
      View
    </Button>
  )
}

/**
 * The biller's list of completed jobs (BILR-03 to BILR-06). It is fetched again when a live frame reports a change of a
 * job.
 */
export function BillerPage() {
  const jobs = useBillerJobs()
  const way = useBillerWay()
  const isNarrowed = jobs.filter('age').chosen.length + jobs.filter('doctorIds').chosen.length > 0
  return (
    <>
      <ListPage
        title="Jobs"
        list={jobs}
        above={<UnbilledStrip age={jobs.filter('age')} author={jobs.filter('doctorIds')} />}
        search="Search Jobs"
        failed={{ title: 'Failed to fetch job list' }}
      >
        <ListTable
          list={jobs}
          rowKey="jobId"
          kind="bills"
          // There is no preview, because looking at a job gives it to this biller.
          keys={{ onOpen: (jobId) => void (isBeingBilled(jobId) || way.open({ jobId })) }}
          empty={isNarrowed ? 'No unbilled jobs match.' : 'No unbilled jobs.'}
          columns={[
            { title: 'Patient Name', name: 'patient', width: 200, render: (job) => <Patient job={job} /> },
            { title: 'Job ID', name: 'work', isHeading: true, width: 80, render: ({ jobNumber }) => jobNumber },
            { title: 'Author', name: 'author', width: 150, render: ({ author }) => <Cut text={author} /> },
            {
              title: 'Facility Name',
              name: 'facility',
              isBelow: true,
              render: ({ facility }) => facility.facilityName,
            },
            {
              title: 'Submitted Time',
              name: 'submitted',
              width: 210,
              sort: 'submissionTime',
              render: (job) => fullMomentIn(job.submissionTime, job.timeZone),
            },
            {
              title: 'Encounter Date',
              name: 'encounter',
              width: 130,
              sort: 'effectiveDate',
              render: (job) => (job.effectiveDate ? shownDay(job.effectiveDate) : '–'),
            },
            { title: 'Held By', name: 'with', render: ({ heldBy }) => heldBy && <Cut text={heldBy.fullName} /> },
            { title: 'Action', name: 'action', isRigid: true, width: 112, render: (job) => <ViewButton job={job} /> },
          ]}
        />
      </ListPage>
      <BillingStrip />
    </>
  )
}
