import type { FacilityOption } from '@dictara/contract/facilities'
import { type Expression, type RawBuilder, type Selectable, sql } from 'kysely'
import { seesWholeClinic } from '../../platform/actor.ts'
import { anyOf, type ClinicWork, hasWords, type Tables, type Work } from '../../platform/database/index.ts'

/** The calendar day of a moment in a time zone, as `yyyy-mm-dd`. */
export const dayIn = (moment: Date, timeZone: Expression<string>): RawBuilder<string> =>
  sql<string>`(${moment}::timestamptz at time zone ${timeZone})::date`

/** Facilities that the actor reaches, the parent first, then by name. */
export const listFacilities = (work: ClinicWork, searchValue: string): Promise<FacilityOption[]> =>
  work.db
    .selectFrom('facilities')
    .select(({ eb, ref }) => [
      'id as facilityId',
      'name as facilityName',
      'isParent',
      eb(ref('isEnabled'), '=', false).$castTo<boolean>().as('disabled'),
    ])
    .where('clinicId', '=', work.clinicId)
    .where(hasWords(sql.ref('name'), searchValue))
    .$if(!seesWholeClinic(work.actor), (reached) => reached.where('id', '=', anyOf(work.actor.facilityIds)))
    .orderBy('isParent', 'desc')
    .orderBy('name')
    .limit(500)
    .execute()

type Columns = Selectable<Tables['facilities']>
export interface FacilityFacts
  extends Pick<Columns, 'id' | 'name' | 'isEnabled' | 'timeZone' | 'organisationId' | 'noteType' | 'transcriptionFlow'>,
    Pick<Columns, 'reviewerCount' | 'planEndDate'> {
  /** Today in the facility's time zone: it owns "today" (Q189). */
  today: string
}

export const findFacility = (work: Work, facilityId: string): Promise<FacilityFacts | undefined> =>
  work.db
    .selectFrom('facilities')
    .select(['id', 'name', 'isEnabled', 'timeZone', 'organisationId', 'noteType', 'transcriptionFlow'])
    .select(({ ref }) => ['reviewerCount', 'planEndDate', dayIn(work.now, ref('timeZone')).as('today')])
    .where(({ and }) => and({ clinicId: work.clinicId, id: facilityId }))
    .executeTakeFirst()

export async function listWorkTypes(work: Work, facilityId: string): Promise<string[]> {
  const types = await work.db
    .selectFrom('facilityWorkTypes')
    .select('name')
    .where(({ and }) => and({ clinicId: work.clinicId, facilityId }))
    .orderBy('position')
    .execute()
  return types.map(({ name }) => name)
}

export async function updateDisabled(work: Work, facilityId: string, isDisabled: boolean) {
  await work.db
    .updateTable('facilities')
    .set({ isEnabled: !isDisabled, disabledStatusUpdatedAt: work.now, updatedAt: work.now })
    .where(({ and }) => and({ clinicId: work.clinicId, id: facilityId, isEnabled: isDisabled }))
    .execute()
}

/** The time zone of a clinic, its first facility's, and today there. */
export async function findClinicDay(work: Work): Promise<{ timeZone: string; today: string }> {
  const first = await work.db
    .selectFrom('facilities')
    .select(({ ref }) => ['timeZone', dayIn(work.now, ref('timeZone')).as('today')])
    .where('clinicId', '=', work.clinicId)
    .orderBy('isParent', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first ?? { timeZone: 'UTC', today: work.now.toISOString().slice(0, 10) }
}

/** The calendar day of a moment in the facility's time zone. */
export async function dayAt(work: Work, facilityId: string, moment: Date): Promise<string> {
  const { day } = await work.db
    .selectFrom('facilities')
    .select(({ ref }) => dayIn(moment, ref('timeZone')).as('day'))
    .where(({ and }) => and({ clinicId: work.clinicId, id: facilityId }))
    .executeTakeFirstOrThrow()
  return day
}

/** The next job number of the clinic; the clinic's row is held until the commit, so that none is given twice. */
export async function takeJobNumber(work: Work): Promise<number> {
  const { lastJobNumber } = await work.db
    .updateTable('clinics')
    .set(({ eb }) => ({ lastJobNumber: eb('lastJobNumber', '+', 1) }))
    .where('clinicId', '=', work.clinicId)
    .returning('lastJobNumber')
    .executeTakeFirstOrThrow()
  return lastJobNumber
}
