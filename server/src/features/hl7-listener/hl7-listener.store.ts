import type { Work } from '../../platform/database/index.ts'

/** The clinic that a facility belongs to, of all clinics. */
export async function findClinicOf(work: Work, facilityId: string): Promise<string | undefined> {
  const row = await work.db.selectFrom('facilities').select('clinicId').where('id', '=', facilityId).executeTakeFirst()
  return row?.clinicId
}
