import { call, CallFailed } from '@dictara/browser/call'
import { peopleCalls } from '@dictara/contract/people'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Input, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { emptyDoctor, inputOf } from './doctor-values.ts'
import { peopleKey, useEhrDoctors, useFacilities } from './people-queries.ts'
import './people.css'

type EhrDoctor = NonNullable<ReturnType<typeof useEhrDoctors>['data']>[number]

/** Doctors whom the EHR knows, each with an Invite button (PEOP-06, PEOP-32, PEOP-33). */
export function InviteDoctors({ onClose }: { onClose: () => void }) {
  const { notification } = App.useApp()
  const client = useQueryClient()
  const doctors = useEhrDoctors()
  const facilities = useFacilities()
  const [search, setSearch] = useState('')
  const [busyId, setBusyId] = useState<string>()

  async function invite(doctor: EhrDoctor) {
    setBusyId(doctor.id)
    try {
      const values = {
        ...emptyDoctor,
        firstName: doctor.firstName,
        lastName: doctor.lastName,
        email: doctor.email!,
        npi: doctor.npi ?? '',
        countryCode: doctor.phoneNumber?.countryCode ?? '+1',
        phone: doctor.phoneNumber?.number ?? '',
        facilityIds: (facilities.data ?? []).filter(({ disabled }) => !disabled).map(({ facilityId }) => facilityId),
      }
      const { message } = await call(peopleCalls.addDoctor, { body: inputOf(values, doctor.id) as never })
      notification.success({ title: 'Success', description: message })
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      if (error.kind === 'refused') notification.error({ title: 'Failed', description: error.message })
    } finally {
      setBusyId(undefined)
      void client.invalidateQueries({ queryKey: peopleKey })
    }
  }

  const shown = (doctors.data ?? []).filter(({ fullName, email }) =>
    `${fullName} ${email ?? ''}`.toLowerCase().includes(search.trim().toLowerCase()),
  )
  return (
    <Modal open title="Invite Doctors" footer={null} width="min(40rem, 95vw)" onCancel={onClose}>
      <p>Doctors of your EHR. An invitation is mailed at once, for all of your enabled facilities.</p>
      <Input.Search
        allowClear
        aria-label="Search doctors of the EHR"
        placeholder="Search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {doctors.isPending && <Skeleton active aria-label="Loading the doctors of the EHR" />}
      {doctors.isError && (
        <Alert
          type="error"
          title="Error"
          description="Something went wrong while fetching authors."
          action={<Button onClick={() => void doctors.refetch()}>Retry</Button>}
        />
      )}
      {doctors.data && shown.length === 0 && <p>No doctors here.</p>}
      <ul className="ehr-doctors">
        {shown.map((doctor) => (
          <li key={doctor.id}>
            <span>
              <strong>{doctor.fullName}</strong>
              <br />
              {doctor.email ?? 'No email in the EHR'}
            </span>
            <Button
              disabled={doctor.invited || doctor.email === null || facilities.isPending}
              loading={busyId === doctor.id}
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
