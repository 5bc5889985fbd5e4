import { failureOf } from '@dictara/browser/call'
import { Alert, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { homeOf } from '../../platform/paths.ts'
import { useUser } from '../../platform/use-user.ts'
import { FacilitiesFailed, useFacilities } from '../facilities/index.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { Page } from '../../ui/page.tsx'
import { useListAddress } from '../../ui/use-list-address.ts'
import { BehaviourControl } from './behaviour-control.tsx'
import { ReceivedNotes } from './received-notes.tsx'
import { useDemoEhr } from './use-demo-ehr.ts'

/** The notes that the demo EHR of each facility received, and how it answers; for admins of demo clinics (Q192). */
export function DemoEhrPage() {
  const user = useUser()
  if (!user) return null
  return user.demo ? <DemoEhr /> : <Navigate to={homeOf(user)} replace />
}

function DemoEhr() {
  const [address, change] = useListAddress()
  const facilities = useFacilities()
  const known = facilities.data ?? []
  const chosen = known.find(({ facilityId }) => facilityId === address.get('facility')) ?? known[0]
  const ehr = useDemoEhr(chosen?.facilityId)
  // The content above the list loads with its first rows, so that nothing moves later.
  const [isOpened, setOpened] = useState(false)
  const isWaiting = facilities.isPending || (chosen !== undefined && ehr.isPending)
  if (!isWaiting && !isOpened) setOpened(true)
  const isOther = failureOf(ehr.error)?.status === 404
  if (!isOpened && isWaiting)
    return (
      <Page title="Demo EHR">
        <Skeleton active paragraph={{ rows: 8 }} aria-label="The received notes are loading" />
      </Page>
    )
  return (
    <ListPage
      title="Demo EHR"
      list={ehr}
      actions={
        chosen && (
          <Select
            aria-label="Facility"
            style={{ minWidth: 240 }}
            value={chosen.facilityId}
            options={known.map(({ facilityId, facilityName }) => ({ value: facilityId, label: facilityName }))}
            onChange={(facility) => change({ facility })}
          />
        )
      }
      failed={{ title: 'Failed to fetch the received notes' }}
      instead={
        (facilities.isError && <FacilitiesFailed facilities={facilities} />) ||
        (facilities.isSuccess && !chosen && <Alert type="info" title="You aren’t linked to a facility." />) ||
        (isOther && <Alert type="info" title="This facility doesn’t use the demo EHR." />)
      }
    >
      {chosen && ehr.data && !isOther && (
        <BehaviourControl key={chosen.facilityId} facilityId={chosen.facilityId} behaviour={ehr.data.behaviour} />
      )}
      <ReceivedNotes key={chosen?.facilityId} list={ehr} timeZone={ehr.data?.timeZone ?? 'UTC'} />
    </ListPage>
  )
}
