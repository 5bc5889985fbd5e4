import { type Insertable, sql } from 'kysely'
import type { Tables, Work } from '../../platform/database/index.ts'

export type FacilityColumns = Pick<
  Insertable<Tables['facilities']>,
  | 'name'
  | 'timeZone'
  | 'ehrType'
  | 'transcriptionFlow'
  | 'reviewerCount'
  | 'allPatientsRequired'
  | 'rangeForDischargedPatients'
  | 'hl7Integration'
  | 'demoResetAt'
  | 'verificationAskedSince'
>

/** Changes a facility, and counts its version up. */
export async function updateFacility(work: Work, facilityId: string, columns: FacilityColumns): Promise<void> {
  await work.db
    .updateTable('facilities')
    .set({ ...columns, version: sql`version + 1`, updatedAt: work.now })
    .where(({ and }) => and({ clinicId: work.clinicId, id: facilityId }))
    .execute()
}

/** What a facility pays for. `planEndDate` is the last day on which it can be used. */
type HeldPlan = Required<Pick<Insertable<Tables['facilities']>, 'plan' | 'planEndDate' | 'planRenews'>>

/** Gives a facility the plan that it pays for. */
export async function updatePlan(work: Work, facilityId: string, plan: HeldPlan): Promise<void> {
  await work.db
    .updateTable('facilities')
    .set(plan)
    .where(({ and }) => and({ clinicId: work.clinicId, id: facilityId }))
    .execute()
}

/** The plan of a facility renews no longer, and ends on the last day that is paid for; null: nothing was paid, and all stays. */
export async function endRenewal(work: Work, facilityId: string, paidThrough: string | null): Promise<void> {
  if (paidThrough === null) return
  await work.db
    .updateTable('facilities')
    .set({ planRenews: false, planEndDate: paidThrough })
    .where(({ and }) => and({ clinicId: work.clinicId, id: facilityId }))
    .execute()
}
