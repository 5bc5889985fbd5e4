import { sql } from 'kysely'
import type { ClinicWork } from '../../platform/database/index.ts'

/** True for facilities `f` whose EHR asks nothing of the actor, or has verified them (Q038). */
export const isVerifiedAt = ({
  clinicId,
  actor,
}: ClinicWork) => sql<boolean>`(f.emr_verification_url is null or exists (
  select from emr_verifications v where v.clinic_id = ${clinicId} and v.facility_id = f.id and v.user_id = ${actor.userId}
    and v.status = 'VERIFIED'))`

/** Whether the actor may edit what is of a facility's EHR (Q038). */
export async function isVerified(work: ClinicWork, facilityId: string): Promise<boolean> {
  const place = await work.db
    .selectFrom('facilities as f')
    .select('f.id')
    .where(({ and }) => and({ 'f.clinicId': work.clinicId, 'f.id': facilityId }))
    .where(isVerifiedAt(work))
    .executeTakeFirst()
  return place !== undefined
}
