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
