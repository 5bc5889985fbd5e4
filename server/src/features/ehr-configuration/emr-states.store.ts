import type { Insertable } from 'kysely'
import type { ClinicWork, Tables } from '../../platform/database/index.ts'

/** Stores the state of a verification that begins, and deletes those of the actor that have expired. */
export async function insertState(
  work: ClinicWork,
  state: Pick<Insertable<Tables['emrStates']>, 'stateHash' | 'facilityId' | 'host' | 'expiresAt'>,
): Promise<void> {
  const { clinicId, actor } = work
  const own = { clinicId, userId: actor.userId }
  await work.db
    .deleteFrom('emrStates')
    .where(({ and }) => and(own))
    .where('expiresAt', '<', work.now)
    .execute()
  await work.db
    .insertInto('emrStates')
    .values({ ...own, sessionId: actor.sessionId, ...state })
    .execute()
}

/** Uses up a state of the actor's own session that was made for this host. @returns of which facility; undefined: it is not good */
export async function takeState(work: ClinicWork, stateHash: Buffer, host: string): Promise<string | undefined> {
  const { clinicId, actor } = work
  const used = await work.db
    .updateTable('emrStates')
    .set({ usedAt: work.now })
    .where(({ and }) => and({ clinicId, stateHash, userId: actor.userId, sessionId: actor.sessionId, host }))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', work.now)
    .returning('facilityId')
    .executeTakeFirst()
  return used?.facilityId
}

/** Whether the EHR of a facility asks people to verify themselves. */
export async function isAskedAt(work: ClinicWork, facilityId: string): Promise<boolean> {
  const facility = await work.db
    .selectFrom('facilities')
    .select('verificationAskedSince')
    .where(({ and }) => and({ clinicId: work.clinicId, id: facilityId }))
    .executeTakeFirst()
  return facility?.verificationAskedSince != null
}
