import type { Person, peopleCalls } from '@dictara/contract/people'
import { isManager } from '@dictara/contract/roles'
import { Cut } from '../../ui/cut.tsx'
import type { Column } from '../../ui/list-table.tsx'
import { PersonActions } from './person-actions.tsx'
import { mostLetters, PersonName } from './person-name.tsx'
import { Tags } from './tags.tsx'

const nameOf = ({ facilityName, disabled }: Person['facilities'][number]) =>
  disabled ? `${facilityName} (disabled)` : facilityName

/** Only two facilities are shown, so enabled ones come first. */
const enabledFirst = (facilities: Person['facilities']) =>
  facilities.toSorted((a, b) => Number(a.disabled) - Number(b.disabled))

/** The status that the row's switch does not show. */
function statusOf({ isEnabled, invited, isInvitationOpen }: Person): string {
  if (!isEnabled || !invited) return '–'
  return isInvitationOpen ? 'Invited' : 'Invitation expired'
}

/** A list of one kind of people; all kinds have the same request and answer. */
export type PeopleCall = typeof peopleCalls.listBillers | typeof peopleCalls.listReviewers
export type PeopleColumn = Column<PeopleCall>

/** The columns for people of every kind (PEOP-04, PEOP-08 to PEOP-10); `more` adds those of one kind. */
export const peopleColumns = (
  onEdit: (person: Person) => void,
  more: readonly PeopleColumn[] = [],
  areAdmins = false,
): PeopleColumn[] => [
  {
    title: 'Name',
    sort: 'name',
    isHeading: true,
    width: 150,
    render: (person) => <PersonName person={person} isFlagged={!areAdmins && isManager(person)} />,
  },
  { title: 'Email', sort: 'email', width: 200, render: ({ email }) => <Cut text={email} most={mostLetters} /> },
  ...more,
  {
    title: 'Phone Number',
    width: 130,
    render: ({ phoneNumber }) => (phoneNumber ? `${phoneNumber.countryCode} ${phoneNumber.number}` : '–'),
  },
  { title: 'Facility', width: 180, render: ({ facilities }) => <Tags names={enabledFirst(facilities).map(nameOf)} /> },
  { title: 'Invitation', width: 80, render: statusOf },
  {
    title: 'Action',
    isRigid: true,
    width: 132,
    render: (person) => <PersonActions person={person} onEdit={() => onEdit(person)} />,
  },
]
