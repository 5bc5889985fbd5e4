import { peopleCalls } from '@dictara/contract/people'
import { isManager } from '@dictara/contract/roles'
import { Button } from 'antd'
import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { AdminDrawer } from './admin-drawer.tsx'
import { DoctorDrawer } from './doctor-drawer.tsx'
import { InviteDoctors } from './invite-doctors.tsx'
import type { Place } from './managed-list.tsx'
import { PeopleList } from './people-list.tsx'
import type { PersonDrawerProps } from './person-drawer.tsx'

function InviteFromEhr() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<UserRoundPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Invite Doctors
      </Button>
      {isOpen && <InviteDoctors onClose={() => setOpen(false)} />}
    </>
  )
}

/** The doctors include admins who dictate. They are edited as on the Admins screen (Q056). */
const AuthorDrawer = (props: PersonDrawerProps) =>
  props.person && isManager(props.person) ? <AdminDrawer {...props} /> : <DoctorDrawer {...props} />

/** The doctors, as a page or below tabs (PEOP-03 to PEOP-08). */
export const DoctorsPage = (place: Place) => (
  <PeopleList
    title="Doctors"
    {...place}
    spec={peopleCalls.listDoctors}
    who="Doctors"
    failed="Something went wrong while fetching authors."
    more={[{ title: 'NPI', width: 110, sort: 'npi', render: ({ npi }) => npi ?? '–' }]}
    actions={<InviteFromEhr />}
    Drawer={AuthorDrawer}
  />
)
