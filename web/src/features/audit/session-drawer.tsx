import { fullMomentIn } from '@dictara/browser/moments'
import { auditCalls, type JobAuditRow, type LoginSession } from '@dictara/contract/audit'
import { Descriptions, Drawer } from 'antd'
import { useState } from 'react'
import type { RecordColumn } from '../../ui/record-table.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { userTypeWords } from '@dictara/contract/user-type-words'
import { DrawerTable, drawerSize } from './drawer-table.tsx'
import { Moment } from './moment.tsx'
import { Words } from './person.tsx'
import { auditRestMs } from './search-by.tsx'
import { endOf } from './session-end.tsx'
import { stageWords } from './stint-columns.tsx'
import { useDrawerList } from './use-drawer-list.ts'

const columnsIn = (timeZone: string): RecordColumn<JobAuditRow>[] => [
  { title: 'Job ID', render: ({ jobNumber }) => jobNumber },
  { title: 'Stage', render: stageWords },
  { title: 'Start Time', render: ({ startTime }) => <Moment at={startTime} timeZone={timeZone} /> },
  { title: 'End Time', render: ({ endTime }) => (endTime ? <Moment at={endTime} timeZone={timeZone} /> : '–') },
  { title: 'Status', render: ({ status }) => status ?? 'Working' },
  { title: 'Comment', render: ({ comment }) => <Words words={comment} /> },
]

/** A sign-in, and the jobs on which the person worked in it (AUD-10, AUD-11, Q141). */
export function SessionDrawer({ session, onClose }: { session: LoginSession; onClose: () => void }) {
  useFocusBack()
  const [searchValue, setSearch] = useState('')
  const jobs = useDrawerList(auditCalls.listSessionJobs, { params: { sessionId: session.id }, query: { searchValue } })
  return (
    <Drawer
      open
      title="Session Details"
      placement="right"
      size={drawerSize}
      classNames={{ body: 'audit-drawer' }}
      onClose={onClose}
    >
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2 }}
        items={[
          { key: 'name', label: 'User Name', children: session.fullName },
          { key: 'email', label: 'Email', children: session.email },
          { key: 'type', label: 'User Type', children: userTypeWords[session.userType] },
          { key: 'ip', label: 'IP Address', children: session.loggedUserIp ?? '–' },
          { key: 'login', label: 'Login Time', children: fullMomentIn(session.loginTime, session.timeZone) },
          { key: 'logout', label: 'Logout Time', children: endOf(session) },
        ]}
      />
      <div className="audit-part-head">
        <h2>Jobs</h2>
        <SearchBox label="Search Jobs" value={searchValue} restMs={auditRestMs} onSearch={setSearch} />
      </div>
      <DrawerTable
        label="Jobs of the session"
        list={jobs}
        columns={columnsIn(session.timeZone)}
        empty="No comments found!"
      />
    </Drawer>
  )
}
