import type { FacilityCard } from '@dictara/contract/facilities'
import { type RawBuilder, sql } from 'kysely'
import type { ClinicWork, Work } from '../../platform/database/index.ts'

type Status = FacilityCard['emrHandlingData']['emrVerificationStatus']

/** What the EHR of a facility `f` asks of a person whose proof, if any, is the row `v` (Q089); null: nothing. */
export const emrStatusAt = (now: Date): RawBuilder<Status> => sql`case
  when f.verification_asked_since is null then null
  when v.status = 'VERIFIED' and v.expires_at <= ${now} then 'EXPIRED'
  else coalesce(v.status, 'NOT_VERIFIED') end`

/** The page of this site to which the EHR sends a person back. */
export const verifiedPath = ({ clinicId, userId }: { clinicId: string; userId: string }) =>
  `/dashboard/verify-emr/${clinicId}/user/${userId}`

/** Where on this site a person verifies themselves to the EHR of a facility. */
export const verificationPath = ({ facilityId, ...person }: { clinicId: string; userId: string; facilityId: string }) =>
  `${verifiedPath(person)}?facilityId=${facilityId}`

/** True for facilities `f` whose EHR asks nothing of the actor, or has verified them (Q038). */
export const isVerifiedAt = ({
  clinicId,
  actor,
  now,
}: ClinicWork) => sql<boolean>`(f.verification_asked_since is null or exists (
  select from emr_verifications v where v.clinic_id = ${clinicId} and v.facility_id = f.id and v.user_id = ${actor.userId}
    and v.status = 'VERIFIED' and (v.expires_at is null or v.expires_at > ${now})))`

/** The EHR of a facility does not accept any more what a person proved to it: they are asked again (Q089). */
export async function endVerification(work: Work, { facilityId, userId }: { facilityId: string; userId: string }) {
  await work.db
    .updateTable('emrVerifications')
    .set({ status: 'EXPIRED', updatedAt: work.now })
    .where(({ and }) => and({ clinicId: work.clinicId, facilityId, userId, status: 'VERIFIED' }))
    .execute()
}

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

/** Ends what people of all clinics proved until now and no longer. */
export async function expireVerifications(work: Work): Promise<void> {
  await work.db
    .updateTable('emrVerifications')
    .set({ status: 'EXPIRED', updatedAt: sql`expires_at` })
    .where('status', '=', 'VERIFIED')
    .where('expiresAt', '<=', work.now)
    .execute()
}

/** Notes that the actor has verified themselves. */
export async function saveVerified(work: ClinicWork, facilityId: string, expiresAt: Date | null): Promise<void> {
  const { clinicId, actor, now } = work
  const row = { status: 'VERIFIED', expiresAt, updatedAt: now } as const
  await work.db
    .insertInto('emrVerifications')
    .values({ clinicId, facilityId, userId: actor.userId, ...row })
    .onConflict((known) => known.columns(['clinicId', 'userId', 'facilityId']).doUpdateSet(row))
    .execute()
}

/** What people proved to an EHR says nothing to another one. */
export async function dropVerifications(work: Work, facilityId: string): Promise<void> {
  await work.db
    .deleteFrom('emrVerifications')
    .where(({ and }) => and({ clinicId: work.clinicId, facilityId }))
    .execute()
}
