import type { FacilityCard, FacilityDetails, FacilityOption } from '@dictara/contract/facilities'
import { type Expression, type RawBuilder, type Selectable, sql } from 'kysely'
import { seesWholeClinic } from '../../platform/actor.ts'
import { anyOf, type ClinicWork, hasWords, type Tables, type Work } from '../../platform/database/index.ts'
import { emrStatusAt, verificationPath } from './emr-verification.store.ts'

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

/**
 * The enabled facilities of a person, as far as the actor reaches them, with what they should be warned of: a clinicAdmin's are
 * all of the clinic. A plan that renews by itself has no end (Q035); a day is over when it is in the facility's zone (Q036).
 */
export async function listFacilityCards(work: ClinicWork, userId: string): Promise<FacilityCard[]> {
  const today = dayIn(work.now, sql.ref('f.timeZone'))
  const ends = sql<boolean>`(not f.plan_renews or f.plan_end_date < ${today})`
  const rows = await work.db
    .selectFrom('facilities as f')
    .innerJoin('users as u', (join) => join.onRef('u.clinicId', '=', 'f.clinicId').on('u.id', '=', userId))
    .leftJoin('emrVerifications as v', (join) =>
      join.onRef('v.clinicId', '=', 'f.clinicId').onRef('v.facilityId', '=', 'f.id').onRef('v.userId', '=', 'u.id'),
    )
    .select(['f.id', 'f.name', emrStatusAt(work.now).as('emrVerificationStatus')])
    .select([
      sql<string | null>`case when ${ends} then f.plan_end_date end`.as('expires'),
      sql<boolean>`coalesce(f.plan_end_date < ${today}, false)`.as('hasExpired'),
    ])
    .where(({ and }) => and({ 'f.clinicId': work.clinicId, 'f.isEnabled': true }))
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('u.userType', '=', 'clinicAdmin'),
        exists(
          selectFrom('facilityUsers as l')
            .select('l.userId')
            .whereRef('l.clinicId', '=', 'f.clinicId')
            .whereRef('l.facilityId', '=', 'f.id')
            .whereRef('l.userId', '=', 'u.id'),
        ),
      ]),
    )
    .$if(!seesWholeClinic(work.actor), (reached) => reached.where('f.id', '=', anyOf(work.actor.facilityIds)))
    .orderBy('f.isParent', 'desc')
    .orderBy('f.name')
    .orderBy('f.id')
    .limit(500)
    .execute()
  // Everybody verifies themselves, nobody somebody else.
  const path = (facilityId: string) =>
    userId === work.actor.userId ? verificationPath({ clinicId: work.clinicId, userId, facilityId }) : null
  return rows.map(({ id, name, expires, hasExpired, emrVerificationStatus }) => ({
    facility: { facilityId: id, facilityName: name, facilityExpireDate: expires, hasExpired, disabled: false },
    emrHandlingData: {
      emrVerificationStatus,
      emrVerificationUrl: emrVerificationStatus === null || emrVerificationStatus === 'VERIFIED' ? null : path(id),
    },
  }))
}

type DetailColumns = Pick<
  Selectable<Tables['facilities']>,
  'id' | 'name' | 'organisationId' | 'noteType' | 'transcriptionFlow' | 'reviewerCount'
>

/** What anybody linked to a facility may know of it (C10). */
export const detailsOf = ({ id, name, ...ehr }: DetailColumns): FacilityDetails => ({
  facilityId: id,
  facilityName: name,
  ehrConfiguration: {
    facilityId: id,
    organisationId: ehr.organisationId,
    noteType: ehr.noteType,
    transcriptionFlow: ehr.transcriptionFlow,
    reviewerCount: ehr.reviewerCount,
  },
})

/** The details of all enabled facilities of the clinic. */
export async function listFacilityDetails(work: Work): Promise<FacilityDetails[]> {
  const rows = await work.db
    .selectFrom('facilities')
    .select(['id', 'name', 'organisationId', 'noteType', 'transcriptionFlow', 'reviewerCount'])
    .where(({ and }) => and({ clinicId: work.clinicId, isEnabled: true }))
    .limit(500)
    .execute()
  return rows.map(detailsOf)
}

type Columns = Selectable<Tables['facilities']>
export interface FacilityFacts
  extends Pick<Columns, 'id' | 'name' | 'isEnabled' | 'timeZone' | 'organisationId' | 'noteType' | 'transcriptionFlow'>,
    Pick<Columns, 'reviewerCount'> {
  /** Today in the facility's time zone: it owns "today" (Q189). */
  today: string
}

export const findFacility = (work: Work, facilityId: string): Promise<FacilityFacts | undefined> =>
  work.db
    .selectFrom('facilities')
    .select(['id', 'name', 'isEnabled', 'timeZone', 'organisationId', 'noteType', 'transcriptionFlow'])
    .select(({ ref }) => ['reviewerCount', dayIn(work.now, ref('timeZone')).as('today')])
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

/** The work type of somebody's last dictation at a facility that has one, of those that the facility still has. */
export async function findUsualWorkType(work: Work, facilityId: string, authorId: string): Promise<string | null> {
  const last = await work.db
    .selectFrom('jobs as j')
    .innerJoin('facilityWorkTypes as t', (join) =>
      join
        .onRef('t.clinicId', '=', 'j.clinicId')
        .onRef('t.facilityId', '=', 'j.facilityId')
        .onRef('t.name', '=', 'j.workType'),
    )
    .select('t.name')
    .where(({ and }) => and({ 'j.clinicId': work.clinicId, 'j.facilityId': facilityId, 'j.authorId': authorId }))
    .where('j.isEnabled', '=', true)
    .orderBy('j.submittedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.name ?? null
}

/** @returns whether that is another state than before */
export async function updateDisabled(work: Work, facilityId: string, isDisabled: boolean): Promise<boolean> {
  const { numUpdatedRows } = await work.db
    .updateTable('facilities')
    .set({ isEnabled: !isDisabled, disabledStatusUpdatedAt: work.now, updatedAt: work.now })
    .where(({ and }) => and({ clinicId: work.clinicId, id: facilityId, isEnabled: isDisabled }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The time zone of a clinic, its first facility's, today there, and whether somebody has chosen it. */
export async function findClinicDay(work: Work): Promise<{ timeZone: string; today: string; isTimeZoneSet: boolean }> {
  const first = await work.db
    .selectFrom('facilities')
    .select(({ ref, eb }) => [
      'timeZone',
      dayIn(work.now, ref('timeZone')).as('today'),
      eb
        .or([eb('timeZone', '<>', 'UTC'), eb('version', '>', 1)])
        .$castTo<boolean>()
        .as('isTimeZoneSet'),
    ])
    .where('clinicId', '=', work.clinicId)
    .orderBy('isParent', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first ?? { timeZone: 'UTC', today: work.now.toISOString().slice(0, 10), isTimeZoneSet: false }
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

/** The last of `count` further patient numbers of the facility; its row is held until the commit, so that none is given twice. */
export async function takePatientNumbers(work: Work, facilityId: string, count: number): Promise<number> {
  const { lastPatientNumber } = await work.db
    .updateTable('facilities')
    .set(({ eb }) => ({ lastPatientNumber: eb('lastPatientNumber', '+', count) }))
    .where(({ and }) => and({ clinicId: work.clinicId, id: facilityId }))
    .returning('lastPatientNumber')
    .executeTakeFirstOrThrow()
  return lastPatientNumber
}
