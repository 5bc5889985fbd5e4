import type { Selectable, Updateable } from 'kysely'
import type { Tables, Work } from '../../platform/database/index.ts'

export type Destination = Selectable<Tables['ehrDestinations']>

/** How the EHR of a facility answered lately; locked until the transaction ends. */
export async function lockDestination(work: Work, facilityId: string): Promise<Destination> {
  const { clinicId } = work
  const find = () =>
    work.db
      .selectFrom('ehrDestinations')
      .selectAll()
      .where(({ and }) => and({ clinicId, facilityId }))
      .forUpdate()
      .executeTakeFirst()
  const found = await find()
  if (found) return found
  await work.db
    .insertInto('ehrDestinations')
    .values({ clinicId, facilityId })
    .onConflict((known) => known.columns(['clinicId', 'facilityId']).doNothing())
    .execute()
  return (await find())!
}

export const saveDestination = (work: Work, facilityId: string, change: Updateable<Tables['ehrDestinations']>) =>
  work.db
    .updateTable('ehrDestinations')
    .set(change)
    .where(({ and }) => and({ clinicId: work.clinicId, facilityId }))
    .execute()
