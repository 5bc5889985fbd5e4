import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { jobCalls } from '@dictara/contract/jobs'
import pg from 'pg'
import { settings } from '../platform/config.ts'
import { aSmallDisk, faults, fullDisk } from './faults.ts'
import { type KillableServer, killableServer } from './killable-server.ts'
import { buildPrograms } from './program.ts'
import { aWorkload, type Workload } from './workload.ts'

export interface SoakReport {
  rounds: number
  faults: Record<string, number>
  acknowledgedJobs: number
  acknowledgedSaves: number
  lost: number
  doubled: number
  /** Jobs whose recording was recognised as shorter than it is. */
  shortened: number
  /** Unfinished jobs without progress for two minutes. */
  stuck: number
  /** Jobs reported with a reason as not converted; each must complete after Resubmit, or it counts as stuck. */
  incomplete: number
  /** The reasons that people see. */
  reasons: string[]
  /** Stored chunks whose hash differs from the sent one. */
  changed: number
  /** Answers that were neither success nor a refusal with a message, by status and code. */
  oddAnswers: Record<string, number>
  longestSilenceSeconds: number
  /** The longest outage: server dead or starting, database unreachable, or disk full. */
  longestUnreadySeconds: number
}

const diskMb = 1_500
const pauseMs = { least: 2_000, most: 6_000 }
const restMs = 120_000
const tellAfterMs = 3_000
/** Long enough that fewer than two cores convert without a backlog under these faults. */
const dictatePauseMs = 8_000

/** Random choices of faults, repeatable by seed. */
function seeded(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return { next, pick: <T>(from: readonly T[]) => from[Math.floor(next() * from.length)]! }
}

/** Polls one address and records the longest time without a healthy answer. */
function watch(server: KillableServer, path: string, say: (text: string) => void) {
  let last = Date.now()
  let longestMs = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const answer = await fetch(server.url + path, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
      if (answer?.ok) {
        const silentMs = Date.now() - last
        if (silentMs > tellAfterMs) say(`   ${path} was not answered well for ${(silentMs / 1000).toFixed(1)} s`)
        longestMs = Math.max(longestMs, silentMs)
        last = Date.now()
      }
      await sleep(100)
    }
  })()
  return {
    async end() {
      isOver = true
      await watching
      return Math.max(longestMs, Date.now() - last) / 1000
    },
  }
}

async function ask<Row extends object>(server: KillableServer, sql: string, values: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server.databaseUrl() })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

async function untilReady(server: KillableServer) {
  for (const since = Date.now(); Date.now() - since < restMs; await sleep(200))
    if ((await fetch(`${server.url}/readyz`).catch(() => null))?.ok) return
  throw new Error('The server is not ready two minutes after the last fault.')
}

/** Uses the product as people do while faults occur every few seconds, and counts acknowledged work that is lost. */
export async function soak(options: { seconds: number; seed: number; say(text: string): void }): Promise<SoakReport> {
  const { say } = options
  const { next, pick } = seeded(options.seed)
  const place = mkdtempSync(join(tmpdir(), 'dictara-soak-'))
  const disk = aSmallDisk(place, diskMb)
  if (!disk) say('No disk of its own can be made here: it is not filled.')
  const server = await killableServer('supervise', place)
  try {
    await server.start({ DICTARA_SPEECH_PROGRAM: settings.DICTARA_SPEECH_PROGRAM.shown })
    execFileSync('flite', ['-voice', 'rms', '-t', 'rest and follow up in two weeks', '-o', join(place, 'a.wav')])
    const audio = readFileSync(join(place, 'a.wav'))
    const account = server.account('doctor')
    const work = await aWorkload({ url: server.url, account, audio, uploaders: 2, pauseMs: dictatePauseMs })
    const [silence, unready] = ['/livez', '/readyz'].map((path) => watch(server, path, say))
    const kinds: [string, typeof fullDisk][] = Object.entries(faults)
    if (disk) kinds.push(['the disk full, and free again', fullDisk])
    const done = new Map<string, number>()
    let rounds = 0
    for (const since = Date.now(); Date.now() - since < options.seconds * 1000; ) {
      await sleep(pauseMs.least + next() * (pauseMs.most - pauseMs.least))
      const [name, fault] = pick(kinds)
      rounds += 1
      if (!(await fault(server, pick))) continue
      done.set(name, (done.get(name) ?? 0) + 1)
      say(`${Math.round((Date.now() - since) / 1000)} s: ${name}; ${work.acknowledged()} acknowledged`)
    }
    await untilReady(server)
    const [longestSilenceSeconds, longestUnreadySeconds] = [await silence!.end(), await unready!.end()]
    await work.finish()
    const lost = (await work.lost()).length + work.saves.lost
    const jobIds = [...work.jobs.values()]
    let stuck = await countUnfinished(server, jobIds)
    const incomplete = await ask<{ id: string; reason: string | null }>(
      server,
      "select id, reason_for_failing as reason from jobs where id = any($1) and status = 'INCOMPLETE'",
      [jobIds],
    )
    if (incomplete.length > 0) stuck += await countUnresolved(server, work, incomplete)
    const rows = await ask<{ count: number; shortest: number; longest: number }>(
      server,
      'select count(*)::int as count, min(audio_ms) filter (where audio_ms > 0) as shortest, max(audio_ms) as longest from jobs where dictation_id = any($1) group by dictation_id',
      [[...work.jobs.keys()]],
    )
    const kept = await ask<{ sha256: string }>(
      server,
      'select sha256 from dictation_chunks where dictation_id = any($1) order by dictation_id, take, number',
      [[...work.jobs.keys()]],
    )
    const longest = Math.max(...rows.map((row) => row.longest))
    return {
      rounds,
      faults: Object.fromEntries(done),
      acknowledgedJobs: work.jobs.size,
      acknowledgedSaves: work.saves.acknowledged,
      lost: lost + work.jobs.size - rows.length,
      doubled: rows.filter(({ count }) => count > 1).length,
      shortened: rows.filter(({ shortest }) => shortest !== null && shortest < longest).length,
      stuck,
      incomplete: incomplete.length,
      reasons: [...new Set(incomplete.map(({ reason }) => reason ?? 'none'))],
      changed: kept.filter(({ sha256 }, i) => sha256 !== work.hashes[i % work.hashes.length]).length,
      oddAnswers: Object.fromEntries([...work.answers].filter(([kind]) => !/^200$|^none$|^(503|507|401) /.test(kind))),
      longestSilenceSeconds,
      longestUnreadySeconds,
    }
  } finally {
    await server.stop().catch(() => {})
    server.remove()
    disk?.remove()
    rmSync(place, { recursive: true, force: true })
  }
}

/** The number of jobs still unfinished after two minutes in which none came to rest, so that a backlog does not count. */
async function countUnfinished(server: KillableServer, jobIds: string[]): Promise<number> {
  let fewest = Number.POSITIVE_INFINITY
  for (let since = Date.now(); ; await sleep(1_000)) {
    const rows = await ask(server, "select from jobs where id = any($1) and status in ('RECEIVED', 'CONVERTING')", [
      jobIds,
    ])
    if (rows.length < fewest) [fewest, since] = [rows.length, Date.now()]
    if (rows.length === 0 || Date.now() - since > restMs) return rows.length
  }
}

/** Resubmits incomplete jobs as their author does. @returns the number that did not complete or lacked a reason */
async function countUnresolved(
  server: KillableServer,
  work: Workload,
  jobs: readonly { id: string; reason: string | null }[],
): Promise<number> {
  const jobIds = jobs.map(({ id }) => id)
  const query = { jobIds }
  await work.ask((as) => as.call(jobCalls.retryJobs, { query }))
  await countUnfinished(server, jobIds)
  const left = await ask(server, "select from jobs where id = any($1) and status <> 'IN_PROGRESS'", [jobIds])
  return left.length + jobs.filter(({ reason }) => !reason).length
}

export const isGood = (report: SoakReport) =>
  report.lost + report.doubled + report.shortened + report.changed + report.stuck === 0 &&
  Object.keys(report.oddAnswers).length === 0

// `node server/src/testing/soak.ts --minutes 20 [--seed 7]`
if (process.argv[1]?.endsWith('/soak.ts')) {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '20' }, seed: { type: 'string' } } })
  const seed = Number(values.seed ?? Date.now() % 100_000)
  const say = (text: string) => void process.stdout.write(`${text}\n`)
  say(`seed ${seed}`)
  buildPrograms()
  const report = await soak({ seconds: Number(values.minutes) * 60, seed, say })
  say(JSON.stringify(report, null, 2))
  process.exitCode = isGood(report) && report.longestSilenceSeconds <= 10 ? 0 : 1
}
