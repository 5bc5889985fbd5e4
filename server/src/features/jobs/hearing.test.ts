import type { UserType } from '@dictara/contract'
import type { JobStatus } from '@dictara/contract/jobs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../platform/actor.ts'
import { movableClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { aClinic, aFacility, aJob, aPerson, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { listReaders, mayReadJob } from './readers.store.ts'
import { times } from '../../../../tools/src/times.ts'

const now = new Date('2026-11-20T08:00:00Z')
const minute = 60_000
const day = 24 * 60 * minute
const types: UserType[] = ['admin', 'clinicAdmin', 'doctor', 'reviewer', 'transcriptionist', 'biller']
const statuses: JobStatus[] = [
  'RECEIVED',
  'CONVERTING',
  'AVAILABLE',
  'IN_PROGRESS',
  'READY',
  'IN_REVIEW',
  'WRITING',
  'COMPLETED',
  'INCOMPLETE',
  'BILLED',
  'STRUCK_OUT',
]

let server: TestServer
let clinic: TestClinic
let facilities: string[]
/** Three people per user type: at the first facility with self-review, at the second, and at none. */
let people: Actor[]
let billed: string

beforeAll(async () => {
  server = await startTestServer({ clock: movableClock(now) })
  clinic = await aClinic(server)
  facilities = [clinic.facilityId, await aFacility(server, clinic.clinicId)]
  people = []
  for (const userType of types)
    for (const [i, facilityIds] of [[facilities[0]!], [facilities[1]!], []].entries()) {
      const selfReviewEnabled = i === 0
      const { id } = await aPerson(server, clinic.clinicId, { userType, facilityIds, selfReviewEnabled })
      people.push({ userId: id, clinicId: clinic.clinicId, userType, selfReviewEnabled, facilityIds } as never)
    }
  const idsOf = (type: UserType) => people.filter(({ userType }) => userType === type).map(({ userId }) => userId)
  billed = idsOf('doctor')[0]!
  await server.owner.query('update users set biller_id = $1, any_reviewer_level_2 = true where id = $2', [
    idsOf('biller')[0],
    billed,
  ])
  for (const [author, reviewer] of [
    [billed, idsOf('reviewer')[0]],
    [billed, idsOf('admin')[0]],
    [idsOf('doctor')[1], idsOf('reviewer')[1]],
  ])
    await server.owner.query(
      "insert into author_reviewers (clinic_id, author_id, level, reviewer_id) values ($1, $2, 'LEVEL_1', $3)",
      [clinic.clinicId, author, reviewer],
    )
}, 120_000)
afterAll(() => server.close())

const system = <T>(run: Parameters<typeof server.doors.asSystem<T>>[1]) =>
  server.doors.asSystem('task test', run, clinic.clinicId)
const isBillerOf = (actor: Actor, authorId: string) =>
  actor.userType === 'biller' && authorId === billed && actor === people.find(({ userType }) => userType === 'biller')

interface Stint {
  who: number
  action: string
  endedMs: number | null
}
async function aJobWith(
  status: JobStatus,
  level: 'LEVEL_1' | 'LEVEL_2',
  who: number[],
  facility: number,
  stints: Stint[],
) {
  const [author, holder, approver] = who.map((i) => people[i % people.length]!.userId)
  const isInReview = status === 'READY' || status === 'IN_REVIEW'
  const isHeld = status === 'IN_PROGRESS' || status === 'IN_REVIEW'
  const id = await aJob(server, clinic, {
    authorId: author!,
    status,
    level: isInReview ? level : null,
    holderId: isHeld ? holder! : null,
    facilityId: facilities[facility]!,
  })
  if (level === 'LEVEL_2' && isInReview)
    await server.owner.query('update jobs set first_approver_id = $2 where id = $1', [id, approver])
  for (const { who: i, action, endedMs } of stints)
    await server.owner.query(
      "insert into job_stints (clinic_id, job_id, id, user_id, stage, started_at, ended_at, action) values ($1, $2, $3, $4, 'TRANSCRIPTION', $5, $6, $7)",
      [
        clinic.clinicId,
        id,
        newId(),
        people[i % people.length]!.userId,
        new Date(now.getTime() - 50 * day),
        endedMs === null ? null : new Date(now.getTime() - endedMs),
        endedMs === null ? null : action,
      ],
    )
  return { id, authorId: author! }
}

const anyPerson = fc.nat(3 * types.length - 1)
const stint = fc.record({
  who: anyPerson,
  action: fc.constantFrom('Completed', 'Approved', 'Rejected', 'Released'),
  endedMs: fc.constantFrom(null, 2 * minute, 10 * day, 40 * day),
})

test('live updates of a job go to everyone who may read it, and a strike-out also to its biller, for every role, state and relation', async () => {
  const seen = { told: 0, untold: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...statuses),
      fc.constantFrom('LEVEL_1' as const, 'LEVEL_2' as const),
      fc.tuple(anyPerson, anyPerson, anyPerson),
      fc.nat(1),
      fc.array(stint, { maxLength: 3 }),
      async (status, level, who, facility, stints) => {
        const { id, authorId } = await aJobWith(status, level, who, facility, stints)
        await system(async (work) => {
          const { readers } = await listReaders(work, id, people)
          for (const actor of people) {
            const reads = await mayReadJob({ ...work, actor }, id)
            const isReader = readers.includes(actor.userId)
            const isStrikeForBiller = status === 'STRUCK_OUT' && isBillerOf(actor, authorId)
            expect(isReader, `${actor.userType} at ${actor.facilityIds.length} facilities`).toBe(
              reads || isStrikeForBiller,
            )
            seen[isReader ? 'told' : 'untold'] += 1
          }
        })
      },
    ),
    { numRuns: times(50, 500) },
  )
  expect(seen.told).toBeGreaterThan(100)
  expect(seen.untold).toBeGreaterThan(100)
}, 240_000)

test('a person who lost a job gets its live updates for one more minute, even without the right to read it', async () => {
  const typist = people.findIndex(({ userType }) => userType === 'transcriptionist')
  const doctor = people.findIndex(({ userType }) => userType === 'doctor')
  for (const [endedMs, isReader] of [
    [30_000, true],
    [2 * minute, false],
  ] as const) {
    const stints = [{ who: typist, action: 'Released', endedMs }]
    const { id } = await aJobWith('COMPLETED', 'LEVEL_1', [doctor, doctor, doctor], 0, stints)
    await system(async (work) => {
      expect(await mayReadJob({ ...work, actor: people[typist]! }, id)).toBe(false)
      expect((await listReaders(work, id, people)).readers.includes(people[typist]!.userId)).toBe(isReader)
    })
  }
})
