import type { AuditedFacility, FacilityAuditEntry } from '@dictara/contract/audit'
import { sql } from 'kysely'
import type { z } from 'zod'
import { seesWholeClinic } from '../../platform/actor.ts'
import { type ClinicWork, page, type PageOf, type PageQuery } from '../../platform/database/index.ts'

const atReached = ({ actor }: ClinicWork) =>
  seesWholeClinic(actor) ? sql<boolean>`true` : sql<boolean>`f.id = any(${[...actor.facilityIds]}::uuid[])`

/** The facilities that the actor manages (AUD-28). */
export const listAuditedFacilities = (
  work: ClinicWork,
  query: PageQuery,
): Promise<PageOf<z.input<typeof AuditedFacility>>> =>
  page(
    work,
    { ...query, sortKey: 'name' },
    {
      from: work.db.selectFrom('facilities as f').where('f.clinicId', '=', work.clinicId).where(atReached(work)),
      columns: (from) =>
        from
          .select(['f.id as facilityId', 'f.name as facilityName', 'f.timeZone'])
          .select('f.disabledStatusUpdatedAt as facilityDisableStatusLastUpdated')
          .select(sql<boolean>`not f.is_enabled`.as('disabled')),
      sort: { name: 'f.name' },
      tie: 'f.id',
    },
  )

/** When a facility was enabled and disabled, newest first. The name is null where Dictara did it itself. */
export async function listFacilitySwitches(
  work: ClinicWork,
  facilityId: string,
): Promise<z.input<typeof FacilityAuditEntry>[]> {
  const rows = await work.db
    .selectFrom('auditEvents as e')
    .leftJoin('users as u', 'u.id', 'e.userId')
    .select(['e.id', 'e.at as updateDate', 'e.event', 'u.fullName as userName'])
    .where(({ and }) => and({ 'e.clinicId': work.clinicId, 'e.facilityId': facilityId }))
    .where('e.event', 'in', ['facility.enabled', 'facility.disabled'])
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(1000)
    .execute()
  return rows.map(({ event, ...entry }) => ({ ...entry, status: event === 'facility.enabled' ? 'ENABLE' : 'DISABLE' }))
}
