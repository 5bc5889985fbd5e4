import type { FacilityTargets, LineLength } from '@dictara/contract/turnaround'
import { type Selectable, sql } from 'kysely'
import { seesWholeClinic } from '../../platform/actor.ts'
import { anyOf, type ClinicWork, type Tables } from '../../platform/database/index.ts'

/** Of all work types, as the database has it. */
const anyWorkType = ''

export type Targets = Pick<FacilityTargets, 'routineMinutes' | 'statMinutes' | 'workTypes'>
type Target = Pick<Selectable<Tables['turnaroundTargets']>, 'facilityId' | 'workType' | 'priority' | 'minutes'>

const minutesOf = (targets: readonly Target[], workType: string) => {
  const of = (priority: Target['priority']) =>
    targets.find((target) => target.workType === workType && target.priority === priority)?.minutes ?? null
  return { routineMinutes: of('ROUTINE'), statMinutes: of('STAT') }
}

/**
 * What the facilities that the actor reaches aim at, or one of them: each with all its work types, and with those that it had when
 * a target was set for them.
 */
export async function listTargets(work: ClinicWork, facilityId?: string): Promise<FacilityTargets[]> {
  const facilities = await work.db
    .selectFrom('facilities')
    .select(['id as facilityId', 'name as facilityName', 'turnaroundVersion as version'])
    .where('clinicId', '=', work.clinicId)
    .$if(facilityId !== undefined, (all) => all.where('id', '=', facilityId!))
    .$if(!seesWholeClinic(work.actor), (all) => all.where('id', '=', anyOf(work.actor.facilityIds)))
    .orderBy('isParent', 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(500)
    .execute()
  const ids = anyOf(facilities.map((facility) => facility.facilityId))
  const known = await work.db
    .selectFrom('facilityWorkTypes')
    .select(['facilityId', 'name'])
    .where('clinicId', '=', work.clinicId)
    .where('facilityId', '=', ids)
    .orderBy('position')
    .execute()
  const targets = await work.db
    .selectFrom('turnaroundTargets')
    .select(['facilityId', 'workType', 'priority', 'minutes'])
    .where('clinicId', '=', work.clinicId)
    .where('facilityId', '=', ids)
    .orderBy('workType')
    .execute()
  return facilities.map((facility) => {
    const own = targets.filter((target) => target.facilityId === facility.facilityId)
    const names = known.filter((type) => type.facilityId === facility.facilityId).map(({ name }) => name)
    const workTypes = new Set([...names, ...own.map(({ workType }) => workType)])
    workTypes.delete(anyWorkType)
    return {
      ...facility,
      ...minutesOf(own, anyWorkType),
      workTypes: [...workTypes].map((workType) => ({ workType, ...minutesOf(own, workType) })),
    }
  })
}

/** Counts the version of a facility's targets up. @returns false when it is not the one that was seen */
export async function takeTargets(work: ClinicWork, facilityId: string, seen: number): Promise<boolean> {
  const { numUpdatedRows } = await work.db
    .updateTable('facilities')
    .set(({ eb }) => ({ turnaroundVersion: eb('turnaroundVersion', '+', 1) }))
    .where(({ and }) => and({ clinicId: work.clinicId, id: facilityId, turnaroundVersion: seen }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Writes the targets of a facility whole, in the place of what they were. */
export async function saveTargets(work: ClinicWork, facilityId: string, targets: Targets): Promise<void> {
  const { clinicId } = work
  await work.db
    .deleteFrom('turnaroundTargets')
    .where(({ and }) => and({ clinicId, facilityId }))
    .execute()
  const rows = [{ ...targets, workType: anyWorkType }, ...targets.workTypes].flatMap((row) =>
    (
      [
        ['ROUTINE', row.routineMinutes],
        ['STAT', row.statMinutes],
      ] as const
    ).flatMap(([priority, minutes]) =>
      minutes === null ? [] : [{ clinicId, facilityId, workType: row.workType, priority, minutes }],
    ),
  )
  if (rows.length > 0) await work.db.insertInto('turnaroundTargets').values(rows).execute()
}

export const findLineLength = (work: ClinicWork): Promise<LineLength> =>
  work.db
    .selectFrom('clinics')
    .select(['lineCharacters', 'lineVersion as version'])
    .where('clinicId', '=', work.clinicId)
    .executeTakeFirstOrThrow()

/** @returns false when it is not any more what was seen */
export async function saveLineLength(work: ClinicWork, { lineCharacters, version }: LineLength): Promise<boolean> {
  const { numUpdatedRows } = await work.db
    .updateTable('clinics')
    .set({ lineCharacters, lineVersion: sql`line_version + 1` })
    .where(({ and }) => and({ clinicId: work.clinicId, lineVersion: version }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
