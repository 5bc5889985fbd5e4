import { PlusOutlined, UserAddOutlined } from '@ant-design/icons'
import type { Person } from '@dictara/contract/people'
import { Alert, Button, Flex } from 'antd'
import { type ReactNode, useCallback, useState } from 'react'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { pageIn, useListAddress } from '../../ui/use-list-address.ts'
import { DoctorDrawer } from './doctor-drawer.tsx'
import { DoctorTable } from './doctor-table.tsx'
import { FacilityFilter } from './facility-filter.tsx'
import { InviteDoctors } from './invite-doctors.tsx'
import { type DoctorsQuery, pageSize, useDoctors } from './people-queries.ts'

/** What the address says of the list, so that it can be kept, shared and gone back to. */
const readQuery = (address: URLSearchParams): DoctorsQuery => {
  const key = address.get('sortKey')
  return {
    name: address.get('name') ?? '',
    facilityIds: (address.get('facilities') ?? '').split(',').filter(Boolean),
    page: pageIn(address),
    sortKey: key === 'email' || key === 'npi' ? key : 'name',
    sortOrder: address.get('sortOrder') === 'descend' ? 'descend' : 'ascend',
  }
}

/** The Doctors page (PEOP-03 to PEOP-08). */
export const DoctorsPage = () => <DoctorList title="Doctors" />

/** The list of doctors, as a page or below the tabs of one. */
export function DoctorList({ title, above }: { title: string; above?: ReactNode }) {
  const [address, change] = useListAddress()
  const query = readQuery(address)
  const doctors = useDoctors(query)
  const [open, setOpen] = useState<Person | 'new' | 'invite' | null>(null)
  const search = useCallback((name: string) => change({ name }), [change])
  return (
    <Page
      title={title}
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
    >
      {above}
      <Flex gap="small" wrap style={{ marginBottom: 16 }}>
        <SearchBox label="Search Doctors" value={query.name} onSearch={search} />
        <FacilityFilter chosen={query.facilityIds} onChange={(ids) => change({ facilities: ids.join(',') })} />
      </Flex>
      {doctors.isError && (
        <Alert
          style={{ marginBottom: 16 }}
          type="error"
          title="Error"
          description="Something went wrong while fetching authors."
          action={<Button onClick={() => void doctors.refetch()}>Retry</Button>}
        />
      )}
      {(doctors.data || doctors.isPending) && (
        <div aria-busy={doctors.isFetching}>
          <DoctorTable
            people={doctors.data?.result ?? []}
            isLoading={doctors.isPending}
            query={query}
            onSort={(sortKey, sortOrder) => change({ sortKey, sortOrder })}
            onEdit={setOpen}
          />
          <Pager
            page={query.page}
            size={pageSize}
            total={doctors.data?.size}
            onPage={(page) => change({ page: String(page) })}
          />
        </div>
      )}
      {open === 'invite' && <InviteDoctors onClose={() => setOpen(null)} />}
      {open === 'new' && <DoctorDrawer onClose={() => setOpen(null)} />}
      {open !== null && typeof open === 'object' && <DoctorDrawer person={open} onClose={() => setOpen(null)} />}
    </Page>
  )
}
