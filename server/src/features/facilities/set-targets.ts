import { sharedRefusals } from '@dictara/contract'
import { type FacilityTargets, turnaroundRefusals } from '@dictara/contract/turnaround'
import type { ClinicWork } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { listTargets, saveTargets, takeTargets, type Targets } from './turnaround.store.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'facility.turnaround-set': { routineMinutes: number | null; statMinutes: number | null; workTypes: number }
  }
}

const isSet = ({ routineMinutes, statMinutes }: Targets['workTypes'][number]) =>
  routineMinutes !== null || statMinutes !== null

/**
 * Sets how long jobs of a facility may take (Q200). Jobs that are there keep the time they are due: it was told to people, and a
 * queue that changes under their hands is none. It counts for what is submitted, or gets another work type or priority, from now on.
 */
export async function setTargets(
  work: ClinicWork,
  facilityId: string,
  { version, ...targets }: Targets & { version: number },
): Promise<FacilityTargets> {
  const [before] = await listTargets(work, facilityId)
  const known = before!.workTypes.map(({ workType }) => workType)
  refuseUnless(await takeTargets(work, facilityId, version), sharedRefusals.changedMeanwhile)
  const workTypes = targets.workTypes.filter(isSet)
  refuseUnless(
    workTypes.every(({ workType }) => known.includes(workType)),
    turnaroundRefusals.workTypeUnknown,
  )
  await saveTargets(work, facilityId, { ...targets, workTypes })
  const { routineMinutes, statMinutes } = targets
  await work.audit({
    event: 'facility.turnaround-set',
    facilityId,
    detail: { routineMinutes, statMinutes, workTypes: workTypes.length },
  })
  const [after] = await listTargets(work, facilityId)
  return after!
}
