import type { Person, peopleCalls } from '@dictara/contract/people'
import { Tag, Tooltip } from 'antd'
import { Cut } from '../../ui/cut.tsx'
import { ListTable } from '../../ui/list-table.tsx'
import type { List } from '../../ui/use-list-query.ts'
import { DoctorActions } from './doctor-actions.tsx'
import { mostLetters, PersonName } from './person-name.tsx'

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

function statusOf({ isEnabled, invited, isInvitationOpen }: Person): string {
  if (!isEnabled) return 'Disabled'
  if (!invited) return 'Enabled'
  return isInvitationOpen ? 'Invited' : 'Invitation ended'
}

interface DoctorTableProps {
  list: List<typeof peopleCalls.listDoctors>
  onEdit: (person: Person) => void
}

/** A page of doctors (PEOP-04, PEOP-08). */
export const DoctorTable = ({ list, onEdit }: DoctorTableProps) => (
  <ListTable
    list={list}
    rowKey="id"
    empty="No doctors here."
    columns={[
      { title: 'Name', sort: 'name', isHeading: true, render: (person) => <PersonName person={person} /> },
      { title: 'Email', sort: 'email', render: ({ email }) => <Cut text={email} most={mostLetters} /> },
      { title: 'NPI', sort: 'npi', render: ({ npi }) => npi ?? '–' },
      {
        title: 'Phone Number',
        render: ({ phoneNumber }) => (phoneNumber ? `${phoneNumber.countryCode} ${phoneNumber.number}` : '–'),
      },
      { title: 'Facility', render: ({ facilities }) => <Facilities facilities={facilities} /> },
      { title: 'Status', render: statusOf },
      {
        title: 'Action',
        isPinned: true,
        render: (person) => <DoctorActions person={person} onEdit={() => onEdit(person)} />,
      },
    ]}
  />
)
