import { fileURLToPath } from 'node:url'
import { seededDatabase } from './job-list-database.ts'
import { clinicOf, percentile } from './job-list-load.ts'
import { signIn } from './job-list-ours.ts'
import { send } from './send.ts'
import { startProduct } from './start-product.ts'

const facilities = 1_000
/** Payments of each facility, as monthly ones over eighty years. */
const payments = 1_000
const perSecond = 50
const askedEach = 300
const warmUps = 50
const p99Most = 25

const seed = [
  `insert into facilities (clinic_id, id, name, transcription_flow, reviewer_count, plan, plan_renews)
   select $1, gen_random_uuid(), 'Paying ' || n, 'TRANSCRIPTION_REVIEWER', 2, 'STANDARD', true from generate_series(1, $2::int) n`,
  `insert into subscriptions (clinic_id, id, facility_id, plan, ref_id, customer_profile_id, payment_profile_id, amount_cents, months,
     gateway_id, status, starts_on, paid_through, created_at, created_by, stopped_at)
   select clinic_id, gen_random_uuid(), id, 'STANDARD', right(id::text, 12), '1', '2', 7500, 1, right(id::text, 12), 'EXPIRED',
     '2020-01-01', '2025-01-01', '2020-01-01', id, '2025-01-01' from facilities where clinic_id = $1 and name like 'Paying %'`,
  `insert into payments (clinic_id, trans_id, facility_id, subscription_id, number, gateway_status, status, submitted_at, card_type,
     card_number, amount_cents)
   select clinic_id, (60000000000 + row_number() over ())::text, facility_id, id, n, 'settledSuccessfully',
     (array['Success','Success','Success','Success','Success','Success','Success','Failed','Processing','Refund_processing'])[1 + n % 10],
     timestamptz '2020-01-01' + n * interval '6 hours', 'Visa', 'XXXX1111', 7500 + n % 7
   from subscriptions, generate_series(1, $2::int) n where clinic_id = $1`,
]

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

/** Measures over HTTP the payment logs of facilities among a million payments. @returns whether the limit is met */
export async function benchPayments(): Promise<boolean> {
  await using database = await seededDatabase(10_000)
  const { owner } = database
  const clinicId = await clinicOf(owner, 1)
  for (const [at, statement] of seed.entries())
    await owner.query(statement, at === 1 ? [clinicId] : [clinicId, at === 0 ? facilities : payments])
  await owner.query('vacuum analyze')
  const { rows } = await owner.query<{ id: string; part: string }>(
    `select f.id, right(max(p.trans_id), 4) as part from facilities f join payments p on p.facility_id = f.id group by f.id`,
  )
  await using product = await startProduct({
    DATABASE_URL: database.ownerUrl,
    DICTARA_MASTER_KEY: database.masterKey,
    DICTARA_PAYMENTS: 'authorize-net',
    DICTARA_AUTHORIZE_NET_LOGIN: 'nobody',
    DICTARA_AUTHORIZE_NET_TRANSACTION_KEY: 'nobody',
    DICTARA_AUTHORIZE_NET_CLIENT_KEY: 'nobody',
    DICTARA_AUTHORIZE_NET_URL: 'http://127.0.0.1:9',
  })
  const headers = await signIn(product.url, 'admin@1.example.org')
  const questions: Record<string, (part: string) => string> = {
    'the first page': () => '',
    'page 60': () => 'page=60',
    'of a status': () => 'filterKey=Failed',
    'by amount': () => 'sortKey=settleAmount&sortOrder=ascend',
    'by a part of an id': (part) => `transactionId=${part}`,
  }
  console.log(
    `payment logs among ${(facilities * payments).toLocaleString('en')} payments, ${perSecond}/s: p99 at most ${p99Most} ms`,
  )
  let isReached = true
  for (const [what, ask] of Object.entries(questions)) {
    const run = async (n: number) => {
      const { id, part } = rows[n % rows.length]!
      const path = `/clinic/facility/${id}/payment/transactions?${ask(part)}`
      const { status, text } = await send('GET', `${product.url}/api${path}`, headers)
      if (status !== 200 || !text.includes('transId')) throw new Error(`${what}: ${status} ${text.slice(0, 300)}`)
    }
    for (let n = 0; n < warmUps; n += 1) await run(n)
    const times = await atRate(run, askedEach)
    const p99 = percentile(times, 0.99)
    isReached &&= p99 <= p99Most
    console.log(
      `  ${what}: p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms${p99 <= p99Most ? '' : ': MISSED'}`,
    )
  }
  console.log(`p99 of every page at most ${p99Most} ms: ${isReached ? 'reached' : 'MISSED'}`)
  return isReached
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await benchPayments()) ? 0 : 1
