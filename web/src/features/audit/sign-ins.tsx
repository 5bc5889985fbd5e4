import { fullMomentIn } from '@dictara/browser/moments'
import { auditCalls, auditedUserTypes, type AuditSearchKey, type SignInStatus } from '@dictara/contract/audit'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Cut } from '../../ui/cut.tsx'
import { Face } from '../../ui/face.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { type Column, ListTable } from '../../ui/list-table.tsx'
import { useListQuery } from '../../ui/use-list-query.ts'
import { userTypeWords } from '@dictara/contract/user-type-words'
import './audit.css'
import { CsvButton } from '../../ui/csv-button.tsx'
import { DayRange, daysSent } from './day-range.tsx'
import { FacilityChoice } from '../facilities/index.ts'
import { auditFailed, auditQueries } from './queries.ts'
import { SearchBy } from './search-by.tsx'
import { endOf } from './session-end.tsx'
import { SessionDrawer } from './session-drawer.tsx'
import { type AuditAddress, useAuditAddress } from './use-audit-address.ts'

const searchKeys: readonly AuditSearchKey[] = ['userName', 'jobName', 'status']

const statuses: { value: SignInStatus; label: string }[] = [
  { value: 'FAILED', label: 'Failed' },
  { value: 'ACTIVE', label: 'Active' },
  { value: 'ENDED', label: 'Ended' },
]

const columnsOf = (address: AuditAddress): Column<typeof auditCalls.listSessions>[] => [
  {
    title: 'User Name',
    name: 'person',
    isHeading: true,
    width: 240,
    render: ({ id, fullName, profilePic }) => (
      <span className="audit-person">
        <Face name={fullName} photo={profilePic} />
        <Link className="row-link" to={address.opening(id)}>
          <Cut text={fullName} most={30} />
        </Link>
      </span>
    ),
  },
  { title: 'Email', name: 'email', width: 240, render: ({ email }) => <Cut text={email} most={36} /> },
  { title: 'User Type', name: 'type', width: 120, render: ({ userType }) => userTypeWords[userType] },
  {
    title: 'Login Time',
    name: 'login',
    width: 190,
    sort: 'loginTime',
    render: ({ loginTime, timeZone }) => fullMomentIn(loginTime, timeZone),
  },
  { title: 'Logout Time', name: 'logout', width: 190, render: endOf },
  { title: 'IP Address', name: 'ip', width: 130, hidden: 'narrow', render: ({ loggedUserIp }) => loggedUserIp ?? '–' },
]

/** The sign-ins of people, failed ones too (AUD-03 to AUD-05, AUD-27). */
export function SignIns({ above }: { above: ReactNode }) {
  const address = useAuditAddress(searchKeys)
  const { by: searchKey, days } = address
  const { first: loginTime, last: logoutTime } = daysSent(days)
  const list = useListQuery(auditCalls.listSessions, {
    key: auditQueries,
    names: { facilityIds: 'facilities', userTypeFilter: 'types' },
    scope: { searchKey, loginTime, logoutTime },
  })
  const types = list.filter('userTypeFilter')
  const facilities = list.filter('facilityIds')
  const opened = list.rows.find(({ id }) => id === address.opened)
  return (
    <>
      <ListPage
        title="Audit"
        list={list}
        above={above}
        chips={
          <>
            <SearchBy {...address} value={list.search} keys={searchKeys} statuses={statuses} />
            <DayRange days={days} onChange={address.onDays} />
            <Select
              mode="multiple"
              aria-label="User type"
              placeholder="All user types"
              className="audit-choice"
              maxTagCount="responsive"
              value={[...types.chosen]}
              options={auditedUserTypes.map((type) => ({ value: type, label: userTypeWords[type] }))}
              onChange={(chosen: string[]) => types.onChange(chosen)}
            />
            <FacilityChoice {...facilities} />
          </>
        }
        actions={<CsvButton spec={auditCalls.exportSessions} name="sign-ins" input={list.input} />}
        failed={{ title: auditFailed, inServersWords: true }}
      >
        <ListTable
          list={list}
          label="Sign-ins"
          kind="sign-ins"
          keys={{ onOpen: address.open }}
          empty="No sign-ins match."
          columns={columnsOf(address)}
        />
      </ListPage>
      {opened && <SessionDrawer session={opened} onClose={address.close} />}
    </>
  )
}
