import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { billerCalls } from '@dictara/contract/biller-review'
import { dictationCalls as intake } from '@dictara/contract/dictations'
import { facilityCalls } from '@dictara/contract/facilities'
import { filingCalls } from '@dictara/contract/filing'
import { jobListCalls } from '@dictara/contract/job-lists'
import { jobCalls as calls } from '@dictara/contract/jobs'
import { noteCalls } from '@dictara/contract/notes'
import { notificationCalls } from '@dictara/contract/notifications'
import { patientCalls } from '@dictara/contract/patients'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../platform/ids.ts'
import { type KillableServer, killableServer } from './killable-server.ts'
import { signInAs, type TestClient } from './test-client.ts'
import { times } from '../../../tools/src/times.ts'

/** The time limit for a job of a few seconds after the restart. */
const restWithinMs = 60_000

let server: KillableServer
const people = {} as Record<'doctor' | 'reviewer1' | 'reviewer2' | 'biller' | 'clinicAdmin', TestClient>
let facilityId: string
let patientId: string
let audio: Buffer
const acknowledged = new Map<string, number>()
let kills = 0
/** The number of kills in each phase. */
const rounds = {
  upload: times(1, 4),
  conversion: times(1, 4),
  save: times(1, 4),
  approve: times(1, 3),
  filing: times(1, 3),
  bill: times(1, 2),
}

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dictara-voice-'))
  execFileSync('flite', ['-voice', 'rms', '-t', 'rest and follow up in two weeks', '-o', join(folder, 'a.wav')])
  audio = readFileSync(join(folder, 'a.wav'))
  rmSync(folder, { recursive: true })
  server = await killableServer()
  await server.start()
  for (const name of ['doctor', 'reviewer1', 'reviewer2', 'biller', 'clinicAdmin'] as const) {
    const { email, password } = server.account(name)
    people[name] = await signInAs(server.url, email, password)
  }
  const facilities = (await people.doctor.call(facilityCalls.listUserFacilities, {})).result
  facilityId = facilities.find(({ disabled }) => !disabled)!.facilityId
  const query = { facilityId, searchValue: '' }
  patientId = (await people.doctor.call(patientCalls.searchPatients, { query })).result[0]!.pid
}, 120_000)
afterAll(() => server?.remove())

const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const forJob = (id: string) => ({ params: { id } })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** A call that the kill may interrupt. */
const answered = <T extends { status: number }>(call: Promise<T>): Promise<T | null> => call.catch(() => null)
const isDone = (answer: { status: number } | null) => answer?.status === 200
const acknowledge = (phase: string, howMany: number) =>
  acknowledged.set(phase, (acknowledged.get(phase) ?? 0) + howMany)

/** Kills the server when something was acknowledged, or a little later, and starts it again. */
async function killDuring(work: Promise<unknown>, isEnough: () => boolean, moreMs: number) {
  for (let waited = 0; !isEnough() && waited < 20_000; waited += 5) await pause(5)
  await pause(Math.random() * moreMs)
  await server.kill()
  await work
  kills += 1
  await server.start()
}

const pieceBytes = 8_192
const pieces = () =>
  Array.from({ length: Math.ceil(audio.length / pieceBytes) }, (_, i) =>
    audio.subarray(i * pieceBytes, (i + 1) * pieceBytes),
  )

async function put(dictationId: string, number: number, bytes: Buffer): Promise<boolean> {
  const answer = await people.doctor
    .raw(`/api/clinic/dictation/${dictationId}/take/0/chunk/${number}`, {
      method: 'PUT',
      headers: { 'x-chunk-sha256': hash(bytes), 'content-type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
    })
    .catch(() => null)
  return answer?.status === 200
}

async function begun(): Promise<string> {
  const dictationId = newId()
  const body = { dictationId, facilityId, patientId, mimeType: 'audio/wav', workType: 'Progress Note' }
  expect((await people.doctor.call(intake.beginDictation, { body })).status).toBe(200)
  return dictationId
}

const submit = (dictationId: string) =>
  people.doctor.call(intake.submitDictation, {
    params: { dictationId },
    body: { takes: [{ take: 0, chunks: pieces().length }] },
  })

const statusOf = async (jobId: string) => (await people.clinicAdmin.call(calls.getJob, forJob(jobId))).result[0]!

/** Waits until all jobs have come to rest. */
async function rested(jobIds: readonly string[]) {
  const until = Date.now() + restWithinMs
  for (const jobId of jobIds)
    for (;;) {
      const { status } = await statusOf(jobId)
      if (!['RECEIVED', 'CONVERTING', 'WRITING'].includes(status)) break
      expect(Date.now(), `job ${jobId} is ${status}`).toBeLessThan(until)
      await pause(100)
    }
}

async function jobsOf(dictationIds: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(dictationIds.map(submit))
  return answers.map(({ result }) => result[0]!.jobId)
}

/** Expects no doubled notification, and no job twice in a list. */
async function nothingDoubled() {
  for (const client of [people.doctor, people.reviewer1, people.reviewer2]) {
    const params = { id: client.user.id }
    const { result } = await client.call(notificationCalls.listNotifications, { params, query: { size: 100 } })
    const texts = result.map(({ target, targetId, body }) => `${target} ${targetId} ${body}`)
    expect(new Set(texts).size).toBe(texts.length)
  }
}

const jobIds: string[] = []

test('killed while chunks arrive, it has every acknowledged chunk and makes one job of each dictation', async () => {
  for (let round = 0; round < rounds.upload; round += 1) {
    const dictationId = await begun()
    const kept = new Set<number>()
    const sending = Promise.all(
      pieces().map(async (bytes, number) => {
        if (await put(dictationId, number, bytes)) kept.add(number)
      }),
    )
    await killDuring(sending, () => kept.size >= 3, 10)
    acknowledge('upload', kept.size)
    const [state] = (await people.doctor.call(intake.getDictation, { params: { dictationId } })).result
    const there = new Set(
      state!.takes.flatMap(({ received }) =>
        received.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i)),
      ),
    )
    for (const number of kept) expect(there.has(number)).toBe(true)
    for (const [number, bytes] of pieces().entries()) expect(await put(dictationId, number, bytes)).toBe(true)
    const made = await Promise.all([submit(dictationId), submit(dictationId), submit(dictationId)])
    const numbers = new Set(made.map(({ result }) => result[0]!.jobNumber))
    expect(numbers.size).toBe(1)
    jobIds.push(made[0].result[0]!.jobId)
  }
}, 240_000)

test('killed during conversions, it continues, and every dictation finishes once', async () => {
  for (let round = 0; round < rounds.conversion; round += 1) {
    const dictationIds = [await begun(), await begun(), await begun()]
    for (const dictationId of dictationIds)
      for (const [number, bytes] of pieces().entries()) await put(dictationId, number, bytes)
    let submitted = 0
    const submitting = Promise.all(
      dictationIds.map(async (dictationId) => {
        if (isDone(await answered(submit(dictationId)))) submitted += 1
      }),
    )
    await killDuring(submitting, () => submitted === 3, 900)
    acknowledge('conversion', submitted)
    const ids = await jobsOf(dictationIds)
    expect(new Set(ids).size).toBe(3)
    await rested(ids)
    for (const id of ids) {
      expect((await statusOf(id)).status).toBe('IN_PROGRESS')
      const { result } = await people.doctor.call(noteCalls.getSections, forJob(id))
      expect(result[0]!.sections.length).toBeGreaterThan(0)
    }
    jobIds.push(...ids)
  }
  await rested(jobIds)
}, 400_000)

test('killed while notes are saved, it has every acknowledged text', async () => {
  for (let round = 0; round < rounds.save; round += 1) {
    const ids = jobIds.slice(0, 3)
    const saved = new Map<string, number>()
    let isOver = false
    const saving = Promise.all(
      ids.map(async (id) => {
        let [section] = (await people.doctor.call(noteCalls.getSections, forJob(id))).result[0]!.sections
        for (let n = 1; !isOver; n += 1) {
          const content = [{ value: `Round ${round}, text ${n}`, type: 'Text' as const, newParagraph: false, count: 0 }]
          const body = { sections: [{ ...section!, content }] }
          const answer = await answered(people.doctor.call(noteCalls.saveSections, { ...forJob(id), body }))
          if (!isDone(answer)) return
          saved.set(id, n)
          section = answer!.result[0]!.sections[0]!
        }
      }),
    )
    await killDuring(saving, () => saved.size === 3, 60)
    isOver = true
    acknowledge(
      'save',
      [...saved.values()].reduce((sum, n) => sum + n, 0),
    )
    for (const [id, n] of saved) {
      const [section] = (await people.doctor.call(noteCalls.getSections, forJob(id))).result[0]!.sections
      const text = section!.content[0]!.value
      // The interrupted call may also have succeeded.
      expect([`Round ${round}, text ${n}`, `Round ${round}, text ${n + 1}`]).toContain(text)
    }
  }
}, 240_000)

/** Makes the same call for several jobs in parallel, kills, and repeats the rest after the restart. @returns the acknowledged jobs */
async function interrupted(phase: string, ids: readonly string[], verb: (id: string) => Promise<{ status: number }>) {
  const done = new Set<string>()
  const working = Promise.all(
    ids.map(async (id) => {
      if (isDone(await answered(verb(id)))) done.add(id)
    }),
  )
  await killDuring(working, () => done.size >= 3, 15)
  acknowledge(phase, done.size)
  return done
}

const complete = (jobId: string) => people.doctor.call(calls.completeOwn, { query: { jobId }, body: null })
const start = (who: TestClient) => (id: string) => who.call(calls.startReview, forJob(id))
const approve = (who: TestClient) => (id: string) => who.call(calls.approve, { ...forJob(id), body: null })

test('killed while reviewers approve, every acknowledged approval remains, and nobody is notified twice', async () => {
  for (const id of jobIds) expect((await complete(id)).status).toBe(200)
  const share = Math.ceil(jobIds.length / rounds.approve)
  for (let round = 0; round < rounds.approve; round += 1) {
    const ids = jobIds.slice(round * share, (round + 1) * share)
    for (const id of ids) expect((await start(people.reviewer1)(id)).status).toBe(200)
    const done = await interrupted('approve', ids, approve(people.reviewer1))
    for (const id of ids) {
      const { status, level } = await statusOf(id)
      if (done.has(id)) expect([status, level]).toEqual(['READY', 'LEVEL_2'])
      else if (status === 'IN_REVIEW') expect((await approve(people.reviewer1)(id)).status).toBe(200)
      expect((await approve(people.reviewer1)(id)).status).toBe(409)
    }
  }
  await nothingDoubled()
}, 240_000)

test('killed while notes are written to the EHR, each note arrives once and its job is completed', async () => {
  const share = Math.ceil(jobIds.length / rounds.filing)
  for (let round = 0; round < rounds.filing; round += 1) {
    const ids = jobIds.slice(round * share, (round + 1) * share)
    for (const id of ids) expect((await start(people.reviewer2)(id)).status).toBe(200)
    const done = await interrupted('filing', ids, approve(people.reviewer2))
    for (const id of ids) {
      const { status } = await statusOf(id)
      if (done.has(id)) expect(['WRITING', 'COMPLETED']).toContain(status)
      else if (status === 'IN_REVIEW') expect((await approve(people.reviewer2)(id)).status).toBe(200)
    }
    await rested(ids)
    for (const id of ids) expect((await statusOf(id)).status).toBe('COMPLETED')
  }
  const { result } = await people.clinicAdmin.call(filingCalls.listFiledNotes, {
    params: { facilityId },
    query: { size: 100 },
  })
  const received = result.map(({ jobId }) => jobId).filter((id) => jobIds.includes(id))
  expect(received.toSorted()).toEqual(jobIds.toSorted())
  await nothingDoubled()
}, 240_000)

test('killed while jobs are billed, each is billed once', async () => {
  const share = Math.ceil(jobIds.length / rounds.bill)
  for (let round = 0; round < rounds.bill; round += 1) {
    const ids = jobIds.slice(round * share, (round + 1) * share)
    for (const jobId of ids)
      expect((await people.biller.call(billerCalls.assignToBiller, { query: { jobId } })).status).toBe(200)
    const bill = (id: string) => people.biller.call(billerCalls.billJob, { ...forJob(id), query: {} })
    const done = await interrupted('bill', ids, bill)
    for (const id of ids) {
      if (done.has(id)) expect((await statusOf(id)).status).toBe('BILLED')
      else await bill(id)
      expect(await bill(id)).toMatchObject({ status: 409, code: 'job-already-billed' })
    }
  }
}, 240_000)

test('the server was killed in every phase, each time with acknowledged work in progress', async () => {
  process.stdout.write(
    `${kills} kills; acknowledged before them: ${JSON.stringify(Object.fromEntries(acknowledged))}\n`,
  )
  expect(kills).toBe(Object.values(rounds).reduce((sum, one) => sum + one, 0))
  for (const phase of Object.keys(rounds)) expect(acknowledged.get(phase), phase).toBeGreaterThanOrEqual(3)
  const list = await people.doctor.call(jobListCalls.listMyJobs, { query: { status: 'COMPLETE', size: 100 } })
  const mine = list.result.map(({ jobId }) => jobId).filter((id) => jobIds.includes(id))
  expect(mine.toSorted()).toEqual(jobIds.toSorted())
})
