import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RecognisedWord, writeNote } from '@dictara/dictation'
import { dayAt } from '../features/facilities/index.ts'
import type { Blobs } from '../gateways/blobs/index.ts'
import {
  approveJob,
  assignToBiller,
  billJob,
  completeJob,
  failConversion,
  finishConversion,
  finishFiling,
  receiveJob,
  rejectReview,
  startConversion,
  startReview,
  startTranscription,
  strikeOut,
} from '../features/jobs/index.ts'
import { listSystemHeadings } from '../features/templates/index.ts'
import type { Actor } from '../platform/actor.ts'
import type { Doors, Work } from '../platform/database/index.ts'
import { newId } from '../platform/ids.ts'
import {
  findDemoActor,
  insertConverted,
  insertDictation,
  listDemoPatients,
  mayTakeDemoJobs,
  waitForFirstClinics,
} from './demo.store.ts'

type Account = 'doctor' | 'poolDoctor' | 'transcriptionist' | 'reviewer1' | 'reviewer2' | 'biller'

/** Read by voices of flite, and what the engine heard of them; see README.md beside them. */
const recordings = ['chest-pain', 'knee', 'follow-up'] as const

/** What happens to a converted job, by whom. */
type Event =
  | ['complete' | 'start-review' | 'approve' | 'start' | 'bill' | 'strike', Account]
  | ['return', Account, string]
  | ['fail' | 'file']

interface DemoJob {
  author: 'doctor' | 'poolDoctor'
  hoursAgo: number
  events: readonly Event[]
}

const firstLevel: readonly Event[] = [
  ['complete', 'doctor'],
  ['start-review', 'reviewer1'],
]
const secondLevel: readonly Event[] = [...firstLevel, ['approve', 'reviewer1'], ['start-review', 'reviewer2']]
const approved: readonly Event[] = [...secondLevel, ['approve', 'reviewer2']]

/** A handful of jobs in every state; what is approved last is filed by the server itself once it runs. */
const demoJobs: readonly DemoJob[] = [
  { author: 'doctor', hoursAgo: 100, events: [...approved, ['file'], ['bill', 'biller']] },
  { author: 'doctor', hoursAgo: 80, events: [...approved, ['file'], ['strike', 'doctor']] },
  { author: 'doctor', hoursAgo: 54, events: approved },
  { author: 'doctor', hoursAgo: 50, events: approved },
  { author: 'doctor', hoursAgo: 30, events: [['fail']] },
  { author: 'doctor', hoursAgo: 27, events: secondLevel },
  { author: 'doctor', hoursAgo: 26, events: secondLevel.slice(0, -1) },
  { author: 'doctor', hoursAgo: 8, events: firstLevel },
  { author: 'doctor', hoursAgo: 7, events: firstLevel.slice(0, -1) },
  {
    author: 'doctor',
    hoursAgo: 6,
    events: [...firstLevel, ['return', 'reviewer1', 'Please check the dose in the plan.']],
  },
  { author: 'doctor', hoursAgo: 2, events: [] },
  { author: 'poolDoctor', hoursAgo: 5, events: [['start', 'transcriptionist']] },
  { author: 'poolDoctor', hoursAgo: 4, events: [] },
  { author: 'poolDoctor', hoursAgo: 3, events: [] },
]

const folder = join(import.meta.dirname, 'dictations')

async function follow(work: Work, actors: Record<Account, Actor>, jobId: string, [event, ...rest]: Event) {
  // Whose doing it is stands in the audit and in the comments.
  const theirs = { ...work, actor: actors[rest[0]!] }
  if (event === 'fail')
    await failConversion(work, jobId, 'The recording could not be converted. The speech engine was stopped.')
  else if (event === 'file') await finishFiling(work, jobId)
  else if (event === 'complete') await completeJob(theirs, jobId, undefined)
  else if (event === 'start') await startTranscription(theirs, jobId)
  else if (event === 'start-review') await startReview(theirs, jobId)
  else if (event === 'approve') await approveJob(theirs, jobId, undefined)
  else if (event === 'return') await rejectReview(theirs, jobId, rest[1]!)
  else if (event === 'strike') await strikeOut(theirs, jobId)
  else {
    await assignToBiller(theirs, jobId)
    await billJob(theirs, jobId)
  }
}

/** Makes the demo's jobs from recorded dictations, through the verbs that people use. */
export async function makeDemoJobs(
  doors: Doors,
  blobs: Blobs,
  place: { clinicId: string; facilityId: string; ids: ReadonlyMap<string, string> },
): Promise<void> {
  const sounds = recordings.map((name) => readFileSync(join(folder, `${name}.mp3`)))
  const heard = recordings.map(
    (name) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as RecognisedWord[],
  )
  const stored: { blobId: string; sizeBytes: number; sha256: string }[] = []
  for (const [index] of demoJobs.entries()) {
    const blobId = newId()
    const bytes = sounds[index % sounds.length]!
    stored.push({
      blobId,
      ...(await blobs.put(
        blobId,
        (async function* whole() {
          yield bytes
        })(),
      )),
    })
  }
  await doors.asSystem(
    'make the demo jobs',
    async (now) => {
      // A clinic of one's own that was made meanwhile has ended the demo.
      await waitForFirstClinics(now)
      if (!(await mayTakeDemoJobs(now, place.clinicId))) return
      const actors = {} as Record<Account, Actor>
      for (const name of ['doctor', 'poolDoctor', 'transcriptionist', 'reviewer1', 'reviewer2', 'biller'] as const)
        actors[name] = await findDemoActor(now, place.ids.get(name)!)
      const patients = await listDemoPatients(now, place.facilityId)
      const systemHeadings = await listSystemHeadings(now)
      for (const [index, { author, hoursAgo, events }] of demoJobs.entries()) {
        const work = { ...now, now: new Date(now.now.getTime() - hoursAgo * 3_600_000) }
        const words = heard[index % heard.length]!
        const dictationId = newId(work.now.getTime())
        const about = {
          dictationId,
          authorId: actors[author].userId,
          patientId: patients[index]!,
          facilityId: place.facilityId,
          templateId: null,
          workType: 'Progress Note',
          dateOfEncounter: await dayAt(work, place.facilityId, work.now),
        }
        await insertDictation(work, about, stored[index]!)
        const { jobId } = await receiveJob(work, about)
        await startConversion(work, jobId)
        const sections = writeNote(words, { templateHeadings: [], systemHeadings })
        const audioMs = Math.round((words.at(-1)?.end ?? 0) * 1000) + 500
        if (!events.some(([event]) => event === 'fail')) {
          await insertConverted(work, jobId, { audioMs, words, sections })
          await work.record('conversion.written', { jobId, sections })
          await finishConversion(work, jobId, { audioMs, notices: [] })
        }
        for (const event of events) await follow(work, actors, jobId, event)
      }
    },
    place.clinicId,
  )
}
