import { filingCalls } from '@dictara/contract/filing'
import { billerCalls } from '@dictara/contract/biller-review'
import { type JobAction, jobActions, jobCalls as calls } from '@dictara/contract/jobs'
import { noteCalls } from '@dictara/contract/notes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aClinic,
  aJob,
  aNote,
  aPerson,
  signedIn,
  type TestClinic,
  type TestJob,
} from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
const people: Record<string, TestClient> = {}
/** Other users who may hold the job in each stage. */
const others = { typist: '', reviewer: '' }

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  const facilityIds = [clinic.facilityId]
  const join = (person: Parameters<typeof signedIn>[2]) => signedIn(server, clinic.clinicId, { facilityIds, ...person })
  people['author'] = await join({ userPrivilege: 'NONE' })
  people['other doctor'] = await join({})
  people['transcriptionist'] = await join({ userType: 'transcriptionist' })
  people['reviewer'] = await join({ userType: 'reviewer' })
  people['biller'] = await join({ userType: 'biller' })
  people['admin'] = await join({ userType: 'admin' })
  people['clinicAdmin'] = await join({ userType: 'clinicAdmin' })
  const one = async (userType: 'transcriptionist' | 'reviewer') =>
    (await aPerson(server, clinic.clinicId, { userType, facilityIds })).id
  others.typist = await one('transcriptionist')
  others.reviewer = await one('reviewer')
  await server.owner.query(
    `update users set reviewer_flow = 'LEVEL_2', any_reviewer_level_1 = true, any_reviewer_level_2 = true, biller_id = $1 where id = $2`,
    [people['biller'].user.id, people['author'].user.id],
  )
}, 60_000)
afterAll(() => server.close())

type Case = Omit<TestJob, 'authorId' | 'holderId'> & {
  holder?: string
  isOpenedByBiller?: boolean
  isDeleted?: boolean
}
const cases: Case[] = [
  { status: 'RECEIVED' },
  { status: 'CONVERTING' },
  { status: 'AVAILABLE' },
  { status: 'AVAILABLE', isDeleted: true },
  { status: 'IN_PROGRESS', holder: 'author' },
  { status: 'IN_PROGRESS', holder: 'transcriptionist' },
  { status: 'READY', level: 'LEVEL_1' },
  { status: 'IN_REVIEW', level: 'LEVEL_1', holder: 'reviewer' },
  { status: 'WRITING' },
  { status: 'INCOMPLETE', failStage: 'CONVERSION', reasonForFailing: 'No words.' },
  { status: 'INCOMPLETE', failStage: 'EHR_WRITE', reasonForFailing: 'Refused.' },
  { status: 'COMPLETED' },
  { status: 'COMPLETED', isOpenedByBiller: true },
  { status: 'BILLED', isOpenedByBiller: true },
  { status: 'STRUCK_OUT' },
]

async function make({ holder, isOpenedByBiller, isDeleted, ...job }: Case): Promise<string> {
  const authorId = people['author']!.user.id
  const id = await aJob(server, clinic, {
    workType: 'Letter',
    ...job,
    authorId,
    holderId: people[holder!]?.user.id ?? null,
  })
  await aNote(server, clinic, id, [['Plan', 'Rest.']])
  if (isOpenedByBiller)
    await server.owner.query('update jobs set biller_id = $1 where id = $2', [people['biller']!.user.id, id])
  if (isDeleted) await server.owner.query('update jobs set is_enabled = false where id = $1', [id])
  return id
}

/** Makes the call behind an action and returns its status. */
async function tryIt(who: TestClient, action: JobAction, jobId: string, { status }: Case): Promise<number> {
  const on = { params: { id: jobId } }
  const isReview = status === 'READY' || status === 'IN_REVIEW'
  const isTypist = who.user.userType === 'transcriptionist'
  const answered: Record<JobAction, () => Promise<{ status: number }>> = {
    start: () => who.call(isReview ? calls.startReview : calls.startTranscription, on),
    // The action is a link to the editor, which reads the job.
    resume: () => who.call(calls.getJob, on),
    view: () => who.call(calls.getJob, on),
    save: () => who.call(noteCalls.saveSections, { ...on, body: { sections: [] } }),
    complete: () =>
      isTypist
        ? who.call(calls.completeTranscription, { ...on, body: null })
        : who.call(calls.completeOwn, { query: { jobId }, body: null }),
    reject: () =>
      who.call(isReview ? calls.rejectReview : calls.rejectTranscription, { ...on, body: { comment: 'Why.' } }),
    approve: () => who.call(calls.approve, { ...on, body: null }),
    release: () => who.call(calls.releaseJob, on),
    reconvert: () => who.call(calls.reconvert, { query: { jobId } }),
    resubmit: () => who.call(calls.retryJobs, { query: { jobIds: [jobId] } }),
    delete: () => who.call(calls.deleteJob, { query: { jobId } }),
    assign: () => who.call(calls.assignJob, { ...on, body: { userId: isReview ? others.reviewer : others.typist } }),
    strike: () => who.call(filingCalls.strikeJob, on as never),
    bill: () => who.call(billerCalls.billJob, { ...on, query: {} }),
    'change-patient': () =>
      who.call(calls.changePatient, { ...on, query: { patientId: clinic.patientId }, body: null } as never),
    'set-priority': () => who.call(calls.setPriority, { ...on, body: { priority: 'STAT' } }),
  }
  return (await answered[action]()).status
}

const named = ({ status, holder, failStage, isOpenedByBiller, isDeleted }: Case) =>
  [
    status,
    holder && `held by the ${holder}`,
    failStage,
    isOpenedByBiller && 'opened by its biller',
    isDeleted && 'deleted',
  ]
    .filter(Boolean)
    .join(', ')

test.each(cases.map((job) => [named(job), job] as const))(
  'every action that a %s job offers succeeds or conflicts, and every action it does not offer is refused',
  async (_name, job) => {
    for (const [name, who] of Object.entries(people)) {
      const untouched = await make(job)
      const shown = await who.call(calls.getJob, { params: { id: untouched } })
      const offered = shown.status === 200 ? shown.result[0]!.allowedActions : []
      for (const action of jobActions)
        if (offered.includes(action)) {
          const status = await tryIt(who, action, await make(job), job)
          expect([200, 409, 422], `${name} is offered ${action}`).toContain(status)
        } else if (action !== 'resume' && action !== 'view') {
          const status = await tryIt(who, action, untouched, job)
          expect([403, 404, 409, 422], `${name} is not offered ${action}`).toContain(status)
        }
    }
  },
  60_000,
)
