import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { seededDatabase } from './job-list-database.ts'
import { clinicOf, percentile } from './job-list-load.ts'
import { signIn } from './job-list-ours.ts'
import { send } from './send.ts'
import { startProduct } from './start-product.ts'

const calls = 200
const p50Most = 20

/**
 * Adds people to the clinic of 200,000 jobs. A third of the authors let any reviewer review, a third have chosen one of
 * 40 reviewers, and a third none, so that the clinicAdmin reviews. 5 % of the jobs wait for a transcriptionist and 5 %
 * for a reviewer. Some are STAT.
 */
export async function addPeople(owner: pg.Client, clinicId: string) {
  const person = `insert into users (clinic_id, id, email, password_hash, first_name, last_name, user_type, user_privilege)
    select $1, uuidv7(), $2 || n || '@1.example.org', a.password_hash, 'Pat', 'Doe', $2, $3
    from generate_series(1, 40) n, users a where a.email = 'admin@1.example.org'`
  await owner.query(person, [clinicId, 'reviewer', 'REVIEWER_ONLY'])
  await owner.query(person, [clinicId, 'transcriptionist', 'TRANSCRIPTION_ONLY'])
  const steps = [
    `insert into facility_users (clinic_id, facility_id, user_id) select f.clinic_id, f.id, u.id from facilities f
     join users u on u.clinic_id = f.clinic_id and u.user_type in ('reviewer', 'transcriptionist') where f.clinic_id = $1`,
    `update users u set any_reviewer_level_1 = n % 3 = 0 from (
       select id, row_number() over (order by email) as n from users where clinic_id = $1 and user_type = 'doctor') d
     where d.id = u.id and u.clinic_id = $1`,
    `insert into author_reviewers (clinic_id, author_id, level, reviewer_id)
     select $1, d.id, 'LEVEL_1', r.id from (
       select id, row_number() over (order by email) as n from users where clinic_id = $1 and user_type = 'doctor') d
     join (select id, row_number() over (order by email) as n from users where clinic_id = $1 and user_type = 'reviewer') r
       on r.n = 1 + d.n % 40 where d.n % 3 = 1`,
    `update jobs set status = 'AVAILABLE' where clinic_id = $1 and status = 'IN_PROGRESS'`,
    `update jobs set priority = 'STAT' where clinic_id = $1 and status in ('AVAILABLE', 'READY') and number % 200 = 7`,
  ]
  for (const step of steps) await owner.query(step, [clinicId])
  await owner.query('vacuum analyze')
}

/** Measures Next over HTTP in a clinic of 200,000 jobs for each kind of pool. @returns whether the medians meet the limit */
export async function benchNextJob(): Promise<boolean> {
  await using database = await seededDatabase()
  const clinicId = await clinicOf(database.owner, 1)
  await addPeople(database.owner, clinicId)
  await using product = await startProduct({ DATABASE_URL: database.ownerUrl, DICTARA_MASTER_KEY: database.masterKey })
  let isReached = true
  for (const [who, email, stage] of [
    ['a reviewer', 'reviewer1@1.example.org', 'REVIEW'],
    ['a transcriptionist', 'transcriptionist1@1.example.org', 'TRANSCRIPTION'],
    ['the clinicAdmin', 'admin@1.example.org', 'REVIEW'],
  ] as const) {
    const headers = { ...(await signIn(product.url, email)), 'content-type': 'application/json' }
    const body = [Buffer.from(JSON.stringify({ stage }))]
    const ms: number[] = []
    for (let call = 0; call < calls; call += 1) {
      const started = performance.now()
      const { status, text } = await send('POST', `${product.url}/api/clinic/job/next`, headers, body)
      ms.push(performance.now() - started)
      const [job] = (JSON.parse(text) as { result: { jobId: string }[] }).result ?? []
      if (status !== 200 || !job) throw new Error(`${who} got no job: ${status} ${text}`)
      // Finishes the job, so that the next call finds no held one.
      await database.owner.query("update jobs set status = 'COMPLETED', level = null, holder_id = null where id = $1", [
        job.jobId,
      ])
    }
    const p50 = percentile(ms, 0.5)
    isReached &&= p50 <= p50Most
    console.log(
      `next job over HTTP for ${who}, clinic of 200,000 jobs, ${calls} calls one after the other: p50 ${p50.toFixed(1)} ms ` +
        `(at most ${p50Most}), p99 ${percentile(ms, 0.99).toFixed(1)} ms: ${p50 <= p50Most ? 'reached' : 'MISSED'}`,
    )
  }
  return isReached
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await benchNextJob()) ? 0 : 1
