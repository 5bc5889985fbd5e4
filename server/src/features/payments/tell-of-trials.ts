import type { Doors } from '../../platform/database/index.ts'
import { inWords } from './words-of-payments.ts'
import { listEndingTrials } from './trials.store.ts'

/** Days before the end of a trial on which people are told. */
const daysBefore = [1, 7]

/** Tells of trials that end soon; of each notice once, also where the server stood still on its day. */
export async function tellOfTrials(doors: Doors): Promise<void> {
  const reason = 'task tell of trials'
  const ending = await doors.asSystem(reason, (work) => listEndingTrials(work, Math.max(...daysBefore)))
  for (const { clinicId, facilityId, endsOn, daysLeft } of ending) {
    const due = daysBefore.find((days) => daysLeft <= days)
    await doors.asSystem(
      reason,
      (work) =>
        work.record('payment.told', {
          facilityId,
          target: 'TRIAL_ENDS',
          event: `TRIAL_ENDS ${facilityId} ${endsOn} ${due}`,
          body: `The free trial ends on ${inWords(endsOn)}. Choose a plan to go on dictating after that day.`,
        }),
      clinicId,
    )
  }
}
