import { call } from '@dictara/browser/call'
import { auditCalls, type AuditSearchKey } from '@dictara/contract/audit'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useUser } from '../../platform/use-user.ts'
import { Failed } from '../../ui/failed.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { useListQuery } from '../../ui/use-list-query.ts'
import { paths } from '../../platform/paths.ts'
import './audit.css'
import { AuditedJobsTable } from './audited-jobs-table.tsx'
import { CsvButton } from '../../ui/csv-button.tsx'
import { DayRange, daysSent } from './day-range.tsx'
import { statusOptions } from './job-status.tsx'
import { auditFailed, auditQueries } from './queries.ts'
import { SearchBy } from './search-by.tsx'
import { useAuditAddress } from './use-audit-address.ts'

const searchKeys: readonly AuditSearchKey[] = ['status', 'jobName']

interface DoctorChoiceProps {
  chosen: readonly string[]
  onChange: (ids: readonly string[]) => void
}

/** Narrows the list to doctors (BILR-18, AUD-40). */
function DoctorChoice({ chosen, onChange }: DoctorChoiceProps) {
  const user = useUser()
  const doctors = useQuery({
    queryKey: ['biller-doctors', user?.id],
    queryFn: async ({ signal }) => (await call(auditCalls.listBillerDoctors, {}, { signal, handler: 'page' })).result,
  })
  if (doctors.isError)
    return <Failed of={doctors} title="Error" description="Something went wrong while fetching authors." />
  return (
    <Select
      mode="multiple"
      aria-label="Doctors"
      placeholder="All doctors"
      className="audit-choice"
      maxTagCount="responsive"
      showSearch={{ optionFilterProp: 'label' }}
      loading={doctors.isPending}
      value={[...chosen]}
      options={(doctors.data ?? []).map(({ doctorId, doctorName }) => ({ value: doctorId, label: doctorName }))}
      onChange={(ids: string[]) => onChange(ids)}
    />
  )
}

/** The biller's audit: the jobs of the doctors for whom they work, at first those that are billed (BILR-17 to BILR-28). */
export function BillerAuditPage() {
  const address = useAuditAddress(searchKeys, 'Billed')
  const { by: searchKey, days, value: searchValue } = address
  const { first: submitTimeFrom, last: submitTimeTo } = daysSent(days)
  const list = useListQuery(auditCalls.listBilledAudit, {
    key: auditQueries,
    names: { doctorIds: 'doctors' },
    scope: { searchKey, submitTimeFrom, submitTimeTo },
    search: searchValue,
  })
  const doctors = list.filter('doctorIds')
  return (
    <ListPage
      title="Audit"
      list={list}
      above={
        <TabLinks name="Audit of" selected="jobs" items={[{ key: 'jobs', to: paths.billerAudit, label: 'Jobs' }]} />
      }
      chips={
        <>
          <SearchBy
            {...address}
            keys={searchKeys}
            statuses={statusOptions('billers', ['InProgress', 'Completed', 'Billed'])}
          />
          <DayRange days={days} onChange={address.onDays} />
          <DoctorChoice {...doctors} />
        </>
      }
      actions={<CsvButton spec={auditCalls.exportBilledAudit} name="audited-jobs" input={list.input} />}
      failed={{ title: auditFailed, inServersWords: true }}
    >
      <AuditedJobsTable of="billers" list={list} address={address} />
    </ListPage>
  )
}
