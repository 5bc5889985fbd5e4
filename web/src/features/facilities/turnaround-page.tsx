import { call } from '@dictara/browser/call'
import { type FacilityTargets, turnaroundCalls, usualMinutes } from '@dictara/contract/turnaround'
import { useQuery } from '@tanstack/react-query'
import { Button, Empty, Skeleton, Typography } from 'antd'
import { useState } from 'react'
import { useUser } from '../../platform/use-user.ts'
import { Failed } from '../../ui/failed.tsx'
import { SettingPage } from '../settings/index.ts'
import { LineLength } from './line-length.tsx'
import { minutesText } from './minutes.ts'
import { TargetsDrawer } from './targets-drawer.tsx'
import { turnaroundKey } from './turnaround-key.ts'
import './turnaround-page.css'

const key = [...turnaroundKey, 'targets']

type Minutes = Pick<FacilityTargets, 'routineMinutes' | 'statMinutes'>

/** The targets of a work type: "Consultation: routine 90 min". */
function ownOf(workType: string, { routineMinutes, statMinutes }: Minutes): string | undefined {
  const parts = [
    routineMinutes !== null && `routine ${minutesText(routineMinutes)}`,
    statMinutes !== null && `STAT ${minutesText(statMinutes)}`,
  ].filter(Boolean)
  return parts.length > 0 ? `${workType}: ${parts.join(', ')}` : undefined
}

function Facility({ facility, onEdit }: { facility: FacilityTargets; onEdit: () => void }) {
  const { facilityName, routineMinutes, statMinutes, workTypes } = facility
  const own = workTypes.flatMap(({ workType, ...minutes }) => ownOf(workType, minutes) ?? [])
  return (
    <li>
      <div className="turnaround-facility">
        <h3>{facilityName}</h3>
        <p>
          Routine <strong>{minutesText(routineMinutes ?? usualMinutes.ROUTINE)}</strong>, STAT{' '}
          <strong>{minutesText(statMinutes ?? usualMinutes.STAT)}</strong>
        </p>
        {own.map((one) => (
          <p key={one} className="turnaround-own">
            {one}
          </p>
        ))}
      </div>
      <Button aria-label={`Change the turnaround of ${facilityName}`} onClick={onEdit}>
        Change
      </Button>
    </li>
  )
}

/** Turnaround targets of each facility (Q200), and the clinic's line length (Q205). */
export function TurnaroundPage() {
  const user = useUser()
  const [edited, setEdited] = useState<FacilityTargets>()
  const targets = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await call(turnaroundCalls.listTargets, {}, { signal, handler: 'page' })).result,
  })
  return (
    <SettingPage title="Turnaround">
      <div className="turnaround">
        <section aria-labelledby="targets-heading">
          <h2 id="targets-heading">Turnaround targets</h2>
          <Typography.Paragraph type="secondary">
            A note is late once this much time has passed since it was submitted. Changes apply to new jobs only.
          </Typography.Paragraph>
          <Failed of={targets} title="Couldn’t load the targets" />
          {targets.isPending && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
          {targets.data?.length === 0 && (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="You aren’t linked to a facility." />
          )}
          <ul className="turnaround-facilities">
            {targets.data?.map((facility) => (
              <Facility key={facility.facilityId} facility={facility} onEdit={() => setEdited(facility)} />
            ))}
          </ul>
        </section>
        {/* Below the loaded content, so that nothing moves. */}
        {user?.userType === 'clinicAdmin' && !targets.isPending && <LineLength />}
      </div>
      {edited && <TargetsDrawer facility={edited} onClose={() => setEdited(undefined)} />}
    </SettingPage>
  )
}
