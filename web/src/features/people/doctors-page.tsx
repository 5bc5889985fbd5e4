import { peopleCalls } from '@dictara/contract/people'
import { Button } from 'antd'
import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { DoctorDrawer } from './doctor-drawer.tsx'
import { InviteDoctors } from './invite-doctors.tsx'
import type { Place } from './managed-list.tsx'
import { PeopleList } from './people-list.tsx'

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

/** The doctors, as a page or below the tabs of one (PEOP-03 to PEOP-08). */
export const DoctorsPage = (place: Place) => (
  <PeopleList
    title="Doctors"
    {...place}
    spec={peopleCalls.listDoctors}
    who="Doctors"
    failed="Something went wrong while fetching authors."
    more={[{ title: 'NPI', width: 110, sort: 'npi', render: ({ npi }) => npi ?? '–' }]}
    actions={<InviteFromEhr />}
    Drawer={DoctorDrawer}
  />
)
