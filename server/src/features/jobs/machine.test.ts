import { billerCalls } from '@dictara/contract/biller-review'
import { facilityCalls } from '@dictara/contract/facilities'
import { filingCalls } from '@dictara/contract/filing'
import { jobCalls as calls } from '@dictara/contract/jobs'
import { noteCalls } from '@dictara/contract/notes'
import { peopleCalls } from '@dictara/contract/people'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, aJob, aNote, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { times } from '../../../../tools/src/times.ts'
import { failConversion, failFiling, finishConversion, finishFiling, startConversion } from './index.ts'
import { type Cast, type Command, judge, type Model, newJob, type Row } from './machine.model.ts'

/** How often each row of the state table must be taken and refused at least. */
const enough = times(2, 20)
const rows: readonly Row[] = [
  'T2',
  'T3',
  'T4',
  'T5',
  'T6',
  'T7',
  'T8',
  'T9',
  'T10a',
  'T10b',
  'T11',
  'T12',
  'T13',
  'T14a',
  'T14b',
  'T15',
  'T16',
  'T17',
  'T18',
  'T19',
  'T20',
  'T21',
  'T22',
  'T23',
  'T24',
  'T25',
]
/** Changes that administrators make to people. None of them is refused because of a job. */
const rowsOfPeople: readonly Row[] = ['disabled', 'enabled', 'unlinked', 'linked']
const commands: readonly Command[] = [
  'begin-conversion',
  'end-conversion',
  'fail-conversion',
  'start',
  'save',
  'release',
  'reject',
  'complete',
  'start-review',
  'approve',
  'file',
  'fail-filing',
  'resubmit',
  'open-bill',
  'bill',
  'strike',
  'delete',
  'reconvert',
  'disable-person',
  'enable-person',
  'unlink-person',
  'link-person',
  'change-works-as',
  'switch-facility',
  'assign',
]
const taken = new Map<Row, number>()
const refused = new Map<Row, number>()
const count = (map: Map<Row, number>, row: Row) => map.set(row, (map.get(row) ?? 0) + 1)

let server: TestServer
let clinic: TestClinic
const people = new Map<string, TestClient>()
let casts: Cast[]

async function join(person: Parameters<typeof signedIn>[2]): Promise<string> {
  const client = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId], ...person })
  people.set(client.user.id, client)
  return client.user.id
}

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  const typists = [await join({ userType: 'transcriptionist' }), await join({ userType: 'transcriptionist' })]
  const reviewers = [
    await join({ userType: 'reviewer' }),
    await join({ userType: 'reviewer' }),
    await join({ userType: 'reviewer' }),
  ]
  const admin = await join({ userType: 'clinicAdmin' })
  const biller = await join({ userType: 'biller' })
  casts = []
  for (const [levels, usesPool] of [
    [0, true],
    [1, true],
    [2, true],
    [2, false],
  ] as const) {
    const author = await join({ userPrivilege: usesPool ? 'NONE' : 'TRANSCRIPTION_ONLY' })
    const flow = (['NONE', 'LEVEL_1', 'LEVEL_2'] as const)[levels]
    await server.owner.query(
      'update users set reviewer_flow = $1, any_reviewer_level_1 = true, any_reviewer_level_2 = true, biller_id = $2 where id = $3',
      [flow, biller, author],
    )
    casts.push({ author, usesPool, levels, typists, reviewers, admin, biller })
  }
}, 120_000)
afterAll(() => server.close())

interface Real {
  jobId: string
  cast: Cast
}

const factsOf = async (jobId: string) => {
  const { rows: found } = await server.owner.query(
    `select status, level, holder_id, returned, is_enabled, fail_stage, biller_id, version,
      (select count(*)::int from audit_events e where e.job_id = j.id and e.event like 'job.%') as audited
     from jobs j where id = $1`,
    [jobId],
  )
  return found[0]
}

const switched = (id: string, isEnabled: boolean) => ({ params: { id }, body: { isEnabled } })
const inputOf = (userId: string) => {
  const { id, firstName, lastName, email } = people.get(userId)!.user
  const phoneNumber = { countryCode: '+1', number: '5550100' }
  return { id, firstName, lastName, email, phoneNumber, facilityIds: [clinic.facilityId] }
}
/** Reopens the sessions of a user, instead of signing in again. */
const openSessionAgain = (userId: string) =>
  server.owner.query('update sessions set ended_at = null, end_reason = null where user_id = $1', [userId])

/** The last answer, for the failure message when the product and the model differ. */
let said = ''

/** Runs the command in the product. @returns whether it was done */
async function give({ jobId, cast }: Real, m: Model, command: Command, who: string, to: string): Promise<boolean> {
  const client = people.get(who)!
  const on = { params: { id: jobId } }
  /** Whether `to` may be disabled or unlinked: a typist or reviewer, while all others are present. */
  const mayGo = m.out === null && [...cast.typists, ...cast.reviewers].includes(to)
  const asSystem = async (run: (work: never) => Promise<unknown>) => {
    const before = await factsOf(jobId)
    await server.doors.asSystem('task test', (work) => run(work as never), clinic.clinicId)
    return (await factsOf(jobId)).version !== before.version
  }
  const ok = ({ status, message }: { status: number; message: string }) => {
    expect(status).toBeLessThan(500)
    said = `${status} ${message}`
    return status === 200
  }
  switch (command) {
    case 'begin-conversion':
      return asSystem((work) => startConversion(work, jobId))
    case 'end-conversion':
      return asSystem((work) => finishConversion(work, jobId, { audioMs: 1000, notices: [] }))
    case 'fail-conversion':
      return asSystem((work) => failConversion(work, jobId, 'No sound.'))
    case 'file':
      // Record the filing first, as the filing task does at a facility without an EHR.
      if (m.status === 'WRITING')
        await server.owner.query(
          `insert into filings (clinic_id, job_id, note_version, facility_id, state, queued_at, filed_at)
           select $1, $2, 1, facility_id, 'FILED', now(), now() from jobs where id = $2
           on conflict (clinic_id, job_id, note_version) do update set state = 'FILED', filed_at = now()`,
          [clinic.clinicId, jobId],
        )
      return asSystem((work) => finishFiling(work, jobId, null))
    case 'fail-filing':
      return asSystem((work) => failFiling(work, jobId, 'Refused.'))
    case 'start':
      return ok(await client.call(calls.startTranscription, on))
    case 'save':
      return ok(await client.call(noteCalls.saveSections, { ...on, body: { sections: [] } }))
    case 'release':
      return ok(await client.call(calls.releaseJob, on))
    case 'reject': {
      const call = m.status === 'IN_REVIEW' ? calls.rejectReview : calls.rejectTranscription
      return ok(await client.call(call, { ...on, body: { comment: 'Why.' } }))
    }
    case 'complete':
      return ok(
        cast.typists.includes(who)
          ? await client.call(calls.completeTranscription, { ...on, body: null })
          : await client.call(calls.completeOwn, { query: { jobId }, body: null }),
      )
    case 'start-review':
      return ok(await client.call(calls.startReview, on))
    case 'approve':
      return ok(await client.call(calls.approve, { ...on, body: null }))
    case 'resubmit':
      return ok(await client.call(calls.retryJobs, { query: { jobIds: [jobId] } }))
    case 'open-bill':
      return ok(await client.call(billerCalls.assignToBiller, { query: { jobId } }))
    case 'bill':
      return ok(await client.call(billerCalls.billJob, { ...on, query: {} }))
    case 'strike':
      return ok(await client.call(filingCalls.strikeJob, on as never))
    case 'delete':
      return ok(await client.call(calls.deleteJob, { query: { jobId } }))
    case 'reconvert':
      return ok(await client.call(calls.reconvert, { query: { jobId } }))
    case 'assign':
      return ok(await client.call(calls.assignJob, { ...on, body: { userId: to } }))
    case 'switch-facility':
      return ok(
        await client.call(facilityCalls.setFacilityDisabled, {
          params: { facilityId: clinic.facilityId },
          query: { isDisabled: m.isFacilityOpen },
        } as never),
      )
    case 'disable-person':
      return mayGo && ok(await client.call(peopleCalls.togglePerson, switched(to, false)))
    case 'enable-person': {
      if (!m.out?.isDisabled) return false
      const isDone = ok(await client.call(peopleCalls.togglePerson, switched(m.out.who, true)))
      // Disabling the user ended their sessions.
      if (isDone) await openSessionAgain(m.out.who)
      return isDone
    }
    case 'unlink-person':
    case 'link-person': {
      const isLinking = command === 'link-person'
      const whom = isLinking ? (m.out?.isDisabled === false ? m.out.who : null) : mayGo ? to : null
      const facilityIds = isLinking ? [clinic.facilityId] : []
      return (
        whom !== null && ok(await client.call(peopleCalls.editReviewer, { body: { ...inputOf(whom), facilityIds } }))
      )
    }
    case 'change-works-as': {
      const userType = cast.typists.includes(to) ? 'reviewer' : 'transcriptionist'
      return ok(await client.call(peopleCalls.editReviewer, { body: { ...inputOf(to), userType } }))
    }
  }
}

/** A person who is usually allowed to run the command. */
function usualWho(command: Command, m: Model, cast: Cast, choice: number): string {
  const pick = (list: readonly string[]) => list[choice % list.length]!
  if (['save', 'reject', 'complete', 'approve', 'reconvert', 'release'].includes(command))
    return m.holder ?? cast.author
  if (command === 'start') return pick(cast.typists)
  if (command === 'start-review') return pick(cast.reviewers.filter((id) => id !== m.approver))
  if (command === 'open-bill' || command === 'bill') return cast.biller
  if (command === 'strike' || command === 'resubmit') return cast.author
  return cast.admin
}

const holders = ({ typists, reviewers, author, biller }: Cast) => [...typists, ...reviewers, author, biller]

/** The steps that are possible now, the least used first, so that every row is reached. */
function possibleNow(m: Model, cast: Cast, choice: number) {
  const found = new Map<Row, { command: Command; who: string; to: string }>()
  for (const command of new Set(commands))
    for (const to of holders(cast)) {
      const who = usualWho(command, m, cast, choice)
      const { row, change } = judge(m, cast, command, who, to)
      // Once people were changed often enough, use the remaining steps for jobs.
      const isWanted = !rowsOfPeople.includes(row) || (taken.get(row) ?? 0) < enough
      if (change && isWanted) found.set(row, { command, who, to })
    }
  return [...found]
    .toSorted(([one], [other]) => (taken.get(one) ?? 0) - (taken.get(other) ?? 0))
    .map(([, step]) => step)
}

class Step implements fc.AsyncCommand<Model, Real> {
  readonly command: Command
  readonly choice: number
  readonly isRight: boolean

  constructor(command: Command, choice: number, isRight: boolean) {
    this.command = command
    this.choice = choice
    this.isRight = isRight
  }

  /** No command leads out of a final state, so only a few refusals are tried there. */
  check({ isDeleted, status }: Readonly<Model>) {
    const isFinal = isDeleted || status === 'BILLED' || status === 'STRUCK_OUT'
    return !isFinal || (!this.isRight && this.choice % 8 === 0)
  }

  /** A possible step, or an arbitrary command by an arbitrary person. */
  private chosen(m: Model, cast: Cast) {
    const possible = this.isRight ? possibleNow(m, cast, this.choice) : []
    if (possible.length > 0) return possible[this.choice % Math.min(2, possible.length)]!
    const everybody = [...holders(cast), cast.admin]
    const pick = (list: readonly string[], by: number) => list[by % list.length]!
    // Reviews are short, so try the refusals during a review on purpose.
    const duringReview = (['release', 'reject', 'approve'] as const)[this.choice % 3]!
    const command = m.status === 'IN_REVIEW' ? duringReview : this.command
    return { command, who: pick(everybody, this.choice), to: pick(holders(cast), this.choice >> 3) }
  }

  async run(m: Model, real: Real) {
    const { command, who, to } = this.chosen(m, real.cast)
    const before = await factsOf(real.jobId)
    const { row, change } = judge(m, real.cast, command, who, to)
    const isDone = await give(real, m, command, who, to)
    expect(isDone, `${command} by ${who} from ${JSON.stringify(m)}: ${said}`).toBe(change !== null)
    count(change ? taken : refused, row)
    Object.assign(m, change ?? {})
    const after = await factsOf(real.jobId)
    expect({ ...after, version: 0, audited: 0 }).toEqual({
      status: m.status,
      level: m.level,
      holder_id: m.holder,
      returned: m.returned,
      is_enabled: !m.isDeleted,
      fail_stage: m.failStage,
      biller_id: m.biller,
      version: 0,
      audited: 0,
    })
    // A refusal changes nothing and writes no audit row.
    if (!change) expect([after.version, after.audited]).toEqual([before.version, before.audited])
  }

  toString = () => `${this.command}${this.isRight ? '' : '?'}${this.choice}`
}

const step = fc
  .tuple(fc.constantFrom(...commands), fc.nat({ max: 63 }), fc.boolean())
  .map(([command, choice, isRight]) => new Step(command, choice, isRight))

/** Brings back the disabled or unlinked person for the next job. */
async function bringBack({ out }: Model) {
  if (!out) return
  await server.owner.query('update users set is_enabled = true where id = $1', [out.who])
  await server.owner.query(
    'insert into facility_users (clinic_id, facility_id, user_id) values ($1, $2, $3) on conflict do nothing',
    [clinic.clinicId, clinic.facilityId, out.who],
  )
  if (out.isDisabled) await openSessionAgain(out.who)
}

async function playOne(cast: Cast, steps: Iterable<Step>) {
  const jobId = await aJob(server, clinic, { authorId: cast.author, status: 'RECEIVED', workType: 'Progress Note' })
  await aNote(server, clinic, jobId, [['PLAN', 'Rest.']])
  const model = newJob(cast.levels)
  const real = { jobId, cast }
  try {
    await fc.asyncModelRun(() => ({ model, real }), steps)
  } finally {
    await server.owner.query('update facilities set is_enabled = true where id = $1', [clinic.facilityId])
    await bringBack(model)
  }
}

test('random histories follow the decision table, with every row taken and refused several times', async () => {
  const isEnough = () =>
    [...rows, ...rowsOfPeople].every((row) => (taken.get(row) ?? 0) >= enough) &&
    rows.every((row) => (refused.get(row) ?? 0) >= enough)
  for (let round = 0; round < 60 && !isEnough(); round += 1) {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 3 }), fc.commands([step], { maxCommands: 90, size: 'max' }), (cast, steps) =>
        playOne(casts[cast]!, steps as never),
      ),
      { numRuns: 8, seed: 20_261_121 + round, endOnFailure: true },
    )
  }
  const table = [...rows, ...rowsOfPeople].map(
    (row) => `${row}: taken ${taken.get(row) ?? 0}, refused ${refused.get(row) ?? 0}`,
  )
  process.stdout.write(`${table.join('\n')}\n`)
  for (const row of rows) {
    expect(taken.get(row) ?? 0, `${row} taken`).toBeGreaterThanOrEqual(enough)
    expect(refused.get(row) ?? 0, `${row} refused`).toBeGreaterThanOrEqual(enough)
  }
}, 600_000)
