import type { AuditedFacility, FacilityAuditEntry } from '@dictara/contract/audit'
import { sql } from 'kysely'
import type { z } from 'zod'
import { seesWholeClinic } from '../../platform/actor.ts'
import { type ClinicWork, page, type PageOf, type PageQuery } from '../../platform/database/index.ts'

/** The events that change a facility or its settings. */
const changes = [
  'facility.enabled',
  'facility.disabled',
  'facility.added',
  'facility.configured',
  'facility.ehr-fields-set',
  'facility.turnaround-set',
]

/** True for events `e` that name neither a job nor a patient, which all events of a facility’s log are. They are few, and have an index. */
const namesFacilityAlone = sql<boolean>`(e.job_id is null and e.patient_id is null)`

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
          .select(sql<boolean>`not f.is_enabled`.as('disabled'))
          .select(({ selectFrom }) =>
            selectFrom('auditEvents as e')
              .whereRef('e.clinicId', '=', 'f.clinicId')
              .whereRef('e.facilityId', '=', 'f.id')
              .where('e.event', 'in', changes)
              .where(namesFacilityAlone)
              .select(({ fn }) => fn.max('e.at').as('at'))
              .as('lastUpdated'),
          ),
      sort: { name: 'f.name' },
      tie: 'f.id',
    },
  )

type Status = z.input<typeof FacilityAuditEntry>['status']
interface Detail {
  ehrType?: string | null
  ehrChanged?: boolean
  changed?: string[]
  workType?: string
  works?: boolean
}

function configured({ ehrType, ehrChanged }: Detail): Status {
  if (!ehrChanged) return 'CHANGED'
  return ehrType === null ? 'EHR_REMOVED' : 'EHR_CONFIGURED'
}

/** The events of a facility’s log, and what each says. */
const statuses: Record<string, (detail: Detail) => Status> = {
  'facility.enabled': () => 'ENABLE',
  'facility.disabled': () => 'DISABLE',
  'facility.added': () => 'ADDED',
  'facility.configured': configured,
  'facility.ehr-tested': ({ works }) => (works ? 'EHR_TEST_PASSED' : 'EHR_TEST_FAILED'),
  'facility.ehr-fields-set': () => 'EHR_FIELDS_CHANGED',
  'facility.turnaround-set': () => 'TURNAROUND_CHANGED',
  'emr.verified': () => 'PERSON_VERIFIED',
  'emr.verification-failed': () => 'PERSON_NOT_VERIFIED',
}

/** What happened to a facility, newest first. The name is null where Dictara did it itself. */
export async function listFacilityEvents(
  work: ClinicWork,
  facilityId: string,
): Promise<z.input<typeof FacilityAuditEntry>[]> {
  const rows = await work.db
    .selectFrom('auditEvents as e')
    .leftJoin('users as u', 'u.id', 'e.userId')
    .select(['e.id', 'e.at as updateDate', 'e.event', 'e.detail', 'u.fullName as userName'])
    .where(({ and }) => and({ 'e.clinicId': work.clinicId, 'e.facilityId': facilityId }))
    .where('e.event', 'in', Object.keys(statuses))
    .where(namesFacilityAlone)
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(1000)
    .execute()
  return rows.map(({ event, detail, ...entry }) => {
    const { changed, workType, ...more } = (detail ?? {}) as Detail
    return { ...entry, status: statuses[event]!(more), changed: changed ?? (workType ? [workType] : []) }
  })
}
