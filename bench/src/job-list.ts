import { fileURLToPath } from 'node:url'
import { seededDatabase } from './job-list-database.ts'
import { openLimit } from './job-list-limit.ts'
import { atRate, clinicOf, type ListRequest, median, percentile, requestsFor, throughput } from './job-list-load.ts'
import { openOurs } from './job-list-ours.ts'
import { startProduct } from './start-product.ts'

const poolSize = 10
/**
 * The number of parallel calls. Each call does HTTP, session and list in turn, so three times as many calls as
 * connections keep the pool busy.
 */
const atOnce = 32
const pairs = 5
const ratioLeast = 0.5
const p99Most = 25
const growthMost = 2
/** The measured clinics: one with 200,000 jobs, one with 2,000, and eight with 4,030. */
const asked = [1, 2, 3, 40, 60, 80, 100, 120, 160, 200]

const verdict = (isReached: boolean) => (isReached ? 'reached' : 'MISSED')

/** Compares the job list over HTTP with the best SQL for it. @returns whether all three limits are met */
export async function benchJobList(): Promise<boolean> {
  await using database = await seededDatabase()
  await using limit = openLimit(database.urlFor, poolSize)
  await using product = await startProduct({
    DATABASE_URL: database.ownerUrl,
    DICTARA_MASTER_KEY: database.masterKey,
    DICTARA_DATABASE_POOL: String(poolSize),
  })
  const clinics = new Map<string, number>()
  for (const n of asked) clinics.set(await clinicOf(database.owner, n), n)
  const ofClinic = await Promise.all([...clinics.keys()].map((id) => requestsFor(database.owner, id, 300)))
  // Take the clinics in turn, so that consecutive requests belong to different clinics.
  const requests = ofClinic[0]!.flatMap((_, index) => ofClinic.map((list) => list[index]!))
  const ours = await openOurs(product.url, clinics)
  for (const list of ofClinic) await limit.checkPlan(list[0]!, database.owner)
  await checkSame(requests.slice(0, 200), ours.run, limit.run)
  await throughput(ours.run, requests, atOnce)
  await throughput(limit.run, requests, atOnce)

  const speeds = { ours: [] as number[], limit: [] as number[] }
  for (let pair = 0; pair < pairs; pair += 1)
    for (const side of pair % 2 ? (['limit', 'ours'] as const) : (['ours', 'limit'] as const))
      speeds[side].push(await throughput(side === 'ours' ? ours.run : limit.run, requests, atOnce))
  const ratio = median(speeds.ours.map((speed, pair) => speed / speeds.limit[pair]!))
  const p99 = percentile(await atRate(ours.run, requests.slice(0, 1500), 50), 0.99)

  const pageMs: Record<'large' | 'small', number[]> = { large: [], small: [] }
  for (let pair = 0; pair <= pairs; pair += 1)
    for (const [size, list] of [
      ['large', ofClinic[0]!],
      ['small', ofClinic[1]!],
    ] as const) {
      const speed = await throughput((request) => ours.runPage(request), list, 1)
      if (pair > 0) pageMs[size].push(1000 / speed)
    }
  const growth = median(pageMs.large.map((ms, pair) => ms / pageMs.small[pair]!))

  console.log(
    `job list page, 1,000,000 jobs in 200 clinics, filter + search + order + count, ${requests.length} requests of ${asked.length} clinics, ${atOnce} at once, pool of ${poolSize}, median of ${pairs} pairs: ` +
      `ours ${median(speeds.ours).toFixed(0)}/s over HTTP, SQL alone ${median(speeds.limit).toFixed(0)}/s, ratio ${ratio.toFixed(2)} (at least ${ratioLeast}): ${verdict(ratio >= ratioLeast)}`,
  )
  console.log(
    `job list page at 50 requests a second for 30 s: p99 ${p99.toFixed(1)} ms (at most ${p99Most}): ${verdict(p99 <= p99Most)}`,
  )
  console.log(
    `list with search, list without, counts, one after the other, median of ${pairs} pairs: clinic of 200,000 jobs ${median(pageMs.large).toFixed(1)} ms, ` +
      `of 2,000 ${median(pageMs.small).toFixed(1)} ms, ratio ${growth.toFixed(2)} (at most ${growthMost}): ${verdict(growth <= growthMost)}`,
  )
  return ratio >= ratioLeast && p99 <= p99Most && growth <= growthMost
}

/** @throws Error if the two sides do not do the same work */
async function checkSame(
  requests: readonly ListRequest[],
  ours: (request: ListRequest) => Promise<number>,
  limit: (request: ListRequest) => Promise<number>,
) {
  for (const request of requests) {
    const [one, other] = [await ours(request), await limit(request)]
    if (one !== other || one === 0)
      throw new Error(`The totals differ for ${JSON.stringify(request)}: ${one}, ${other}`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await benchJobList()) ? 0 : 1
