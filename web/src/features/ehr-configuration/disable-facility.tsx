import { call } from '@dictara/browser/call'
import { ehrConfigurationCalls as calls, type Facility, facilityJobStatuses } from '@dictara/contract/ehr-configuration'
import { facilityCalls } from '@dictara/contract/facilities'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { renewSession } from '../../platform/renew-session.ts'
import { Failed } from '../../ui/failed.tsx'
import { useAction } from '../../ui/use-action.ts'
import { whileSending } from '../../ui/use-question.ts'
import { managedKey } from './ehr-queries.ts'

const useAffected = (facilityId: string) =>
  useQuery({
    queryKey: [...managedKey, 'affected', facilityId],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const [jobs, users] = await Promise.all([
        call(
          calls.listFacilityJobs,
          { query: { facilityId, jobStatus: [...facilityJobStatuses] } },
          { signal, handler: 'page' },
        ),
        call(calls.listFacilityUsers, { params: { facilityId } }, { signal, handler: 'page' }),
      ])
      return { jobs: jobs.result, jobCount: jobs.size ?? jobs.result.length, users: users.result }
    },
  })

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** Who and what waits while a facility is disabled (FAC-19). */
function Affected({ of }: { of: ReturnType<typeof useAffected> }) {
  if (!of.data) return of.isError ? null : <Skeleton active title={false} paragraph={{ rows: 4 }} />
  const { jobs, jobCount, users } = of.data
  const hidden = jobCount - jobs.length
  return (
    <div className="affected">
      <h2>Affected users: {users.length}</h2>
      <ul>
        {users.map(({ id, fullName, email }) => (
          <li key={id}>
            <span dir="auto">{fullName}</span> <small>{email}</small>
          </li>
        ))}
      </ul>
      <h2>Affected jobs: {jobCount}</h2>
      <ul>
        {jobs.map(({ jobNumber, submissionTime, author, status }) => (
          <li key={jobNumber}>
            <span>{jobNumber}</span> <small>{`${status}, ${author}, ${day.format(new Date(submissionTime))}`}</small>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>{hidden} more</p>}
    </div>
  )
}

/** The button of a clinic admin that disables or enables a facility (FAC-16, FAC-18); disabling first shows what waits. */
export function DisableFacility({ facility }: { facility: Facility }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      {facility.disabled ? (
        <Enable facility={facility} />
      ) : (
        <Button danger onClick={() => setAsked(true)}>
          Disable Facility
        </Button>
      )}
      {isAsked && <Question facility={facility} onClose={() => setAsked(false)} />}
    </>
  )
}

function useSwitch({ facilityId }: Facility) {
  const act = useAction({ refreshes: managedKey })
  return {
    isBusy: act.isBusy,
    async turn(isDisabled: boolean): Promise<boolean> {
      const answer = await act.run(
        () => call(facilityCalls.setFacilityDisabled, { params: { facilityId }, query: { isDisabled } }),
        { done: (words) => words },
      )
      if (answer) await renewSession().catch(() => {})
      return answer !== undefined
    },
  }
}

function Enable({ facility }: { facility: Facility }) {
  const { isBusy, turn } = useSwitch(facility)
  return (
    <Button loading={isBusy} onClick={() => void turn(false)}>
      Enable Facility
    </Button>
  )
}

function Question({ facility, onClose }: { facility: Facility; onClose: () => void }) {
  const affected = useAffected(facility.facilityId)
  const { isBusy, turn } = useSwitch(facility)
  return (
    <Modal
      open
      title={`Disable ${facility.facilityName}?`}
      okText="Disable"
      okButtonProps={{ danger: true, loading: isBusy, disabled: !affected.data }}
      {...whileSending(isBusy)}
      onCancel={onClose}
      onOk={async () => {
        if (await turn(true)) onClose()
      }}
    >
      <p>
        Nobody can start, save, complete or approve its jobs while it is disabled. The jobs keep their state and wait
        until you enable it again.
      </p>
      <Alert type="info" showIcon title="Its subscription is not cancelled." />
      <Failed of={affected} title="Couldn’t load what is affected" inServersWords />
      <Affected of={affected} />
    </Modal>
  )
}
