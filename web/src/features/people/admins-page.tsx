import { type Person, peopleCalls } from '@dictara/contract/people'
import { AdminDrawer } from './admin-drawer.tsx'
import type { Place } from './managed-list.tsx'
import { PeopleList } from './people-list.tsx'

const roleOf = ({ userType, userPrivilege }: Person) =>
  `${userType === 'clinicAdmin' ? 'Clinic Admin' : 'Admin'}${userPrivilege === 'NONE' ? '' : ', dictates'}`

/** The administrators, as a page or below tabs; the title follows PEOP-15 (Q044). */
export const AdminsPage = (place: Place) => (
  <PeopleList
    title="Doctors"
    {...place}
    spec={peopleCalls.listAdmins}
    who="Admins"
    failed="Something went wrong while fetching admins."
    more={[{ title: 'Role', width: 110, render: roleOf }]}
    areAdmins
    Drawer={AdminDrawer}
  />
)
