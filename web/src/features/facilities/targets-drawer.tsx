import { call } from '@dictara/browser/call'
import { type FacilityTargets, turnaroundCalls, turnaroundRefusals, usualMinutes } from '@dictara/contract/turnaround'
import { Form, Typography } from 'antd'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { MinutesField } from './minutes-field.tsx'
import { turnaroundKey } from './turnaround-key.ts'

type Values = Pick<FacilityTargets, 'routineMinutes' | 'statMinutes' | 'workTypes'>

/** A third of an hour is 20 minutes, not 19.8. */
const rounded = (minutes: number | null | undefined) => (minutes == null ? null : Math.round(minutes))
const whole = (of: Pick<Values, 'routineMinutes' | 'statMinutes'> | undefined) => ({
  routineMinutes: rounded(of?.routineMinutes),
  statMinutes: rounded(of?.statMinutes),
})

/** ROUTINE and STAT side by side; a work type without its own targets uses those of the facility. */
function Targets({ facility }: { facility: FacilityTargets }) {
  const ofAll = Form.useWatch<number | null | undefined>('routineMinutes')
  const ofAllStat = Form.useWatch<number | null | undefined>('statMinutes')
  return (
    <>
      <fieldset className="targets-of">
        <legend className="targets-name">Every work type</legend>
        <MinutesField name="routineMinutes" label="Routine" of="Every work type" otherwise={usualMinutes.ROUTINE} />
        <MinutesField name="statMinutes" label="STAT" of="Every work type" otherwise={usualMinutes.STAT} />
      </fieldset>
      {facility.workTypes.map(({ workType }, index) => (
        <fieldset key={workType} className="targets-of">
          <legend className="targets-name">{workType}</legend>
          <MinutesField
            name={['workTypes', index, 'routineMinutes']}
            label="Routine"
            of={workType}
            otherwise={ofAll ?? usualMinutes.ROUTINE}
          />
          <MinutesField
            name={['workTypes', index, 'statMinutes']}
            label="STAT"
            of={workType}
            otherwise={ofAllStat ?? usualMinutes.STAT}
          />
        </fieldset>
      ))}
    </>
  )
}

/** Sets the time limits for jobs of a facility (Q200). */
export function TargetsDrawer({ facility, onClose }: { facility: FacilityTargets; onClose: () => void }) {
  const { facilityId, facilityName, version, routineMinutes, statMinutes, workTypes } = facility
  return (
    <FormDrawer<Values>
      title={`Turnaround of ${facilityName}`}
      name="turnaround"
      initial={{ routineMinutes, statMinutes, workTypes }}
      submit="Save"
      success="Saved"
      firstField="routineMinutes"
      send={(values) =>
        call(turnaroundCalls.setTargets, {
          params: { facilityId },
          body: {
            ...whole(values),
            workTypes: workTypes.map(({ workType }, index) => ({ workType, ...whole(values.workTypes[index]) })),
            version,
          },
        })
      }
      refreshes={turnaroundKey}
      refusals={turnaroundRefusals}
      onClose={onClose}
    >
      <Typography.Paragraph type="secondary">
        A note is due so long after it was submitted. A field that is empty goes by what it shows in grey. It counts for
        jobs that are submitted from now on; those that wait keep the time they are due.
      </Typography.Paragraph>
      <Targets facility={facility} />
    </FormDrawer>
  )
}
