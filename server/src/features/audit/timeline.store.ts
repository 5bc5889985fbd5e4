import type { PatientLook, TimelineEntry } from '@dictara/contract/audit'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { anyOf, type ClinicWork, page, type PageQuery, readIds } from '../../platform/database/index.ts'
import { readEngine } from '../conversion/index.ts'
import { findClinicDay } from '../facilities/index.ts'
import { jobNumberText } from '../jobs/index.ts'
import { countChangedWords } from '../notes/index.ts'
import { lookEvents, readEvents } from './events.ts'
import { isWithin, type Range } from './range.store.ts'
import { comesAfter, findPart, type Order, type Part } from './walk.store.ts'

type Entry = z.input<typeof TimelineEntry>

const isOneOf = (events: readonly string[]): RawBuilder<boolean> => sql`e.event = any(${[...events]}::text[])`

/** The events of a conversion that succeeded. */
const converted = ['job.handToAuthor', 'job.handToPool']

/** The event of a job's last conversion, the only one whose engine is known. */
async function findConversion({ db, clinicId }: ClinicWork, jobId: string): Promise<string | undefined> {
  const [id] = await readIds(
    { db },
    sql`select e.id from audit_events e where e.clinic_id = ${clinicId} and e.job_id = ${jobId} and ${isOneOf(converted)}
      order by e.at desc, e.id desc limit 1`,
  )
  return id
}

/** The people of some events, by id. A join would look for them at each of a job's thousands of events. */
async function findPeople({ db }: ClinicWork, events: readonly { userId: string | null }[]) {
  const ids = [...new Set(events.flatMap(({ userId }) => userId ?? []))]
  const rows = await db
    .selectFrom('users')
    .select(['id', 'fullName', 'userType'])
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map<string | null, (typeof rows)[number]>(rows.map((row) => [row.id, row]))
}

/** A page of everything that happened to a job, the oldest first. `withReads`: also who read it. */
export async function listTimelineOf(work: ClinicWork, jobId: string, withReads: boolean, query: PageQuery) {
  const { result, size } = await page(
    work,
    { ...query, sortKey: 'at' },
    {
      from: work.db
        .selectFrom('auditEvents as e')
        .where(({ and }) => and({ 'e.clinicId': work.clinicId, 'e.jobId': jobId }))
        .where(withReads ? sql<boolean>`true` : sql<boolean>`not ${isOneOf(readEvents)}`),
      columns: (from) => from.select(['e.id', 'e.at', 'e.event', 'e.userId', 'e.level', 'e.comment']),
      sort: { at: 'e.at' },
      tie: 'e.id',
    },
  )
  const people = await findPeople(work, result)
  const isConverted = result.some(({ event }) => converted.includes(event))
  const [engine, conversionId] = isConverted ? [await readEngine(work, jobId), await findConversion(work, jobId)] : []
  const changes = result.some(({ event }) => event.startsWith('job.'))
    ? await countChangedWords(work, jobId)
    : undefined
  const entries: Entry[] = result.map(({ userId, ...entry }) => ({
    ...entry,
    userName: people.get(userId)?.fullName ?? null,
    userType: people.get(userId)?.userType ?? null,
    engine: (entry.id === conversionId && engine?.label) || null,
    wordsChanged: entry.event.startsWith('job.') ? (changes?.get(entry.at.getTime()) ?? null) : null,
  }))
  return { result: entries, size }
}

const newestFirst: Order = { table: 'audit_events', alias: 'e', at: 'at', direction: 'descend' }

/** A part of the events by which somebody looked at a patient, newest first: at the record, or at anything of their jobs. */
export async function findPatientLooks(work: ClinicWork, patientId: string, range: Range, part: Part) {
  const within = await isWithin(work, sql`e.at`, range)
  const walk = (whose: RawBuilder<unknown>, end: RawBuilder<unknown>) => sql`select e.id, e.at from audit_events e
    where e.clinic_id = ${work.clinicId} and ${whose} and ${isOneOf(lookEvents)} and ${within}
      and ${comesAfter(part, newestFirst)} ${end}`
  // Events that name the patient and a job of theirs are found by the patient already.
  const ofJob = sql`e.job_id = j.id and e.patient_id is distinct from ${patientId}::uuid`
  return findPart(work, part, newestFirst, {
    count: 1,
    each: (end) => sql`(${walk(sql`e.patient_id = ${patientId}`, end)}) union all
      (select m.* from jobs j cross join lateral (${walk(ofJob, end)}) m
      where j.clinic_id = ${work.clinicId} and j.patient_id = ${patientId})`,
  })
}

/** The rows of these looks, in the order of `ids`. */
export async function readPatientLooks(
  work: ClinicWork,
  ids: readonly string[],
): Promise<z.input<typeof PatientLook>[]> {
  const { timeZone } = await findClinicDay(work)
  const rows = await work.db
    .selectFrom('auditEvents as e')
    .innerJoin('users as u', 'u.id', 'e.userId')
    .leftJoin('jobs as j', (join) => join.onRef('j.clinicId', '=', 'e.clinicId').onRef('j.id', '=', 'e.jobId'))
    .select(['e.id', 'e.at', 'e.event', 'u.fullName as userName', 'u.userType', 'e.ip', 'j.number'])
    .where('e.clinicId', '=', work.clinicId)
    .where(sql<boolean>`e.id = any(${[...ids]}::uuid[])`)
    .orderBy(sql`array_position(${[...ids]}::uuid[], e.id)`)
    .execute()
  return rows.map(({ number, ...look }) => ({
    ...look,
    timeZone,
    jobNumber: number === null ? null : jobNumberText(number),
  }))
}
