import { type FacilityJob, facilityJobStatuses, type FacilityUser } from '@dictara/contract/ehr-configuration'
import type { JobStatus } from '@dictara/contract/jobs'
import { sql } from 'kysely'
import type { z } from 'zod'
import { seesWholeClinic } from '../../platform/actor.ts'
import { anyOf, type ClinicWork, page, type PageQuery, type Work } from '../../platform/database/index.ts'
import { emrStatusAt } from '../facilities/index.ts'
import { jobNumberText } from '../jobs/index.ts'

/** Whether the actor may set up facilities (C14). */
export async function hasFacilityAccess({ db, actor }: ClinicWork): Promise<boolean> {
  if (seesWholeClinic(actor)) return true
  const { facilityAccess } = await db
    .selectFrom('users')
    .select('facilityAccess')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  return facilityAccess
}

/** A page of the facilities that the actor reaches, the parent first, then by name. */
export const listFacilityRows = (work: ClinicWork, query: PageQuery, ehrType: string | undefined) =>
  page(
    work,
    { ...query, sortKey: 'order' },
    {
      from: work.db
        .selectFrom('facilities as f')
        .where('f.clinicId', '=', work.clinicId)
        .$if(ehrType !== undefined, (all) => all.where('f.ehrType', '=', ehrType!))
        .$if(!seesWholeClinic(work.actor), (all) => all.where('f.id', '=', anyOf(work.actor.facilityIds))),
      columns: (from) =>
        from
          .select(['f.id as facilityId', 'f.name as facilityName', 'f.isParent', 'f.ehrType', 'f.timeZone'])
          .select(['f.transcriptionFlow', 'f.reviewerCount', sql<boolean>`not f.is_enabled`.as('disabled')]),
      search: ['f.name'],
      sort: { order: sql`(not f.is_parent)::int || lower(f.name)` },
      tie: 'f.id',
    },
  )

/** A facility with its configuration, and what its EHR asks of the actor. */
export const findFacilityRow = (work: ClinicWork, facilityId: string) =>
  work.db
    .selectFrom('facilities as f')
    .leftJoin('emrVerifications as v', (join) =>
      join
        .onRef('v.clinicId', '=', 'f.clinicId')
        .onRef('v.facilityId', '=', 'f.id')
        .on('v.userId', '=', work.actor.userId),
    )
    .select([
      'f.id',
      'f.name',
      'f.isEnabled',
      'f.isParent',
      'f.timeZone',
      'f.organisationId',
      'f.noteType',
      'f.ehrType',
    ])
    .select(['f.transcriptionFlow', 'f.reviewerCount', 'f.allPatientsRequired', 'f.rangeForDischargedPatients'])
    .select(['f.hl7Integration', 'f.demoResetAt', 'f.version', 'f.verificationAskedSince'])
    .select(emrStatusAt(work.now).as('emrVerificationStatus'))
    .where(({ and }) => and({ 'f.clinicId': work.clinicId, 'f.id': facilityId }))
    .executeTakeFirst()
export type FacilityRow = NonNullable<Awaited<ReturnType<typeof findFacilityRow>>>

/** Locks a facility, so that changes of it run one after the other. */
export async function lockFacility(work: Work, facilityId: string): Promise<void> {
  await work.db
    .selectFrom('facilities')
    .select('id')
    .where(({ and }) => and({ clinicId: work.clinicId, id: facilityId }))
    .forNoKeyUpdate()
    .execute()
}

/** Whether another facility of the clinic has this name, case aside. */
export async function nameIsTaken(work: Work, name: string, except: string | null): Promise<boolean> {
  const other = await work.db
    .selectFrom('facilities')
    .select('id')
    .where('clinicId', '=', work.clinicId)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .$if(except !== null, (all) => all.where('id', '<>', except!))
    .executeTakeFirst()
  return other !== undefined
}

type WaitingStatus = (typeof facilityJobStatuses)[number]
/** As the question before disabling names the states of a job (C21); a job in another state does not wait. */
const waitingStatuses: Partial<Record<JobStatus, WaitingStatus>> = {
  AVAILABLE: 'Available',
  READY: 'Ready',
  RECEIVED: 'InProgress',
  CONVERTING: 'InProgress',
  IN_PROGRESS: 'InProgress',
  IN_REVIEW: 'InProgress',
  WRITING: 'InProgress',
  INCOMPLETE: 'InProgress',
}
/** At most as many jobs are named; their number is told besides. */
const jobsMost = 200

/** The unfinished jobs of a facility, oldest first, and how many there are. */
export async function listWaitingJobs(
  work: Work,
  facilityId: string,
  wanted: readonly WaitingStatus[],
): Promise<{ result: z.input<typeof FacilityJob>[]; size: number }> {
  const statuses = (Object.keys(waitingStatuses) as JobStatus[]).filter((status) =>
    wanted.includes(waitingStatuses[status]!),
  )
  if (statuses.length === 0) return { result: [], size: 0 }
  const rows = await work.db
    .selectFrom('jobs as j')
    .innerJoin('users as a', (join) => join.onRef('a.clinicId', '=', 'j.clinicId').onRef('a.id', '=', 'j.authorId'))
    .select(['j.number', 'j.status', 'j.submittedAt as submissionTime', 'a.fullName as author'])
    .select(sql<number>`(count(*) over ())::int`.as('total'))
    .where(({ and }) => and({ 'j.clinicId': work.clinicId, 'j.facilityId': facilityId, 'j.isEnabled': true }))
    .where('j.status', 'in', statuses)
    .orderBy('j.submittedAt')
    .orderBy('j.id')
    .limit(jobsMost)
    .execute()
  return {
    size: rows[0]?.total ?? 0,
    result: rows.map(({ number, status, submissionTime, author }) => ({
      jobNumber: jobNumberText(number),
      submissionTime,
      author,
      status: waitingStatuses[status]!,
    })),
  }
}

/** The enabled people who are linked to a facility, by name. */
export const listLinkedUsers = (work: Work, facilityId: string): Promise<FacilityUser[]> =>
  work.db
    .selectFrom('facilityUsers as l')
    .innerJoin('users as u', (join) => join.onRef('u.clinicId', '=', 'l.clinicId').onRef('u.id', '=', 'l.userId'))
    .select(['u.id', 'u.fullName', 'u.email'])
    .where(({ and }) => and({ 'l.clinicId': work.clinicId, 'l.facilityId': facilityId, 'u.isEnabled': true }))
    .orderBy('u.fullName')
    .orderBy('u.id')
    .limit(1000)
    .execute()
