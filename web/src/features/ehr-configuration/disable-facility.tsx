import { call } from '@dictara/browser/call'
import { ehrConfigurationCalls as calls, type Facility, facilityJobStatuses } from '@dictara/contract/ehr-configuration'
import { facilityCalls } from '@dictara/contract/facilities'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { renewSession } from '../../platform/renew-session.ts'
import { Failed } from '../../ui/failed.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useFocusBack } from '../../ui/use-focus-back.ts'
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

/** A long list scrolls by itself, so that Disable stays visible. */
const AffectedList = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <h2>{title}</h2>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it has to be scrolled by keyboard too */}
    <ul aria-label={title} tabIndex={0}>
      {children}
    </ul>
  </>
)

/** The people and jobs that have to wait while a facility is disabled (FAC-19). */
function Affected({ of }: { of: ReturnType<typeof useAffected> }) {
  if (!of.data) return of.isError ? null : <Skeleton active title={false} paragraph={{ rows: 4 }} />
  const { jobs, jobCount, users } = of.data
  const hidden = jobCount - jobs.length
  return (
    <div className="affected">
      <AffectedList title={`Affected users: ${users.length}`}>
        {users.map(({ id, fullName, email }) => (
          <li key={id}>
            <span dir="auto">{fullName}</span> <small>{email}</small>
          </li>
        ))}
      </AffectedList>
      <AffectedList title={`Affected jobs: ${jobCount}`}>
        {jobs.map(({ jobNumber, submissionTime, author, status }) => (
          <li key={jobNumber}>
            <span>{jobNumber}</span> <small>{`${status}, ${author}, ${day.format(new Date(submissionTime))}`}</small>
          </li>
        ))}
      </AffectedList>
      {hidden > 0 && <p>{hidden} more</p>}
    </div>
  )
}

/**
 * Lets a clinic admin disable or enable a facility (FAC-16, FAC-18). Before disabling, it shows who and what has to
 * wait.
 */
export function DisableFacility({ facility }: { facility: Facility }) {
  const [isAsked, setAsked] = useState(false)
  const { isBusy, turn } = useSwitch(facility)
  return (
    <>
      <Button
        danger={!facility.disabled}
        loading={isBusy}
        onClick={() => (facility.disabled ? void turn(false) : setAsked(true))}
      >
        {facility.disabled ? 'Enable Facility' : 'Disable Facility'}
      </Button>
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

function Question({ facility, onClose }: { facility: Facility; onClose: () => void }) {
  useFocusBack()
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
