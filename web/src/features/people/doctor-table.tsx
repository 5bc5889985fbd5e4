import type { Person } from '@dictara/contract/people'
import { Table, type TableProps, Tag, Tooltip } from 'antd'
import { usePinned } from '../../ui/use-pinned.ts'
import { DoctorActions } from './doctor-actions.tsx'
import type { DoctorsQuery } from './people-queries.ts'
import { cutName, PersonName } from './person-name.tsx'

/** So many facilities are shown, then how many more (PEOP-10). */
const mostFacilities = 2

function Facilities({ facilities }: Pick<Person, 'facilities'>) {
  const more = facilities.slice(mostFacilities)
  return (
    <>
      {facilities.slice(0, mostFacilities).map(({ facilityId, facilityName, disabled }) => (
        <Tag key={facilityId}>{disabled ? `${facilityName} (disabled)` : facilityName}</Tag>
      ))}
      {more.length > 0 && (
        <Tooltip title={more.map(({ facilityName }) => facilityName).join(', ')} trigger={['hover', 'focus']}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its tooltip has to be reached by keyboard */}
          <Tag tabIndex={0}>{`+${more.length}`}</Tag>
        </Tooltip>
      )}
    </>
  )
}

interface DoctorTableProps {
  people: readonly Person[]
  isLoading: boolean
  query: DoctorsQuery
  onSort: (sortKey: DoctorsQuery['sortKey'], sortOrder: DoctorsQuery['sortOrder']) => void
  onEdit: (person: Person) => void
}

function statusOf({ isEnabled, invited, isInvitationOpen }: Person): string {
  if (!isEnabled) return 'Disabled'
  if (!invited) return 'Enabled'
  return isInvitationOpen ? 'Invited' : 'Invitation ended'
}

/** A page of doctors (PEOP-04, PEOP-08). */
export function DoctorTable({ people, isLoading, query, onSort, onEdit }: DoctorTableProps) {
  const sorted = (key: DoctorsQuery['sortKey']) => ({
    key,
    sorter: true,
    sortOrder: query.sortKey === key ? query.sortOrder : null,
    showSorterTooltip: false,
  })
  const pinned = usePinned()
  const columns: TableProps<Person>['columns'] = [
    {
      title: 'Name',
      ...sorted('name'),
      rowScope: 'row',
      render: (_, person) => <PersonName person={person} />,
    },
    { title: 'Email', ...sorted('email'), render: (_, { email }) => cutName(email) },
    { title: 'NPI', ...sorted('npi'), render: (_, { npi }) => npi ?? '–' },
    {
      title: 'Phone Number',
      render: (_, { phoneNumber }) => (phoneNumber ? `${phoneNumber.countryCode} ${phoneNumber.number}` : '–'),
    },
    { title: 'Facility', render: (_, { facilities }) => <Facilities facilities={facilities} /> },
    {
      title: 'Status',
      render: (_, person) => statusOf(person),
    },
    {
      title: 'Action',
      ...pinned,
      render: (_, person) => <DoctorActions person={person} onEdit={() => onEdit(person)} />,
    },
  ]
  return (
    <Table<Person>
      rowKey="id"
      columns={columns}
      dataSource={[...people]}
      loading={isLoading}
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: isLoading ? 'Loading …' : 'No doctors here.' }}
      onChange={(_pages, _filters, sorter) => {
        if (Array.isArray(sorter)) return
        const key = sorter.columnKey === 'email' || sorter.columnKey === 'npi' ? sorter.columnKey : 'name'
        onSort(key, sorter.order ?? 'ascend')
      }}
    />
  )
}
