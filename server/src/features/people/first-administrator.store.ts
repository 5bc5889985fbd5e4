import type { Work } from '../../platform/database/index.ts'

export async function insertFacilityLink({ db, clinicId }: Work, userId: string, facilityId: string): Promise<void> {
  await db.insertInto('facilityUsers').values({ clinicId, facilityId, userId }).execute()
}
