import { PlusOutlined, UserAddOutlined } from '@ant-design/icons'
import type { Person } from '@dictara/contract/people'
import { Button, Flex } from 'antd'
import { type ReactNode, useState } from 'react'
import { useFacilities } from '../facilities/index.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { DoctorDrawer } from './doctor-drawer.tsx'
import { DoctorTable } from './doctor-table.tsx'
import { FacilityFilter } from './facility-filter.tsx'
import { InviteDoctors } from './invite-doctors.tsx'
import { useDoctors } from './people-queries.ts'

/** The Doctors page (PEOP-03 to PEOP-08). */
export const DoctorsPage = () => <DoctorList title="Doctors" />

/** The list of doctors, as a page or below the tabs of one. */
export function DoctorList({ title, above }: { title: string; above?: ReactNode }) {
  const doctors = useDoctors()
  const facilities = useFacilities()
  const [open, setOpen] = useState<Person | 'new' | 'invite' | null>(null)
  const facility = doctors.filter('facilityIds')
  const options = facilities.data?.map(({ facilityId, facilityName }) => ({ id: facilityId, name: facilityName }))
  const close = () => setOpen(null)
  return (
    <>
      <ListPage
        title={title}
        list={doctors}
        actions={
          <Flex gap="small" wrap>
            <Button icon={<UserAddOutlined aria-hidden />} onClick={() => setOpen('invite')}>
              Invite Doctors
            </Button>
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setOpen('new')}>
              Add
            </Button>
          </Flex>
        }
        above={above}
        search="Search Doctors"
        filterBy={<FacilityFilter facilities={facilities} {...facility} />}
        filters={[{ title: 'Facility', options, ...facility }]}
        failed={{ title: 'Error', description: 'Something went wrong while fetching authors.' }}
      >
        <DoctorTable list={doctors} onEdit={setOpen} />
      </ListPage>
      {open === 'invite' && <InviteDoctors onClose={close} />}
      {open === 'new' && <DoctorDrawer onClose={close} />}
      {open !== null && typeof open === 'object' && <DoctorDrawer person={open} onClose={close} />}
    </>
  )
}
