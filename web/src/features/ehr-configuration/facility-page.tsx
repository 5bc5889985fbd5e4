import type { Facility } from '@dictara/contract/ehr-configuration'
import { Alert, Button, Flex, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { useUser } from '../../platform/use-user.ts'
import { Failed } from '../../ui/failed.tsx'
import { SettingPage } from '../settings/index.ts'
import { DisableFacility } from './disable-facility.tsx'
import { useFacility, useMainZone } from './ehr-queries.ts'
import { FacilityForm } from './facility-form.tsx'
import { FacilityView } from './facility-view.tsx'
import './facility-page.css'

/** Spelled as in the address of the settings (FAC-12). */
const crumb = { title: 'Facility', to: '/dashboard/settings/Facility' }

/** Adds a facility (FAC-11, FAC-23). */
export function NewFacilityPage() {
  const navigate = useNavigate()
  const toList = () => void navigate(paths.facilities)
  const zone = useMainZone()
  return (
    <SettingPage title="New Facility" crumbs={[crumb, { title: 'New Facility' }]}>
      {zone.isPending ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <FacilityForm zone={zone.data ?? undefined} onSaved={toList} onCancel={toList} />
      )}
    </SettingPage>
  )
}

/** One facility: its EHR configuration, and for a clinic admin the switch to enable it (FAC-11 to FAC-18). */
export function FacilityPage() {
  const { facilityId = '' } = useParams()
  const user = useUser()
  const facility = useFacility(facilityId)
  const title = facility.data?.facilityName ?? 'Facility'
  return (
    <SettingPage
      title={title}
      crumbs={[crumb, { title }]}
      actions={user?.userType === 'clinicAdmin' && facility.data && <DisableFacility facility={facility.data} />}
    >
      <ConfigurationOf key={facilityId} facilityId={facilityId} />
    </SettingPage>
  )
}

/** The EHR configuration of a facility, read or edited. */
export function ConfigurationOf({ facilityId }: { facilityId: string }) {
  const facility = useFacility(facilityId)
  return (
    <>
      {!facility.data && <Failed of={facility} title="Couldn’t open the facility" inServersWords />}
      {facility.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {facility.data && <Configuration facility={facility.data} />}
    </>
  )
}

function Configuration({ facility }: { facility: Facility }) {
  const navigate = useNavigate()
  const user = useUser()
  const [edited, setEdited] = useState<Facility>()
  const editButton = useRef<HTMLButtonElement>(null)
  const mayEdit = user?.userType === 'clinicAdmin' || user?.facilityAccessEnable === true
  return (
    <div className="facility-view">
      {facility.disabled && (
        <Alert type="warning" showIcon title="This facility is disabled: its jobs wait until it is enabled again." />
      )}
      {edited ? (
        <FacilityForm
          facility={edited}
          focusBackTo={editButton}
          onSaved={() => void navigate(paths.facilities)}
          onCancel={() => setEdited(undefined)}
        />
      ) : (
        <>
          <FacilityView facility={facility} />
          {mayEdit && (
            <Flex>
              <Button ref={editButton} type="primary" onClick={() => setEdited(facility)}>
                Edit
              </Button>
            </Flex>
          )}
        </>
      )}
    </div>
  )
}
