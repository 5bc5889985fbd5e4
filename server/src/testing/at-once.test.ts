import { billerCalls } from '@dictara/contract/biller-review'
import { jobCalls as calls } from '@dictara/contract/jobs'
import { noteCalls, type Section } from '@dictara/contract/notes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDemoClinic, demoEhrOf, jobOnceIn } from '../features/filing/filing.fixtures.ts'
import { newId } from '../platform/ids.ts'
import { aClinic, aJob, aNote, signedIn, type TestClinic, type TestJob } from './clinic.fixtures.ts'
import type { TestClient } from './test-client.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** Several people, or one impatient person, act on the same job at the same moment. */
let server: TestServer
let clinic: TestClinic
let author: TestClient
let typist: TestClient
let reviewers: TestClient[]
let biller: TestClient
let ehr: ReturnType<typeof demoEhrOf>

beforeAll(async () => {
  server = await startTestServer({ tasks: true })
  clinic = await aClinic(server)
  const people = await aDemoClinic(server, clinic)
  author = people.author
  ehr = demoEhrOf(people.admin, clinic)
  const here = { facilityIds: [clinic.facilityId] }
  typist = await signedIn(server, clinic.clinicId, { ...here, userType: 'transcriptionist' })
  reviewers = [
    await signedIn(server, clinic.clinicId, { ...here, userType: 'reviewer' }),
    await signedIn(server, clinic.clinicId, { ...here, userType: 'reviewer' }),
  ]
  biller = await signedIn(server, clinic.clinicId, { ...here, userType: 'biller' })
  await server.owner.query(
    "update users set reviewer_flow = 'LEVEL_1', any_reviewer_level_1 = true, biller_id = $2 where id = $1",
    [author.user.id, biller.user.id],
  )
}, 120_000)
afterAll(() => server.close())

async function job(facts: Partial<TestJob> = {}): Promise<string> {
  const jobId = await aJob(server, clinic, { authorId: author.user.id, workType: 'Progress Note', ...facts })
  await aNote(server, clinic, jobId, [['HISTORY', 'As converted.']])
  return jobId
}
const forJob = (id: string) => ({ params: { id } })
const sections = async (id: string) => (await author.call(noteCalls.getSections, forJob(id))).result[0]!.sections
const textOf = async (id: string) => (await sections(id))[0]!.content[0]!.value
const saying = (section: Section, value: string): Section => ({
  ...section,
  content: [{ value, type: 'Text', newParagraph: false, count: 0 }],
})
const save = (id: string, ...changed: Section[]) =>
  author.call(noteCalls.saveSections, { ...forJob(id), body: { sections: changed } })
const complete = (jobId: string) => author.call(calls.completeOwn, { query: { jobId }, body: null })
const times = <T>(count: number, act: (time: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, time) => act(time)))

/** Expects one success, and a refusal with a reason for each of the others. */
function oneWins<T extends { status: number; message: string }>(answers: readonly T[]): T {
  const won = answers.filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  for (const { status, message } of answers) {
    if (status === 200) continue
    expect([403, 404, 409, 422]).toContain(status)
    expect(message).toMatch(/^[A-Z].+\S/)
  }
  return won[0]!
}

test('of eight simultaneous saves of one version one wins, and the others get both texts [QA-80]', async () => {
  const id = await job({ holderId: author.user.id })
  const [section] = await sections(id)
  const answers = await times(8, (time) => save(id, saying(section!, `Text ${time}.`)))
  oneWins(answers)
  const kept = `Text ${answers.findIndex(({ status }) => status === 200)}.`
  expect(await textOf(id)).toBe(kept)
  for (const [time, { status, result }] of answers.entries()) {
    if (status === 200) continue
    expect(status).toBe(409)
    expect(JSON.stringify(result)).toContain(kept)
    expect(JSON.stringify(result)).toContain(`Text ${time}.`)
  }
})

test('a new section sent five times at the same time is stored once, and the same save again changes nothing [QA-81]', async () => {
  const id = await job({ holderId: author.user.id })
  const temporary = {
    id: `new-${newId()}`,
    heading: { customUIHeading: 'PLAN', systemHeading: 'NONE' },
    content: [],
  }
  const added = saying(temporary, 'Rest.')
  const answers = await times(5, () => save(id, added))
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  const before = await sections(id)
  expect(before.map(({ heading }) => heading.customUIHeading)).toEqual(['HISTORY', 'PLAN'])
  expect((await save(id, added)).status).toBe(200)
  expect(await sections(id)).toEqual(before)
})

test('of five simultaneous completions and a save one completion wins, and no text is lost [QA-82]', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await job({ holderId: author.user.id })
    const [section] = await sections(id)
    const [saved, ...completed] = await Promise.all([
      save(id, saying(section!, 'Said last.')),
      ...Array.from({ length: 5 }, () => complete(id)),
    ])
    oneWins(completed)
    expect((await jobOnceIn(server, id, 'READY')).status).toBe('READY')
    if (saved.status === 200) expect(await textOf(id)).toBe('Said last.')
    else {
      expect(saved.status).toBeLessThan(500)
      expect(saved.message).toMatch(/^[A-Z].+\S/)
      expect(await textOf(id)).toBe('As converted.')
    }
  }
})

test('simultaneous starts, approvals and bills have one winner each, and the EHR has one note [QA-83]', async () => {
  await ehr.behave('accept')
  const pooled = await job({ status: 'AVAILABLE' })
  const second = await signedIn(server, clinic.clinicId, {
    userType: 'transcriptionist',
    facilityIds: [clinic.facilityId],
  })
  oneWins(await times(6, (time) => [typist, second][time % 2]!.call(calls.startTranscription, forJob(pooled))))

  const id = await job({ holderId: author.user.id })
  oneWins(await times(3, () => complete(id)))
  await jobOnceIn(server, id, 'READY')
  const started = await Promise.all(reviewers.map((who) => who.call(calls.startReview, forJob(id))))
  oneWins(started)
  const holder = reviewers[started.findIndex(({ status }) => status === 200)]!
  oneWins(await times(5, () => holder.call(calls.approve, { ...forJob(id), body: null })))
  await jobOnceIn(server, id, 'COMPLETED')
  expect(await ehr.received(id)).toMatchObject([{ deliveries: 1 }])
  expect((await holder.call(calls.approve, { ...forJob(id), body: null })).status).toBeGreaterThanOrEqual(400)

  expect((await biller.call(billerCalls.assignToBiller, { query: { jobId: id } })).status).toBe(200)
  oneWins(await times(3, () => biller.call(billerCalls.billJob, { ...forJob(id), query: {} })))
  await jobOnceIn(server, id, 'BILLED')
  expect(await ehr.received(id)).toHaveLength(1)
}, 90_000)

test('of a release or deletion and a simultaneous completion one succeeds, and the other is refused [QA-84]', async () => {
  for (let round = 0; round < 5; round += 1) {
    const held = await job({ holderId: typist.user.id })
    oneWins(
      await Promise.all([
        typist.call(calls.releaseJob, forJob(held)),
        typist.call(calls.completeTranscription, { ...forJob(held), body: null }),
      ]),
    )
    await jobOnceIn(server, held, 'AVAILABLE', 'READY')

    const own = await job({ holderId: author.user.id })
    const [deleted] = await Promise.all([author.call(calls.deleteJob, { query: { jobId: own } }), complete(own)]).then(
      (answers) => {
        // A completed job may be deleted while it waits for its review, so both may succeed one after the other.
        const { status } = answers[1]
        if (status !== 200 || answers[0].status !== 200) oneWins(answers)
        return answers
      },
    )
    const { rows } = await server.owner.query('select is_enabled, status from jobs where id = $1', [own])
    expect(rows[0].is_enabled).toBe(deleted.status !== 200)
  }
}, 90_000)
