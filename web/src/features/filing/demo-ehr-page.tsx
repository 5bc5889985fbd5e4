import { CallFailed } from '@dictara/browser/call'
import { Alert, Button, Flex, Select, Skeleton } from 'antd'
import { Navigate, useSearchParams } from 'react-router'
import { homeOf } from '../../platform/paths.ts'
import { useUser } from '../../platform/use-user.ts'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { pageIn } from '../../ui/use-list-address.ts'
import { BehaviourControl } from './behaviour-control.tsx'
import { ReceivedNotes } from './received-notes.tsx'
import { pageSize, useDemoEhr, useFacilities } from './use-demo-ehr.ts'

/** What the demo EHR of each facility received, and how it answers; for admins of demo clinics (Q192). */
export function DemoEhrPage() {
  const user = useUser()
  const [query, setQuery] = useSearchParams()
  const facilities = useFacilities()
  if (!user) return null
  if (!user.demo) return <Navigate to={homeOf(user)} replace />
  const known = facilities.data ?? []
  const chosen = known.find(({ facilityId }) => facilityId === query.get('facility')) ?? known[0]
  return (
    <Page
      title="Demo EHR"
      actions={
        chosen && (
          <Select
            aria-label="Facility"
            style={{ minWidth: 240 }}
            value={chosen.facilityId}
            options={known.map(({ facilityId, facilityName }) => ({ value: facilityId, label: facilityName }))}
            onChange={(facility) => setQuery({ facility }, { replace: true })}
          />
        )
      }
    >
      {facilities.isPending && <Skeleton active />}
      {facilities.isError && (
        <Failed title="Failed to fetch the facilities" onRetry={() => void facilities.refetch()} />
      )}
      {facilities.isSuccess && !chosen && <Alert type="info" title="You are not linked to a facility." />}
      {chosen && (
        <FacilityEhr
          key={chosen.facilityId}
          facilityId={chosen.facilityId}
          page={pageIn(query)}
          onPage={(page) => setQuery({ facility: chosen.facilityId, page: String(page) }, { replace: true })}
        />
      )}
    </Page>
  )
}

interface FacilityEhrProps {
  facilityId: string
  page: number
  onPage: (page: number) => void
}

function FacilityEhr({ facilityId, page, onPage }: FacilityEhrProps) {
  const ehr = useDemoEhr(facilityId, page)
  if (ehr.error instanceof CallFailed && ehr.error.status === 404)
    return <Alert type="info" title="This facility does not write to the demo EHR." />
  return (
    <>
      {ehr.isError && <Failed title="Failed to fetch the received notes" onRetry={() => void ehr.refetch()} />}
      {ehr.data && <BehaviourControl facilityId={facilityId} behaviour={ehr.data.behaviour} />}
      {(ehr.data || ehr.isPending) && (
        <div aria-busy={ehr.isFetching}>
          <ReceivedNotes
            notes={ehr.data?.result ?? []}
            timeZone={ehr.data?.timeZone ?? 'UTC'}
            isLoading={ehr.isPending}
          />
          <Pager page={page} size={pageSize} total={ehr.data?.size} onPage={onPage} />
        </div>
      )}
    </>
  )
}

const Failed = ({ title, onRetry }: { title: string; onRetry: () => void }) => (
  <Flex vertical style={{ marginBottom: 16 }}>
    <Alert type="error" title={title} action={<Button onClick={onRetry}>Retry</Button>} />
  </Flex>
)
