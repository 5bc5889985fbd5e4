import type pg from 'pg'

/** The size of the audit of the measured clinic. */
export interface AuditSize {
  events: number
  sessions: number
}

/** Arguments for calls to the audit, taken from the seeded rows. */
export interface AuditSubjects {
  /** A job with 2,000 events, one with the usual 16, and a patient with 200 jobs. */
  jobId: string
  usualJobId: string
  patientId: string
  facilityId: string
  /** Full names of authors. */
  names: string[]
  numbers: string[]
  /** Names of patients as people type them. */
  words: string[]
}

const ofType = (userType: string) => `users where clinic_id = $1 and user_type = '${userType}'`
const nth = (userType: string) => `(select id, row_number() over (order by email) - 1 as n from ${ofType(userType)})`
const countOf = (userType: string) => `(select count(*) from ${ofType(userType)})`

/** People besides doctors: 40 transcriptionists, 40 reviewers who seldom sign in, and a biller of 60 doctors. */
const people = [
  `insert into users (clinic_id, id, email, password_hash, first_name, last_name, user_type, user_privilege)
   select $1, uuidv7(), t || n || '@1.example.org', a.password_hash, 'Pat' || n, 'Doe' || t, t, 'NONE'
   from users a, (values ('transcriptionist', 40), ('reviewer', 40), ('biller', 1)) k (t, people), generate_series(1, people) n
   where a.email = 'admin@1.example.org'`,
  `insert into facility_users (clinic_id, facility_id, user_id) select u.clinic_id, f.id, u.id
   from users u join facilities f using (clinic_id) where u.clinic_id = $1 and u.user_type <> 'clinicAdmin'`,
  `update users d set biller_id = b.id from users b, ${nth('doctor')} n
   where b.clinic_id = $1 and b.user_type = 'biller' and d.id = n.id and n.n < 60`,
]

const jobs = [
  // Of the finished jobs two in five are billed and one in a thousand is struck out.
  `update jobs set status = case when number % 1000 = 1 then 'STRUCK_OUT' else 'BILLED' end
   where clinic_id = $1 and status = 'COMPLETED' and (number % 5 < 2 or number % 1000 = 1)`,
  `update jobs set patient_id = (select patient_id from jobs where clinic_id = $1 and number = 1) where clinic_id = $1 and number <= 200`,
  `update job_search s set words = job_words(j.number, p.first_name, p.last_name, a.full_name, p.medical_record_number)
   from jobs j join patients p on p.clinic_id = j.clinic_id and p.id = j.patient_id join users a on a.id = j.author_id
   where j.clinic_id = $1 and j.number <= 200 and s.clinic_id = j.clinic_id and s.job_id = j.id`,
]

/** Sign-ins over a year. One in 53 failed, and the last ones are still open. */
const sessions = ['reviewer', 'transcriptionist', 'doctor'].map(
  (userType) => `
    insert into sessions (id, clinic_id, user_id, cookie_hash, created_at, last_activity_at, ended_at, ip, logging_status)
    select uuidv7(), $1, u.id, '\\x00', at, at, case when g < $2 - 20 then at + interval '1 hour' end, '10.0.' || g % 250 || '.7',
      case when g % 53 = 1 then 'FAILED' else 'SUCCESS' end
    from (select g, now() - ($2 - g) * (interval '1 year' / $2) as at from generate_series(1, $2::int) g) s
    join ${nth(userType)} u on u.n = g % 997 % ${countOf(userType)}
    where case when g % 1000 = 1 then 'reviewer' when g % 3 = 0 then 'transcriptionist' else 'doctor' end = '${userType}'`,
)

/** Two of three jobs belong to a session. */
const stints = `
  insert into job_stints (clinic_id, job_id, user_id, session_id, stage, started_at, ended_at, action)
  select j.clinic_id, j.id, s.user_id, s.id, 'TRANSCRIPTION', j.submitted_at, j.submitted_at, 'Completed'
  from jobs j join (select *, row_number() over (order by created_at) as n from sessions where clinic_id = $1) s
    on s.n = 1 + j.number % (select count(*) from sessions where clinic_id = $1)
  where j.clinic_id = $1 and j.number % 3 > 0`

/**
 * The same number of moves and views for each job, then list views without a job, and then one job with 2,000 events.
 */
const event = `(array['job.startConversion','job.handToAuthor','note.viewed','audio.opened','job.completeForReview','job.viewed',
  'job.startReview','note.viewed','audio.heard','note.saved','job.approveForFiling','patient.viewed','job.acceptFiling'])[1 + n % 13]`
const events = [
  `insert into audit_events (clinic_id, event, at, user_id, job_id, patient_id, ip)
   select j.clinic_id, ${event}, j.submitted_at + n * interval '5 minutes', j.author_id, j.id, case when n % 4 = 0 then j.patient_id end, '10.0.0.7'
   from jobs j, generate_series(1, $2::int) n where j.clinic_id = $1`,
  `insert into audit_events (clinic_id, event, at, user_id, ip)
   select $1, 'my-jobs.viewed', now() - g * interval '1 minute', u.id, '10.0.0.7' from generate_series(1, $2::int) g
   join ${nth('doctor')} u on u.n = g % ${countOf('doctor')}`,
  `insert into audit_events (clinic_id, event, at, user_id, job_id, ip)
   select j.clinic_id, ${event}, j.submitted_at + n * interval '1 minute', j.author_id, j.id, '10.0.0.7'
   from jobs j, generate_series(1, 2000) n where j.clinic_id = $1 and j.number = 300`,
]

/** A thousand changes and roster entries for each facility. */
const ofFacilities = `
  insert into audit_events (clinic_id, event, at, user_id, facility_id, detail, ip)
  select f.clinic_id, (array['roster.added','roster.added','roster.added','facility.configured','facility.ehr-tested'])[1 + n % 5],
    now() - n * interval '1 hour', u.id, f.id, '{"changed": ["name"], "works": true}', '10.0.0.7'
  from facilities f join users u on u.clinic_id = f.clinic_id and u.user_type = 'clinicAdmin', generate_series(1, 1000) n where f.clinic_id = $1`

/** Marks the whole audit as sealed with an empty seal, because really sealing five million rows takes minutes. */
const seal = `
  insert into audit_seals (id, after_position, up_to_position, digests, hash, signature, sealed_at)
  select 1, 0, max(position), '', '', '', now() from audit_events`

/**
 * Fills the audit of a clinic that already has seeded jobs, without triggers and foreign keys, as the seed of the jobs
 * does.
 */
export async function seedAudit(owner: pg.ClientBase, clinicId: string, size: AuditSize): Promise<AuditSubjects> {
  const { rows } = await owner.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid in ('audit_events'::regclass, 'sessions'::regclass, 'job_stints'::regclass) and not i.indisunique`)
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  for (const step of [...people, ...jobs]) await owner.query(step, [clinicId])
  for (const step of sessions) await owner.query(step, [clinicId, size.sessions])
  await owner.query(stints, [clinicId])
  const count = await owner.query<{ jobs: number }>('select count(*)::int as jobs from jobs where clinic_id = $1', [
    clinicId,
  ])
  const ofJobs = Math.floor((size.events * 0.96) / count.rows[0]!.jobs)
  await owner.query(events[0]!, [clinicId, ofJobs])
  await owner.query(events[1]!, [clinicId, Math.floor(size.events * 0.04)])
  for (const step of [events[2]!, ofFacilities]) await owner.query(step, [clinicId])
  await owner.query(seal)
  for (const { definition } of rows) await owner.query(definition)
  await owner.query('vacuum analyze')
  await owner.query('checkpoint')
  return subjectsOf(owner, clinicId)
}

async function subjectsOf(owner: pg.ClientBase, clinicId: string): Promise<AuditSubjects> {
  const one = async (statement: string) => (await owner.query<{ id: string }>(statement, [clinicId])).rows[0]!.id
  const drawn = await owner.query<{ name: string; number: string; words: string }>(
    `select a.full_name as name, lpad(j.number::text, 6, '0') as number, p.last_name as words
     from jobs j join users a on a.id = j.author_id join patients p on p.clinic_id = j.clinic_id and p.id = j.patient_id
     where j.clinic_id = $1 order by md5(j.id::text) limit 200`,
    [clinicId],
  )
  return {
    jobId: await one('select id from jobs where clinic_id = $1 and number = 300'),
    usualJobId: await one('select id from jobs where clinic_id = $1 and number = 301'),
    patientId: await one('select patient_id as id from jobs where clinic_id = $1 and number = 1'),
    facilityId: await one('select id from facilities where clinic_id = $1 order by name limit 1'),
    names: drawn.rows.map(({ name }) => name),
    numbers: drawn.rows.map(({ number }) => number),
    words: drawn.rows.map(({ words }) => words),
  }
}
