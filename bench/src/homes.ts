import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { seededDatabase } from './job-list-database.ts'
import { clinicOf, percentile } from './job-list-load.ts'
import { signIn } from './job-list-ours.ts'
import { addPeople } from './next-job.ts'
import { send } from './send.ts'
import { startProduct } from './start-product.ts'

const rounds = 60
const warm = 10
const p99Most = 100
/**
 * The load of people who open their homes: the number of calls per second, which are made in turn, and the duration.
 */
const perSecond = 20
const paceSeconds = 60
const pacedP99Most = 50
/** How much longer a home may take in a clinic with two hundred times as many jobs. */
const mostTimes = 2
/** The number of jobs of the small installation, a fifth of which belong to the measured clinic. */
const fewJobs = 5_000

const myJobs = (status: string, size = 20) => `/clinic/doctor/my-jobs?status=${status}&size=${size}`
const toReview = (status: string, size: number) => `/clinic/reviewer/jobs-to-review?status=${status}&size=${size}`
const ofClinic = [
  '/clinic/job/pipeline',
  '/clinic/job/stuck?size=8',
  '/clinic/job/at-work',
  '/clinic/job/recent',
  // The lists that the stages of the pipeline link to.
  '/clinic/job/search?state=IN_PROGRESS',
  '/clinic/job/search?state=READY,IN_REVIEW&level=LEVEL_1',
]

/** The calls of each home. */
const homes: readonly { who: string; email: string; calls: readonly string[] }[] = [
  { who: 'clinicAdmin', email: 'admin@1.example.org', calls: ['/clinic/clinicAdmin/dashboard', ...ofClinic] },
  { who: 'admin', email: 'admin1@1.example.org', calls: ['/clinic/admin/dashboard', ...ofClinic] },
  {
    who: 'doctor',
    email: 'd3@1.example.org',
    calls: [
      '/clinic/doctor/dashboard',
      ...['INPROGRESS', 'INREVIEW', 'INCOMPLETE', 'COMPLETE'].map((one) => myJobs(one)),
    ],
  },
  {
    who: 'transcriptionist',
    email: 'transcriptionist1@1.example.org',
    calls: [
      '/clinic/transcriptionist/dashboard',
      myJobs('INPROGRESS'),
      myJobs('AVAILABLE', 8),
      '/clinic/job/next?stage=TRANSCRIPTION',
      '/clinic/job/today',
      '/clinic/job/recent',
    ],
  },
  {
    who: 'reviewer',
    email: 'reviewer1@1.example.org',
    calls: [
      '/clinic/reviewer/dashboard',
      toReview('INPROGRESS', 20),
      toReview('READY', 8),
      '/clinic/job/next?stage=REVIEW',
      '/clinic/job/today',
    ],
  },
  {
    who: 'biller',
    email: 'biller1@1.example.org',
    calls: ['/clinic/biller/jobs/list', '/clinic/biller/jobs/unbilled'],
  },
]

/** Adds an admin of two facilities, a biller of 60 authors, jobs in progress, and the notes filed in two weeks. */
async function addOtherPeople(owner: pg.Client, clinicId: string) {
  const { rows } = await owner.query<{ jobs: number }>('select max(number) as jobs from jobs where clinic_id = $1', [
    clinicId,
  ])
  const person = `insert into users (clinic_id, id, email, password_hash, first_name, last_name, user_type, user_privilege)
    select $1, uuidv7(), $2 || '1@1.example.org', a.password_hash, 'Pat', 'Doe', $2, 'NONE' from users a where a.email = 'admin@1.example.org'`
  for (const userType of ['admin', 'biller']) await owner.query(person, [clinicId, userType])
  const nth = (userType: string) =>
    `(select id, row_number() over (order by email) - 1 as n from users where clinic_id = $1 and user_type = '${userType}')`
  const steps = [
    `insert into facility_users (clinic_id, facility_id, user_id) select f.clinic_id, f.id, u.id from (
       select clinic_id, id from facilities where clinic_id = $1 order by name limit 2) f
     join users u on u.clinic_id = f.clinic_id and u.user_type in ('admin', 'biller')`,
    `update users set password_hash = (select password_hash from users where email = 'admin@1.example.org')
     where clinic_id = $1 and email = 'd3@1.example.org'`,
    `update users d set biller_id = b.id from users b, ${nth('doctor')} n
     where b.clinic_id = $1 and b.user_type = 'biller' and d.id = n.id and n.n < 60`,
    // Open jobs have waited for minutes to days, as in a working clinic.
    `update jobs set status = 'IN_PROGRESS', holder_id = t.id, held_since = now() - number % 600 * interval '1 minute'
     from ${nth('transcriptionist')} t where clinic_id = $1 and status = 'AVAILABLE' and number % 3 = 0 and t.n = number / 3 % 40`,
    `update jobs set holder_id = r.id, held_since = now() - number % 600 * interval '1 minute'
     from ${nth('reviewer')} r where clinic_id = $1 and status = 'IN_REVIEW' and r.n = number % 40`,
    `update jobs set submitted_at = now() - number % 4000 * interval '1 minute', waiting_since = now() - number % 4000 * interval '1 minute',
       due_at = now() + (1440 - number % 4000) * interval '1 minute' where clinic_id = $1 and tab in ('INPROGRESS', 'INREVIEW')`,
    `update jobs set completed_at = now() - (${rows[0]!.jobs} - number) * interval '25 seconds' where clinic_id = $1 and tab = 'COMPLETE'`,
    'delete from job_counts where clinic_id = $1',
    `insert into job_counts (clinic_id, author_id, facility_id, tab, status, returned, level, jobs)
     select clinic_id, author_id, facility_id, tab, status, returned, level, count(*) from jobs where clinic_id = $1 group by 1, 2, 3, 4, 5, 6, 7`,
    // The transcriptionists of the filed notes.
    `insert into job_stints (clinic_id, job_id, user_id, stage, started_at, ended_at, action)
     select j.clinic_id, j.id, t.id, 'TRANSCRIPTION', j.submitted_at, j.completed_at, 'Completed'
     from jobs j join ${nth('transcriptionist')} t on t.n = j.number % 40 where j.clinic_id = $1 and j.tab = 'COMPLETE'`,
  ]
  for (const step of steps) await owner.query(step, [clinicId])
  await owner.query("select count_job_days_anew(now() - interval '20 days')")
  await owner.query('vacuum analyze')
}

const told = (times: readonly number[]) =>
  `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`

type Ask = (path: string) => Promise<number>
interface Home {
  who: string
  calls: readonly string[]
  ask: Ask
}

/**
 * Measures each call alone, then all calls of a home at once.
 * @returns the worst 99th percentile of a call
 */
async function oneByOne({ who, calls, ask }: Home): Promise<number> {
  let worst = 0
  for (const path of calls) {
    for (let round = 0; round < warm; round += 1) await ask(path)
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) times.push(await ask(path))
    worst = Math.max(worst, percentile(times, 0.99))
    console.log(`  ${who}, ${path}: ${told(times)}`)
  }
  const whole: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now()
    await Promise.all(calls.map(ask))
    whole.push(performance.now() - started)
  }
  console.log(`  ${who}, all at once: ${told(whole)}`)
  return worst
}

/**
 * Makes the calls of all homes in turn, each at its scheduled time. A call that starts late because of earlier ones
 * counts as late.
 */
async function paced(homes: readonly Home[]): Promise<number[]> {
  const turns = homes.flatMap(({ calls, ask }) => calls.map((path) => () => ask(path)))
  const begun = performance.now()
  const sent = Array.from({ length: perSecond * paceSeconds }, async (_, turn) => {
    const due = begun + (turn * 1000) / perSecond
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    await turns[turn % turns.length]!()
    return performance.now() - due
  })
  return Promise.all(sent)
}

/** Measures the homes over HTTP, in the first clinic of an installation with this many jobs. */
async function measure(jobs?: number): Promise<{ worst: number; times: number[] }> {
  await using database = await seededDatabase(jobs)
  const clinicId = await clinicOf(database.owner, 1)
  await addPeople(database.owner, clinicId)
  await addOtherPeople(database.owner, clinicId)
  await using product = await startProduct({ DATABASE_URL: database.ownerUrl, DICTARA_MASTER_KEY: database.masterKey })
  const opened: Home[] = []
  for (const { who, email, calls } of homes) {
    const headers = await signIn(product.url, email)
    const ask: Ask = async (path) => {
      const started = performance.now()
      const { status, text } = await send('GET', `${product.url}/api${path}`, headers)
      if (status !== 200) throw new Error(`${who}, ${path}: ${status} ${text}`)
      return performance.now() - started
    }
    opened.push({ who, calls, ask })
  }
  let worst = 0
  for (const home of opened) worst = Math.max(worst, await oneByOne(home))
  const times = await paced(opened)
  console.log(`  all homes, ${perSecond} calls a second: ${told(times)}`)
  return { worst, times }
}

/**
 * Measures the home of each kind of person, in clinics of 200,000 and 1,000 jobs. @returns whether all limits are met
 */
export async function benchHomes(): Promise<boolean> {
  console.log(`homes, ${rounds} rounds; each call alone, then all calls of a home at once, then ${perSecond} a second:`)
  console.log(' clinic of 1,000 jobs:')
  const small = await measure(fewJobs)
  console.log(' clinic of 200,000 jobs, 1,000,000 in all:')
  const { worst, times } = await measure()
  const [p99, p99OfSmall] = [percentile(times, 0.99), percentile(small.times, 0.99)]
  const ratio = percentile(times, 0.5) / percentile(small.times, 0.5)
  const verdicts = [
    [`worst p99 of a call ${worst.toFixed(1)} ms (at most ${p99Most})`, worst <= p99Most],
    [`p99 at ${perSecond}/s ${p99.toFixed(1)} ms (at most ${pacedP99Most})`, p99 <= pacedP99Most],
    [
      `median at ${perSecond}/s ${ratio.toFixed(2)} times that of 1,000 jobs (at most ${mostTimes}; p99 ${p99OfSmall.toFixed(1)} ms there)`,
      ratio <= mostTimes,
    ],
  ] as const
  for (const [words, isReached] of verdicts) console.log(`homes: ${words}: ${isReached ? 'reached' : 'MISSED'}`)
  return verdicts.every(([, isReached]) => isReached)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await benchHomes()) ? 0 : 1
