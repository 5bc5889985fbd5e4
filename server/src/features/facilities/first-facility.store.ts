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

/** How a facility begins. */
export interface NewFacility {
  name: string
  timeZone: string
  /** The first of its clinic, the parent of those to come. */
  isParent: boolean
  /** How long it is free, from today in its time zone (Q152); without payments it has no end. */
  trialDays: number
}

/** Adds a facility with the usual work types. @returns its id */
export async function insertFacility(work: Work, facility: NewFacility): Promise<string> {
  const { db, clinicId, now } = work
  const id = newId()
  const { name, timeZone, isParent, trialDays } = facility
  await db
    .insertInto('facilities')
    .values({
      clinicId,
      id,
      name,
      timeZone,
      isParent,
      noteType: workTypes[0]!,
      planEndDate: sql<string>`${dayIn(now, sql.val(timeZone))} + ${trialDays}::integer`,
    })
    .execute()
  await insertWorkTypes(work, clinicId, id, workTypes)
  return id
}

/** The transaction's clinic with its first facility (Q002). @returns the facility's id */
export async function insertFirstFacility(
  work: Work,
  { name, facility, ...rest }: Omit<NewFacility, 'isParent'> & { facility: string },
): Promise<string> {
  await work.db.insertInto('clinics').values({ clinicId: work.clinicId, name }).execute()
  return insertFacility(work, { name: facility, isParent: true, ...rest })
}
