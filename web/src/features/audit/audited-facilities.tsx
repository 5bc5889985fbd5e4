import { fullMomentIn } from '@dictara/browser/moments'
import { auditCalls, type AuditedFacility, type FacilityAuditEntry } from '@dictara/contract/audit'
import { facilityWords } from '@dictara/contract/audit-words'
import { call } from '@dictara/browser/call'
import { useQuery } from '@tanstack/react-query'
import { Drawer, Tag } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Cut } from '../../ui/cut.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { ListTable } from '../../ui/list-table.tsx'
import type { RecordColumn } from '../../ui/record-table.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { useListQuery } from '../../ui/use-list-query.ts'
import './audit.css'
import { DrawerTable, drawerSize } from './drawer-table.tsx'
import { auditFailed, auditQueries } from './queries.ts'
import { useAuditAddress } from './use-audit-address.ts'

const stateOf = (isDisabled: boolean) => (isDisabled ? <Tag color="error">Disabled</Tag> : <Tag>Enabled</Tag>)

const whatHappened = ({ status, changed }: FacilityAuditEntry) =>
  status === 'ENABLE' || status === 'DISABLE'
    ? stateOf(status === 'DISABLE')
    : [facilityWords[status], changed.join(', ')].filter(Boolean).join(': ')

const columns = (timeZone: string): RecordColumn<FacilityAuditEntry>[] => [
  { title: 'Date', render: ({ updateDate }) => fullMomentIn(updateDate, timeZone) },
  { title: 'Status', render: whatHappened },
  { title: 'User Name', render: ({ userName }) => userName ?? 'Dictara' },
]

/** What happened to a facility, and by whom (AUD-11, AUD-28). */
function FacilityDrawer({ facility, onClose }: { facility: AuditedFacility; onClose: () => void }) {
  useFocusBack()
  const { facilityId, facilityName, timeZone } = facility
  const log = useQuery({
    queryKey: [...auditQueries, 'facility', facilityId],
    queryFn: async ({ signal }) =>
      (await call(auditCalls.getFacilityAudit, { query: { facilityId } }, { signal, handler: 'page' })).result,
  })
  return (
    <Drawer open title="Facility Audit Log" placement="right" size={drawerSize} onClose={onClose}>
      <h2 className="audit-title">{facilityName}</h2>
      <DrawerTable
        label="Log"
        list={{ ...log, rows: log.data }}
        columns={columns(timeZone)}
        empty="Nothing was changed at this facility yet."
      />
    </Drawer>
  )
}

/** The facilities, and when each was last enabled, disabled or changed (AUD-09). */
export function AuditedFacilities({ above }: { above: ReactNode }) {
  const address = useAuditAddress()
  const list = useListQuery(auditCalls.listAuditedFacilities, { key: auditQueries })
  const opened = list.rows.find(({ facilityId }) => facilityId === address.opened)
  return (
    <>
      <ListPage title="Audit" list={list} above={above} failed={{ title: auditFailed, inServersWords: true }}>
        <ListTable
          list={list}
          label="Facilities"
          rowKey="facilityId"
          keys={{ onOpen: address.open }}
          empty="You aren’t linked to a facility."
          columns={[
            {
              title: 'Facility Name',
              isHeading: true,
              width: 320,
              render: ({ facilityId, facilityName }) => (
                <Link className="row-link" to={address.opening(facilityId)}>
                  <Cut text={facilityName} most={50} />
                </Link>
              ),
            },
            {
              title: 'Last Updated',
              width: 220,
              render: ({ lastUpdated, timeZone }) => (lastUpdated ? fullMomentIn(lastUpdated, timeZone) : '–'),
            },
            { title: 'Status', width: 140, render: ({ disabled }) => stateOf(disabled) },
          ]}
        />
      </ListPage>
      {opened && <FacilityDrawer facility={opened} onClose={address.close} />}
    </>
  )
}
