import { asJson, type ClinicWork, type RowOf, type Work } from '../../platform/database/index.ts'
import type { Exposed } from './exposed-fields.ts'

declare module '../../platform/database/columns.ts' {
  interface JsonColumns {
    'deviceConfigurations.exposed': Exposed[]
  }
}

/** Every change adds one to `version`; 0 means that nothing was saved yet. */
export type Configuration = RowOf<'deviceConfigurations', 'exposed' | 'version'>

/** Which EHR a facility has, null for none, and whether it is enabled. */
export const getConnection = (work: Work, facilityId: string) =>
  work.db
    .selectFrom('facilities')
    .select(['isEnabled', 'ehrType'])
    .where(({ and }) => and({ clinicId: work.clinicId, id: facilityId }))
    .executeTakeFirstOrThrow()

/** What a facility exposes for a work type; nothing until something was saved. */
export async function findConfiguration(work: Work, facilityId: string, workType: string): Promise<Configuration> {
  const saved = await work.db
    .selectFrom('deviceConfigurations')
    .select(['exposed', 'version'])
    .where(({ and }) => and({ clinicId: work.clinicId, facilityId, workType }))
    .executeTakeFirst()
  return saved ?? { exposed: [], version: 0 }
}

/** Replaces the choice. @returns false when somebody else changed it since `version` */
export async function saveConfiguration(
  work: ClinicWork,
  of: { facilityId: string; workType: string },
  { exposed, version }: Configuration,
): Promise<boolean> {
  const own = { clinicId: work.clinicId, ...of }
  const next = { exposed: asJson(exposed), version: version + 1 }
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await work.db
      .insertInto('deviceConfigurations')
      .values({ ...own, ...next })
      .onConflict((known) => known.columns(['clinicId', 'facilityId', 'workType']).doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows! > 0n
  }
  const { numUpdatedRows } = await work.db
    .updateTable('deviceConfigurations')
    .set(next)
    .where(({ and }) => and({ ...own, version }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
