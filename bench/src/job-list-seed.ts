import type pg from 'pg'

export const clinics = 200
export const allJobs = 1_000_000
/**
 * The number of jobs of each clinic: 200,000, 2,000, and about 4,030 for the others. That makes 1,000,000 in all, or
 * the same shares of fewer.
 */
const jobsOf = (jobs: number) =>
  `(case n when 1 then 200000 when 2 then 2000 else 4030 + (n <= 62)::int end * ${jobs / allJobs}::numeric)::int`

const id = (kind: string, ...parts: string[]) => `md5(concat_ws(' ', '${kind}', ${parts.join(', ')}))::uuid`
/** Builds one of 400 first names and one of 1,600 last names, which can be pronounced and are evenly distributed. */
const parts = `array['Ba','Ce','Di','Fo','Gu','Ha','Je','Ki','Lo','Mu','Na','Pe','Ri','So','Tu','Va','We','Xi','Yo','Zu']`
const firstName = (n: string) => `(${parts})[1 + ${n} % 20] || lower((${parts})[1 + ${n} / 20 % 20]) || 'n'`
const ends = `array['berg','brook','castle','dale','field','ford','gate','ham','hurst','land','ley','man','mere','mond','more','ness','port','quist','ridge','rose','sen','shaw','side','son','stead','stein','stone','strom','thorpe','ton','tree','vale','vik','wall','water','well','wick','wood','worth','yard']`
const lastName = (n: string) =>
  `(${parts})[1 + ${n} % 20] || (array['l','r'])[1 + ${n} / 20 % 2] || (${ends})[1 + ${n} / 40 % 40]`

/** The statements of the seed, in their order. They run as the owner of the database, without indexes and triggers. */
const steps = (passwordHash: string, jobs: number) => [
  `create temp table c as select n, ${id('clinic', 'n')} as clinic_id, ${jobsOf(jobs)} as jobs from generate_series(1, ${clinics}) n`,
  `insert into clinics (clinic_id, name) select clinic_id, 'Clinic ' || n from c`,
  `insert into facilities (clinic_id, id, name) select clinic_id, ${id('facility', 'n', 'f')}, 'Facility ' || f from c, generate_series(0, 3) f`,
  // One author per thousand jobs, at least four, and an administrator of the clinic.
  `insert into users (clinic_id, id, email, first_name, last_name, user_type, user_privilege)
   select clinic_id, ${id('author', 'n', 'a')}, 'd' || a || '@' || n || '.example.org', ${firstName('(a * 7 + n)')}, ${lastName('(a * 11 + n)')}, 'doctor', 'TRANSCRIPTION_ONLY'
   from c, generate_series(0, greatest(4, jobs / 1000) - 1) a`,
  `insert into users (clinic_id, id, email, password_hash, first_name, last_name, user_type, user_privilege)
   select clinic_id, ${id('admin', 'n')}, 'admin@' || n || '.example.org', '${passwordHash}', 'Clinic', 'Admin', 'clinicAdmin', 'NONE' from c`,
  `insert into patients (clinic_id, id, facility_id, medical_record_number, first_name, last_name, birth_date, gender)
   select clinic_id, ${id('patient', 'n', 'p')}, ${id('facility', 'n', 'p % 4')}, p::text, ${firstName('(p * 13 + n)')}, ${lastName('(p * 17 + p / 1600 + n)')}, '1961-02-03', 'Female'
   from c, generate_series(0, jobs / 10 - 1) p`,
  // Most jobs are finished. The others are in the pools and tabs.
  `insert into jobs (clinic_id, id, number, dictation_id, author_id, patient_id, facility_id, status, level, submitted_at, last_updated_at, due_at, waiting_since, audio_ms)
   select clinic_id, ${id('job', 'n', 'j')}, j + 1, ${id('dictation', 'n', 'j')}, ${id('author', 'n', `j * 31 % greatest(4, jobs / 1000)`)},
     ${id('patient', 'n', 'j * 7 % (jobs / 10)')}, ${id('facility', 'n', 'j * 7 % (jobs / 10) % 4')}, status, case when status in ('READY', 'IN_REVIEW') then 'LEVEL_1' end,
     at, at, at + interval '24 hours', at, 60000
   from (select *, case when j % 100 < 85 then 'COMPLETED' when j % 100 < 90 then 'IN_PROGRESS' when j % 100 < 95 then 'READY' when j % 100 < 97 then 'IN_REVIEW' else 'INCOMPLETE' end as status,
     timestamptz '2026-01-01Z' + j * interval '25 seconds' as at from c, generate_series(0, jobs - 1) j) made`,
  `insert into job_comments (clinic_id, job_id, user_id, user_type, comment, created_at)
   select clinic_id, id, author_id, 'doctor', 'Please look at the second paragraph.', submitted_at from jobs where number % 10 = 0`,
  `insert into job_counts (clinic_id, author_id, facility_id, tab, status, returned, level, jobs)
   select clinic_id, author_id, facility_id, tab, status, false, level, count(*) from jobs group by 1, 2, 3, 4, 5, 6, 7`,
  `insert into job_search select j.clinic_id, j.id, job_words(j.number, p.first_name, p.last_name, a.full_name, p.medical_record_number)
   from jobs j join patients p on p.clinic_id = j.clinic_id and p.id = j.patient_id join users a on a.id = j.author_id`,
]

/** Makes 200 clinics with up to 1,000,000 jobs. Each has an administrator with this hashed password. */
export async function seedJobs(client: pg.ClientBase, passwordHash: string, jobs = allJobs) {
  await client.query("set session_replication_role = replica; set maintenance_work_mem = '1GB'")
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid in ('jobs'::regclass, 'job_search'::regclass) and not i.indisunique`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  for (const step of steps(passwordHash, jobs)) await client.query(step)
  for (const { definition } of rows) await client.query(definition)
  await client.query('vacuum analyze')
  await client.query('checkpoint')
}
