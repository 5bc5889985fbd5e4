import { fileURLToPath } from 'node:url'
import { type AuditSubjects, seedAudit } from './audit-seed.ts'
import { seededDatabase } from './job-list-database.ts'
import { clinicOf, percentile } from './job-list-load.ts'
import { signIn } from './job-list-ours.ts'
import { send } from './send.ts'
import { startProduct } from './start-product.ts'

const perSecond = 20
/** The number of calls of each kind. The small audit needs fewer, because only its median is reported. */
const askedOfMany = 120
const askedOfFew = 50
const warmUps = 10
const p99Most = 50
/** How much longer a page may take with a hundred times the rows. */
const mostTimes = 1.5
/** The number of jobs of all clinics, a fifth of which belong to the measured clinic. */
const large = { jobs: 1_500_000, events: 5_000_000, sessions: 500_000 }
const small = { jobs: 15_000, events: 50_000, sessions: 5_000 }

interface Question {
  what: string
  who: 'admin' | 'biller'
  /** The nth call of this kind, with its body. */
  ask: (n: number) => { method: 'GET' | 'POST'; path: string; body?: object }
}

const signIns = (what: string, body: (n: number) => object): Question => ({
  what: `sign-ins ${what}`,
  who: 'admin',
  ask: (n) => ({ method: 'POST', path: '/clinic/audit/login-data', body: body(n) }),
})
const jobs = (what: string, body: (n: number) => object): Question => ({
  what: `jobs ${what}`,
  who: 'admin',
  ask: (n) => ({ method: 'POST', path: '/clinic/audit/jobs', body: body(n) }),
})
const billed = (what: string, body: (n: number) => object): Question => ({
  what: `biller’s audit ${what}`,
  who: 'biller',
  ask: (n) => ({ method: 'POST', path: '/clinic/biller/jobs/audit', body: body(n) }),
})
const read = (what: string, path: string): Question => ({ what, who: 'admin', ask: () => ({ method: 'GET', path }) })

const questionsOf = ({
  jobId,
  usualJobId,
  patientId,
  facilityId,
  names,
  numbers,
  words,
}: AuditSubjects): Question[] => {
  const nth = (values: readonly string[], n: number) => values[n % values.length]!
  return [
    signIns('unfiltered', () => ({})),
    signIns('of a type that seldom signs in', () => ({ userTypeFilter: ['reviewer'] })),
    signIns('of a type that often does', () => ({ userTypeFilter: ['doctor'] })),
    signIns('that failed', () => ({ searchKey: 'status', searchValue: 'FAILED' })),
    signIns('that are active', () => ({ searchKey: 'status', searchValue: 'ACTIVE' })),
    signIns('of a type, failed', () => ({ searchKey: 'status', searchValue: 'FAILED', userTypeFilter: ['reviewer'] })),
    signIns('by name', (n) => ({ searchKey: 'userName', searchValue: nth(names, n) })),
    signIns('by part of a name', () => ({ searchKey: 'userName', searchValue: 'do' })),
    signIns('by job number', (n) => ({ searchKey: 'jobName', searchValue: nth(numbers, n) })),
    signIns('of 20 years', () => ({ loginTime: '2010-01-01', logoutTime: '2030-01-01' })),
    signIns('oldest first, page 80', () => ({ sortOrder: ['ASCEND'], page: 80 })),
    jobs('unfiltered', () => ({})),
    jobs('of a facility', () => ({ facilityIds: [facilityId] })),
    jobs('struck out', () => ({ searchKey: 'status', searchValue: 'Struck Out' })),
    jobs('struck out, of a facility', () => ({
      searchKey: 'status',
      searchValue: 'Struck Out',
      facilityIds: [facilityId],
    })),
    jobs('billed', () => ({ searchKey: 'status', searchValue: 'Billed' })),
    jobs('by author', (n) => ({ searchKey: 'userName', searchValue: nth(names, n) })),
    jobs('by a patient’s last name', (n) => ({ searchKey: 'jobName', searchValue: nth(words, n) })),
    jobs('by number', (n) => ({ searchKey: 'jobName', searchValue: nth(numbers, n) })),
    jobs('by part of a number', (n) => ({ searchKey: 'jobName', searchValue: nth(numbers, n).slice(1, 5) })),
    jobs('by two letters', () => ({ searchKey: 'jobName', searchValue: 'ba' })),
    jobs('by two letters, of a facility', () => ({
      searchKey: 'jobName',
      searchValue: 'ba',
      facilityIds: [facilityId],
    })),
    jobs('of 20 years', () => ({ submitTimeFrom: '2010-01-01', submitTimeTo: '2030-01-01' })),
    billed('unfiltered', () => ({})),
    billed('billed', () => ({ searchKey: 'status', searchValue: 'Billed' })),
    billed('in progress', () => ({ searchKey: 'status', searchValue: 'InProgress' })),
    billed('by a patient’s last name', (n) => ({ searchKey: 'jobName', searchValue: nth(words, n) })),
    billed('by two letters', () => ({ searchKey: 'jobName', searchValue: 'ba' })),
    read('timeline of 16 events', `/clinic/audit/jobs/${usualJobId}/timeline`),
    read('timeline of 2,000 events', `/clinic/audit/jobs/${jobId}/timeline`),
    read('timeline of 2,000 events, with reads, last page', `/clinic/audit/jobs/${jobId}/timeline?reads=true&page=39`),
    read('facilities', '/clinic/audit/list-audit-facilty'),
    read('log of a facility', `/clinic/audit/facility-audit?facilityId=${facilityId}`),
    read('looks at a patient of 200 jobs', `/clinic/audit/patient/${patientId}/looks`),
  ]
}

/** Makes calls at a steady rate. @returns milliseconds from the scheduled time of each call */
async function atRate(run: (n: number) => Promise<void>, count: number): Promise<number[]> {
  const begun = performance.now()
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const due = begun + (n * 1000) / perSecond
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
      await run(n)
      return performance.now() - due
    }),
  )
}

/** Opens a database whose audit has this many rows. */
async function openAudit(size: typeof large) {
  const database = await seededDatabase(size.jobs)
  const subjects = await seedAudit(database.owner, await clinicOf(database.owner, 1), size)
  return {
    questions: questionsOf(subjects),
    settings: { DATABASE_URL: database.ownerUrl, DICTARA_MASTER_KEY: database.masterKey },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

/** Makes this many calls to a running product. @returns milliseconds of each call */
type Asked = (question: Question, count: number) => Promise<number[]>

async function signInTo(url: string): Promise<Asked> {
  const headers = {
    admin: await signIn(url, 'admin@1.example.org'),
    biller: await signIn(url, 'biller1@1.example.org'),
  }
  return async ({ what, who, ask }, count) => {
    const run = async (n: number) => {
      const { method, path, body } = ask(n)
      const sent = body ? [Buffer.from(JSON.stringify(body))] : []
      const json = body && { 'content-type': 'application/json' }
      const { status, text } = await send(method, `${url}/api${path}`, { ...headers[who], ...json }, sent)
      if (status !== 200) throw new Error(`${what}: ${status} ${text}`)
    }
    for (let n = 0; n < warmUps; n += 1) await run(n)
    return atRate(run, count)
  }
}

/** Measures every page of the audit with 5,000,000 rows and with a hundredth of them. @returns whether the limits are met */
export async function benchAudit(): Promise<boolean> {
  await using few = await openAudit(small)
  await using many = await openAudit(large)
  await using products = new AsyncDisposableStack()
  // Make the same call to both in turn, so that other load on the machine affects both equally.
  const [askFew, askMany] = (await Promise.all(
    [few, many].map(async ({ settings }) => signInTo(products.use(await startProduct(settings)).url)),
  )) as [Asked, Asked]
  console.log(
    `audit over HTTP at ${perSecond}/s, ${askedOfMany} times each: p99 at most ${p99Most} ms, ` +
      `p50 at most ${mostTimes} times that of a hundredth of the rows`,
  )
  let isReached = true
  for (const [index, question] of many.questions.entries()) {
    const p50OfFew = percentile(await askFew(few.questions[index]!, askedOfFew), 0.5)
    const times = await askMany(question, askedOfMany)
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
    const growth = p50 / p50OfFew
    const holds = p99 <= p99Most && growth <= mostTimes
    isReached &&= holds
    console.log(
      `  ${question.what}: p99 ${p99.toFixed(1)} ms (at most ${p99Most}), p50 ${p50.toFixed(1)} ms is ` +
        `${growth.toFixed(2)} times ${p50OfFew.toFixed(1)} ms (at most ${mostTimes})${holds ? '' : ': MISSED'}`,
    )
  }
  console.log(
    `p99 of every page at most ${p99Most} ms, growth at most ${mostTimes}: ${isReached ? 'reached' : 'MISSED'}`,
  )
  return isReached
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await benchAudit()) ? 0 : 1
