import { call, CallFailed } from '@dictara/browser/call'
import { shownDay } from '@dictara/browser/shown-day'
import { type BillerJob, billerCalls } from '@dictara/contract/biller-review'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Table, type TableProps } from 'antd'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { jobQueries } from '../../platform/query-client.ts'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { pageIn, useListAddress } from '../../ui/use-list-address.ts'
import { usePinned } from '../../ui/use-pinned.ts'
import { submittedTime } from '../jobs/index.ts'
import { type BillerListQuery, pageSize, useBillerJobs } from './biller-queries.ts'

const readQuery = (address: URLSearchParams): BillerListQuery => ({
  name: address.get('name') ?? '',
  page: pageIn(address),
  sortKey: address.get('sortKey') === 'effectiveDate' ? 'effectiveDate' : 'submissionTime',
  sortOrder: address.get('sortOrder') === 'ascend' ? 'ascend' : 'descend',
})

/** View: the job becomes this biller's, then its review opens (BILR-06). */
function ViewButton({ job }: { job: BillerJob }) {
  const { notification } = App.useApp()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  async function view() {
    if (isBusy) return
    setBusy(true)
    try {
      const { result } = await call(billerCalls.assignToBiller, { query: { jobId: job.jobId } })
      await navigate(`/dashboard/billers-jobs/${job.jobId}?sessionId=${result[0]!.sessionId}`)
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      if (error.kind === 'refused') notification.error({ title: 'Failed', description: error.message })
      void client.invalidateQueries({ queryKey: jobQueries })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="small" loading={isBusy} aria-label={`View job ${job.jobNumber}`} onClick={() => void view()}>
      View
    </Button>
  )
}

/** The biller's list of completed jobs (BILR-03 to BILR-06). */
export function BillerPage() {
  const [address, change] = useListAddress()
  const query = readQuery(address)
  const jobs = useBillerJobs(query)
  const pinned = usePinned()
  const search = useCallback((name: string) => change({ name }), [change])
  const sorted = (key: BillerListQuery['sortKey']) => ({
    key,
    sorter: true,
    // Always sorted: a third click sorts the other way again.
    sortDirections: ['descend' as const, 'ascend' as const, 'descend' as const],
    sortOrder: query.sortKey === key ? query.sortOrder : null,
    showSorterTooltip: false,
  })
  const columns: TableProps<BillerJob>['columns'] = [
    { title: 'Job ID', dataIndex: 'jobNumber', rowScope: 'row' },
    { title: 'Author', dataIndex: 'author' },
    { title: 'Facility Name', render: (_, { facility }) => facility.facilityName },
    { title: 'Patient Name', dataIndex: 'patientName' },
    {
      title: 'Submitted Time',
      ...sorted('submissionTime'),
      render: (_, job) => submittedTime(job.submissionTime, job.timeZone),
    },
    {
      title: 'Encounter Date',
      ...sorted('effectiveDate'),
      render: (_, job) => (job.effectiveDate ? shownDay(job.effectiveDate) : '–'),
    },
    { title: 'Held By', render: (_, { heldBy }) => heldBy?.fullName ?? '' },
    { title: 'Action', ...pinned, render: (_, job) => <ViewButton job={job} /> },
  ]
  return (
    <Page title="Jobs">
      <SearchBox label="Search Jobs" value={query.name} onSearch={search} />
      {jobs.isError && (
        <Alert
          style={{ marginTop: 16 }}
          type="error"
          title="Failed to fetch job list"
          action={<Button onClick={() => void jobs.refetch()}>Retry</Button>}
        />
      )}
      {(jobs.data || !jobs.isError) && (
        <div style={{ marginTop: 16 }} aria-busy={jobs.isFetching}>
          <Table<BillerJob>
            rowKey="jobId"
            columns={columns}
            dataSource={jobs.data?.result ?? []}
            loading={jobs.isPending}
            pagination={false}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: jobs.isPending ? 'Loading …' : 'Nothing waits to be billed.' }}
            onChange={(_pages, _filters, sorter) => {
              if (Array.isArray(sorter)) return
              const sortKey = sorter.columnKey === 'effectiveDate' ? 'effectiveDate' : 'submissionTime'
              change({ sortKey, sortOrder: sorter.order ?? 'descend' })
            }}
          />
          <Pager
            page={query.page}
            size={pageSize}
            total={jobs.data?.size}
            isMore={jobs.data?.sizeIsCapped ?? false}
            onPage={(page) => change({ page: String(page) })}
          />
        </div>
      )}
    </Page>
  )
}
