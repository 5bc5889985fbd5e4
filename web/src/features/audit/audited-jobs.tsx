import { auditCalls, type AuditSearchKey } from '@dictara/contract/audit'
import type { ReactNode } from 'react'
import { useUser } from '../../platform/use-user.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { useListQuery } from '../../ui/use-list-query.ts'
import './audit.css'
import { AuditedJobsTable } from './audited-jobs-table.tsx'
import { CsvButton } from '../../ui/csv-button.tsx'
import { DayRange, daysSent } from './day-range.tsx'
import { FacilityChoice } from '../facilities/index.ts'
import { statusOptions } from './job-status.tsx'
import { auditFailed, auditQueries } from './queries.ts'
import { SearchBy } from './search-by.tsx'
import { useAuditAddress } from './use-audit-address.ts'

const keysOf = (isDoctor: boolean): AuditSearchKey[] =>
  isDoctor ? ['jobName', 'status'] : ['jobName', 'userName', 'status']

/** Completed, billed and struck-out jobs: a doctor’s own, or those that the person manages (AUD-06, AUD-07). */
export function AuditedJobs({ above }: { above: ReactNode }) {
  const user = useUser()
  const keys = keysOf(user?.userType === 'doctor')
  const address = useAuditAddress(keys)
  const { by: searchKey, days } = address
  const { first: submitTimeFrom, last: submitTimeTo } = daysSent(days)
  const list = useListQuery(auditCalls.listAuditedJobs, {
    key: auditQueries,
    names: { facilityIds: 'facilities' },
    scope: { searchKey, submitTimeFrom, submitTimeTo },
  })
  const facilities = list.filter('facilityIds')
  return (
    <ListPage
      title="Audit"
      list={list}
      above={above}
      chips={
        <>
          <SearchBy
            {...address}
            value={list.search}
            keys={keys}
            statuses={statusOptions('jobs', ['Completed', 'Billed', 'StruckOut'])}
          />
          <DayRange days={days} onChange={address.onDays} />
          <FacilityChoice {...facilities} />
        </>
      }
      actions={<CsvButton spec={auditCalls.exportAuditedJobs} name="audited-jobs" input={list.input} />}
      failed={{ title: auditFailed, inServersWords: true }}
    >
      <AuditedJobsTable of="jobs" list={list} address={address} />
    </ListPage>
  )
}
