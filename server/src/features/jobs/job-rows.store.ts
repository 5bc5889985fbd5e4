import type { Job, JobRow } from '@dictara/contract/jobs'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import {
  type ClinicWork,
  preparedMark,
  readIds,
  type RowOf,
  type Tables,
  type Work,
} from '../../platform/database/index.ts'
import { dayIn } from '../facilities/index.ts'
import { mayStart } from './access-rules.store.ts'
import { allowedActionsOf } from './jobs.access.ts'
import { jobNumberText } from './receive-job.ts'

/** Rows as handlers return them: moments are still in the database's form. */
export type JobRowOut = z.input<typeof JobRow>
export type JobOut = z.input<typeof Job>

type Columns = Selectable<Tables['jobs']>

/** A job with the names that belong to its ids, as PostgreSQL gives it. */
export interface NamedJob
  extends Pick<
      Columns,
      'id' | 'number' | 'audioMs' | 'submittedAt' | 'lastUpdatedAt' | 'authorId' | 'patientId' | 'status'
    >,
    Pick<Columns, 'level' | 'returned' | 'holderId' | 'heldSince' | 'billerId' | 'facilityId' | 'reasonForFailing'>,
    Pick<Columns, 'workType' | 'priority' | 'dueAt' | 'waitingSince' | 'reviewLevels' | 'transcriberId' | 'rejectedBy'>,
    Pick<Columns, 'failStage' | 'isEnabled' | 'progress' | 'version'>,
    RowOf<'patients', 'medicalRecordNumber' | 'gender' | 'birthDate'>,
    RowOf<'facilities', 'timeZone'> {
  authorName: string
  patientName: string
  transcriberName: string | null
  approvals: JobRowOut['reviewedBy'] | null
  holderName: string | null
  facilityName: string
  facilityIsEnabled: boolean
  comments: JobRowOut['comments'] | null
  staysHere: boolean
}

/** Who approved job `j` since its last transcription. A returned job is reviewed from the beginning. */
const approvals: RawBuilder<unknown> = sql`case when j.review_levels > 0 then (
    select json_agg(json_build_object('id', s.user_id, 'fullName', r.full_name, 'level', s.level) order by s.ended_at, s.id)
    from job_stints s join users r on r.clinic_id = s.clinic_id and r.id = s.user_id
    where s.clinic_id = j.clinic_id and s.job_id = j.id and s.action = 'Approved' and not exists (
      select from job_stints t where t.clinic_id = j.clinic_id and t.job_id = j.id and t.stage = 'TRANSCRIPTION' and t.started_at > s.started_at
    )) end`

/** For a finished job `j`: whether its note is in no EHR. For any other: whether its facility `f` has no EHR. */
export const staysHere: RawBuilder<unknown> = sql`case when j.status in ('COMPLETED', 'BILLED', 'STRUCK_OUT') then not exists (
    select from filings e where e.clinic_id = j.clinic_id and e.job_id = j.id and e.filed_at is not null and e.ehr_type is not null)
    else f.ehr_type is null end`

const jobColumns: RawBuilder<unknown> = sql`
  j.id, j.number, j.audio_ms, j.submitted_at, j.last_updated_at, j.author_id, a.full_name as author_name,
  j.patient_id, p.first_name || ' ' || p.last_name as patient_name, p.medical_record_number, p.gender, p.birth_date,
  j.work_type, j.priority, j.due_at, j.waiting_since, j.status, j.level, j.review_levels, j.returned, j.rejected_by,
  j.transcriber_id, t.full_name as transcriber_name, ${approvals} as approvals,
  j.holder_id, h.full_name as holder_name, j.held_since, j.biller_id, j.facility_id, f.name as facility_name,
  f.is_enabled as facility_is_enabled, f.time_zone,
  (select json_agg(json_build_object('comment', c.comment, 'userType', c.user_type, 'userName', w.full_name,
      'level', c.level, 'createdDate', c.created_at) order by c.created_at desc, c.id desc)
    from job_comments c join users w on w.clinic_id = c.clinic_id and w.id = c.user_id
    where c.clinic_id = j.clinic_id and c.job_id = j.id) as comments,
  j.reason_for_failing, j.fail_stage, j.is_enabled, ${staysHere} as stays_here, j.progress, j.version`

const jobJoins: RawBuilder<unknown> = sql`
  join users a on a.clinic_id = j.clinic_id and a.id = j.author_id
  join patients p on p.clinic_id = j.clinic_id and p.id = j.patient_id
  join facilities f on f.clinic_id = j.clinic_id and f.id = j.facility_id
  left join users h on h.clinic_id = j.clinic_id and h.id = j.holder_id
  left join users t on t.clinic_id = j.clinic_id and t.id = j.transcriber_id`

/** The rows of the jobs whose ids are in `chosen`, a table that the surrounding statement defines. */
export const rowsOfChosen = (work: Work): RawBuilder<unknown> =>
  sql`select ${jobColumns} from chosen join jobs j on j.clinic_id = ${work.clinicId} and j.id = chosen.id ${jobJoins}`

/** Which of the jobs the actor may take from their pools. Checks only jobs in a pool: eligibility costs more than the rest of a page. */
async function findStartable(work: ClinicWork, jobs: readonly NamedJob[]): Promise<ReadonlySet<string>> {
  const inPool = jobs.filter((job) => job.isEnabled && (job.status === 'AVAILABLE' || job.status === 'READY'))
  if (inPool.length === 0) return new Set()
  const startable = sql`${sql.raw(preparedMark)} select j.id from jobs j
    where j.clinic_id = ${work.clinicId} and j.id = any(${inPool.map(({ id }) => id)}::uuid[]) and ${mayStart(work.actor)}`
  return new Set(await readIds(work, startable))
}

/** Jobs as every list shows them to the actor (JOBS-48), in the given order. */
export async function toJobRows(work: ClinicWork, jobs: readonly NamedJob[]): Promise<JobRowOut[]> {
  const startable = await findStartable(work, jobs)
  return jobs.map((job) => toJobRow(work.actor, job, startable.has(job.id)))
}

/** True when a row may show more of its patient than the name. Transcriptionists see more only of jobs they have or had (roles.md). */
const seesPatient = (actor: Actor, { holderId, transcriberId, rejectedBy }: NamedJob) =>
  actor.userType !== 'transcriptionist' || [holderId, transcriberId, rejectedBy].includes(actor.userId)

function toJobRow(actor: Actor, row: NamedJob, isStartable: boolean): JobRowOut {
  const holder = row.holderId ? { id: row.holderId, fullName: row.holderName! } : null
  const isShown = seesPatient(actor, row)
  return {
    ...row,
    jobId: row.id,
    jobNumber: jobNumberText(row.number),
    jobName: jobNumberText(row.number),
    audioLength: Math.round(row.audioMs / 1000),
    submissionTime: row.submittedAt,
    lastUpdatedTime: row.lastUpdatedAt,
    author: row.authorName,
    medicalRecordNumber: isShown ? row.medicalRecordNumber : null,
    gender: isShown ? row.gender : null,
    dob: isShown ? row.birthDate : null,
    levels: row.reviewLevels,
    transcribedBy: row.transcriberId ? { id: row.transcriberId, fullName: row.transcriberName! } : null,
    reviewedBy: row.approvals ?? [],
    currentLevelOfReview: row.level,
    reviewerInProgress: row.status === 'IN_REVIEW' ? holder : null,
    heldBy: holder,
    facility: { facilityId: row.facilityId, facilityName: row.facilityName },
    comments: row.comments ?? [],
    progress: row.status === 'CONVERTING' ? row.progress : null,
    allowedActions: allowedActionsOf(actor, { ...row, mayStart: isStartable }),
  }
}

interface DetailedJob extends NamedJob, Pick<Columns, 'dateOfEncounter' | 'templateId' | 'notices' | 'audioTime'> {
  today: string
  templateName: string | null
}

/** One whole job for the editors. The caller must have checked that the actor may read it. */
export async function getJobFor(work: ClinicWork, jobId: string): Promise<JobOut> {
  const { rows } = await sql<DetailedJob>`${sql.raw(preparedMark)}
    select ${jobColumns}, j.date_of_encounter, j.notices, j.audio_time, j.template_id, m.name as template_name, ${dayIn(work.now, sql.ref('f.timeZone'))} as today
    from jobs j ${jobJoins} left join section_templates m on m.clinic_id = j.clinic_id and m.id = j.template_id
    where j.clinic_id = ${work.clinicId} and j.id = ${jobId}`.execute(work.db)
  const row = rows[0]!
  const [shown] = (await toJobRows(work, rows)) as [JobRowOut]
  return {
    ...row,
    ...shown,
    templates: row.templateId && row.templateName ? [{ id: row.templateId, templateName: row.templateName }] : [],
    isAuthor: row.authorId === work.actor.userId,
    editable: shown.allowedActions.includes('save'),
  }
}
