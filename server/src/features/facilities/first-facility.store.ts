import { sql } from 'kysely'
import type { Work } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { dayIn } from './facilities.store.ts'

/** What a clinic begins with. */
export const workTypes = [
  'Progress Note',
  'History and Physical',
  'Discharge Summary',
  'Operative Note',
  'Consultation',
]

export async function insertWorkTypes(work: Work, clinicId: string, facilityId: string, names: readonly string[]) {
  await work.db
    .insertInto('facilityWorkTypes')
    .values(names.map((name, position) => ({ clinicId, facilityId, name, position })))
    .execute()
}

/**
 * The transaction's clinic with its first facility, the parent of those to come (Q002).
 * @param clinic.trialDays how long it is free, from today in its time zone (Q152); null: without an end. @returns the facility's id
 */
export async function insertFirstFacility(
  work: Work,
  clinic: { name: string; facility: string; timeZone: string; trialDays: number | null },
): Promise<string> {
  const { db, clinicId, now } = work
  const id = newId()
  const { name, facility, timeZone, trialDays } = clinic
  await db.insertInto('clinics').values({ clinicId, name }).execute()
  await db
    .insertInto('facilities')
    .values({
      clinicId,
      id,
      name: facility,
      timeZone,
      isParent: true,
      noteType: workTypes[0]!,
      ...(trialDays !== null && { planEndDate: sql<string>`${dayIn(now, sql.val(timeZone))} + ${trialDays}::integer` }),
    })
    .execute()
  await insertWorkTypes(work, clinicId, id, workTypes)
  return id
}
