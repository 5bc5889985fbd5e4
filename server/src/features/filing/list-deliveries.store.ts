import type { Delivery, Destination } from '@dictara/contract/filing'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Actor, seesWholeClinic } from '../../platform/actor.ts'
import { anyOf, type ClinicWork, page, type PageOf, type PageQuery } from '../../platform/database/index.ts'
import { jobNumberText } from '../jobs/index.ts'

type DeliveryIn = z.input<typeof Delivery>

/** What people call a kind of EHR; the kind itself where this installation doesn’t know it. */
export type NameOfEhr = (ehrType: string) => string

export interface DeliveriesQuery extends PageQuery<'approvedAt'> {
  facilityIds: readonly string[]
  states: readonly DeliveryIn['state'][]
}

const reaches = (actor: Actor, facilityId: string) =>
  sql<boolean>`(${seesWholeClinic(actor)} or ${sql.ref(facilityId)} = any(${[...actor.facilityIds]}::uuid[]))`

/**
 * The deliveries of the actor’s facilities, the last of each job. Notes of a facility without an EHR go nowhere. Of a deleted job only one
 * that could not be struck out where it may be, because people have to do it there.
 */
const deliveries = ({ db, clinicId, actor }: ClinicWork) =>
  db
    .selectFrom('filings as f')
    .innerJoin('jobs as j', (join) => join.onRef('j.clinicId', '=', 'f.clinicId').onRef('j.id', '=', 'f.jobId'))
    .innerJoin('patients as p', (join) => join.onRef('p.clinicId', '=', 'j.clinicId').on('p.id', '=', whosePatient))
    .where('f.clinicId', '=', clinicId)
    .where(sql<boolean>`(j.is_enabled or ${isLeftThere('f')})`)
    .where('f.ehrType', 'is not', null)
    .where(reaches(actor, 'f.facilityId'))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('filings as n')
            .select('n.jobId')
            .whereRef('n.clinicId', '=', 'f.clinicId')
            .whereRef('n.jobId', '=', 'f.jobId')
            .whereRef('n.noteVersion', '>', 'f.noteVersion')
            .where(sql<boolean>`(j.is_enabled or ${isLeftThere('n')})`),
        ),
      ),
    )

/** A version of a deleted job’s note that could not be struck out where it may be. */
const isLeftThere = (filing: 'f' | 'n') =>
  sql<boolean>`(${sql.ref(`${filing}.state`)} = 'FAILED' and ${sql.ref(`${filing}.strikeStatus`)} = 'FAILED')`
/** Such a version may be another patient’s in the EHR than the job’s last one. */
const whosePatient = sql<string>`case when j.is_enabled then j.patient_id else f.unanswered_patient_id end`

/** A page of deliveries; search finds the job’s number, the patient’s name and MRN. */
export async function listDeliveries(
  work: ClinicWork,
  { facilityIds, states, search, ...query }: DeliveriesQuery,
  nameOf: NameOfEhr,
): Promise<PageOf<DeliveryIn>> {
  const all = deliveries(work)
  const ofFacilities = facilityIds.length > 0 ? all.where('f.facilityId', '=', anyOf(facilityIds)) : all
  const { result, size } = await page(work, search ? { ...query, search } : query, {
    from: states.length > 0 ? ofFacilities.where('f.state', 'in', states) : ofFacilities,
    columns: (from) =>
      from
        .innerJoin('facilities as l', (join) =>
          join.onRef('l.clinicId', '=', 'f.clinicId').onRef('l.id', '=', 'f.facilityId'),
        )
        .select(['f.jobId', 'j.number', 'f.noteVersion', 'p.medicalRecordNumber', 'f.facilityId', 'f.state'])
        .select(['l.name as facilityName', 'l.timeZone', 'f.queuedAt as approvedAt', 'f.attempts', 'f.lastTriedAt'])
        .select('j.isEnabled')
        .select(['f.filedAt as acknowledgedAt', 'f.reference', 'f.lastError as error', 'f.strikeStatus'])
        .select(sql<string>`f.ehr_type`.as('ehrType'))
        .select(sql<string>`p.first_name || ' ' || p.last_name`.as('patientName')),
    search: ['p.firstName', 'p.lastName', 'p.medicalRecordNumber', sql<string>`lpad(j.number::text, 6, '0')`],
    sort: { approvedAt: 'f.queuedAt' },
    tie: 'f.jobId',
  })
  return {
    size,
    result: result.map(({ number, ehrType, isEnabled, ...row }) => ({
      ...row,
      isJobDeleted: !isEnabled,
      jobNumber: jobNumberText(number),
      ehrName: nameOf(ehrType),
    })),
  }
}

type DestinationIn = z.input<typeof Destination>

/** The facilities of the actor that have an EHR, or notes on their way to one. */
export async function listDestinations(work: ClinicWork, nameOf: NameOfEhr): Promise<DestinationIn[]> {
  const counted = deliveries(work)
    .where(
      sql<boolean>`j.is_enabled and (f.state = 'WAITING' and j.status = 'WRITING' or f.state = 'FAILED' and j.status = 'INCOMPLETE')`,
    )
    .select(({ fn }) => ['f.facilityId', fn.max('f.ehrType').as('ehrType')])
    .select(sql<number>`(count(*) filter (where f.state = 'WAITING'))::int`.as('waiting'))
    .select(({ fn }) => fn.min('f.queuedAt').filterWhere('f.state', '=', 'WAITING').as('waitingSince'))
    .select(sql<number>`(count(*) filter (where f.state = 'FAILED'))::int`.as('failed'))
    .groupBy('f.facilityId')
  const rows = await work.db
    .selectFrom('facilities as l')
    .leftJoin('ehrDestinations as d', (join) =>
      join.onRef('d.clinicId', '=', 'l.clinicId').onRef('d.facilityId', '=', 'l.id'),
    )
    .leftJoin(counted.as('c'), 'c.facilityId', 'l.id')
    .select(['l.id as facilityId', 'l.name as facilityName', 'l.timeZone'])
    .select(({ fn }) => fn.coalesce('l.ehrType', 'c.ehrType').as('ehrType'))
    .select(['c.waiting', 'c.waitingSince', 'c.failed'])
    .select(['d.failures', 'd.silentSince', 'd.nextTryAt', 'd.lastError', 'd.alertedAt'])
    .where('l.clinicId', '=', work.clinicId)
    .where(reaches(work.actor, 'l.id'))
    .where(({ eb, or }) =>
      or([eb('c.facilityId', 'is not', null), eb('l.ehrType', 'is not', null).and('l.isEnabled', '=', true)]),
    )
    .orderBy('l.name')
    .orderBy('l.id')
    .execute()
  return rows.map(({ ehrType, waiting, failed, failures, silentSince, lastError, alertedAt, ...row }) => ({
    ...row,
    ehrName: nameOf(ehrType!),
    waiting: waiting ?? 0,
    failed: failed ?? 0,
    state: silentSince !== null ? 'AWAY' : alertedAt === null ? 'WORKING' : 'REFUSING',
    error: failures ? lastError : null,
    awaySince: silentSince,
  }))
}

/** The jobs of a facility whose note failed, in the order of approval, and how many there are. */
export async function listFailed(work: ClinicWork, facilityId: string, most: number) {
  const failed = deliveries(work).where(({ and }) =>
    and({ 'f.facilityId': facilityId, 'f.state': 'FAILED', 'j.status': 'INCOMPLETE', 'j.isEnabled': true }),
  )
  const rows = await failed.select('f.jobId').orderBy('f.queuedAt').orderBy('j.number').limit(most).execute()
  return rows.map(({ jobId }) => jobId)
}
