import { call } from '@dictara/browser/call'
import { peopleCalls } from '@dictara/contract/people'
import { Button, Input, type InputRef, Modal, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { useFacilities } from '../facilities/index.ts'
import { Failed } from '../../ui/failed.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useFocusNear } from '../../ui/use-focus-near.ts'
import { inputOf, valuesOf } from './doctor-values.ts'
import { peopleKey, useEhrDoctors } from './people-queries.ts'
import './people.css'

type EhrDoctor = NonNullable<ReturnType<typeof useEhrDoctors>['data']>[number]

/** Doctors whom the EHR knows, each with an Invite button (PEOP-06, PEOP-32, PEOP-33). */
export function InviteDoctors({ onClose }: { onClose: () => void }) {
  const act = useAction({ refreshes: peopleKey })
  const doctors = useEhrDoctors()
  const facilities = useFacilities()
  const [search, setSearch] = useState('')
  const [invited, setInvited] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  const box = useRef<InputRef>(null)
  useFocusNear(list)

  async function invite(doctor: EhrDoctor) {
    const values = {
      ...valuesOf(),
      firstName: doctor.firstName,
      lastName: doctor.lastName,
      email: doctor.email!,
      npi: doctor.npi ?? '',
      countryCode: doctor.phoneNumber?.countryCode ?? '+1',
      phone: doctor.phoneNumber?.number ?? '',
      facilityIds: (facilities.data ?? []).filter(({ disabled }) => !disabled).map(({ facilityId }) => facilityId),
    }
    setInvited(doctor.id)
    await act.run(() => call(peopleCalls.addDoctor, { body: inputOf(values, doctor.id) }))
  }

  const shown = (doctors.data ?? []).filter(({ fullName, email }) =>
    `${fullName} ${email ?? ''}`.toLowerCase().includes(search.trim().toLowerCase()),
  )
  return (
    <Modal
      open
      title="Invite Doctors"
      footer={null}
      width="min(40rem, 95vw)"
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && box.current?.focus()}
    >
      <p>Doctors of your EHR. An invitation is mailed at once, for all of your enabled facilities.</p>
      <Input.Search
        ref={box}
        allowClear
        aria-label="Search doctors of the EHR"
        placeholder="Search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {doctors.isPending && <Skeleton active aria-label="Loading the doctors of the EHR" />}
      <Failed of={doctors} title="Error" description="Something went wrong while fetching authors." />
      {doctors.data && shown.length === 0 && <p>No doctors here.</p>}
      <ul ref={list} tabIndex={-1} className="ehr-doctors">
        {shown.map((doctor) => (
          <li key={doctor.id}>
            <span>
              <strong>{doctor.fullName}</strong>
              <br />
              {doctor.email ?? 'No email in the EHR'}
            </span>
            <Button
              disabled={doctor.invited || doctor.email === null || facilities.isPending}
              loading={act.isBusy && invited === doctor.id}
              aria-label={`${doctor.invited ? 'Invited' : 'Invite'} ${doctor.fullName}`}
              onClick={() => void invite(doctor)}
            >
              {doctor.invited ? 'Invited' : 'Invite'}
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
