import { besideMost } from '@dictara/contract/notes'
import type { WrittenSection } from '@dictara/dictation'
import { sectionPlainText } from '@dictara/dictation/note-text'
import { noteOfWords, noticesOf } from '../features/conversion/index.ts'
import { dayAt } from '../features/facilities/index.ts'
import { noteAsDelivered } from '../features/filing/index.ts'
import type { Blobs } from '../gateways/blobs/index.ts'
import {
  approveJob,
  assignJob,
  assignToBiller,
  billJob,
  completeJob,
  failConversion,
  findJob,
  finishConversion,
  finishFiling,
  receiveJob,
  rejectReview,
  rejectTranscription,
  startConversion,
  startReview,
  startTranscription,
  strikeOut,
} from '../features/jobs/index.ts'
import { commentOn } from '../features/notes/comment-on.ts'
import { readNote } from '../features/notes/read-note.ts'
import { saveSections } from '../features/notes/save-sections.ts'
import { listActiveTemplates } from '../features/templates/index.ts'
import type { Actor } from '../platform/actor.ts'
import type { ClinicWork, Doors, Work } from '../platform/database/index.ts'
import { newId } from '../platform/ids.ts'
import { type Account, type DemoJob, demoJobs, type Event, timeOf } from './demo-jobs.ts'
import { findDemoActor, insertConverted, insertDictation, insertVisits, listDemoPatients } from './demo-jobs.store.ts'
import { mayTakeDemoJobs, readNotificationsBefore, waitForFirstClinics } from './demo.store.ts'
import { demoDictations, type Dictated, readRecording, wordsOf } from './dictations.ts'
import { patientOfJob } from './patients.ts'
import { inDemoZone } from './working-hours.ts'

/** The person who completes the draft corrects it: the reviewers see the recognition errors as changes. */
async function typeRight(work: ClinicWork, jobId: string, right: readonly WrittenSection[]) {
  const { sections } = await readNote(work, jobId)
  const changed = sections.flatMap(({ id, version, heading, content }) => {
    const typed = right.find((one) => one.heading.customUIHeading === heading.customUIHeading)
    const isRight = !typed || JSON.stringify(typed.content) === JSON.stringify(content)
    return isRight ? [] : [{ id, version, heading, content: typed.content }]
  })
  if (changed.length > 0) await saveSections(work, jobId, { sections: changed })
}

/** Adds a comment on words of the note, with the text beside them, as a browser does. */
async function commentOnWords(work: ClinicWork, jobId: string, comment: string, on: { quote: string; second: number }) {
  for (const { id: sectionId, heading, content } of (await readNote(work, jobId)).sections) {
    const text = `${heading.customUIHeading}\n${sectionPlainText(content)}`
    const start = text.indexOf(on.quote)
    if (start < 0) continue
    const end = start + on.quote.length
    const before = text.slice(Math.max(0, start - besideMost), start)
    const place = { sectionId, start, ...on, before, after: text.slice(end, end + besideMost) }
    await commentOn(work, jobId, { id: newId(), comment, place })
    return
  }
  throw new Error(`The note has no “${on.quote}”.`)
}

async function follow(
  work: Work,
  actors: Record<Account, Actor>,
  jobId: string,
  [event, account, , comment, on]: Event,
) {
  // The audit and the comments name the actor.
  const theirs = { ...work, actor: actors[account!] }
  if (event === 'fail')
    await failConversion(work, jobId, 'The recording couldn’t be converted. The speech engine was stopped.')
  else if (event === 'file') {
    await noteAsDelivered(work, jobId)
    await finishFiling(work, jobId, null)
  } else if (event === 'complete') await completeJob(theirs, jobId, undefined)
  else if (event === 'start') await startTranscription(theirs, jobId)
  else if (event === 'start-review') await startReview(theirs, jobId)
  else if (event === 'approve') await approveJob(theirs, jobId, undefined)
  else if (event === 'comment') await commentOnWords(theirs, jobId, comment, on)
  else if (event === 'return') await rejectReview(theirs, jobId, comment)
  else if (event === 'reject') await rejectTranscription(theirs, jobId, comment)
  else if (event === 'hand') await assignJob(theirs, jobId, { userId: actors.transcriptionist.userId })
  else if (event === 'strike') await strikeOut(theirs, jobId)
  else {
    await assignToBiller(theirs, jobId)
    await billJob(theirs, jobId)
  }
}

/** Minutes from a submission to the draft. */
const conversionMinutes = 1

/** Makes the demo's jobs from recorded dictations, through the actions that people use. */
export async function makeDemoJobs(
  doors: Doors,
  blobs: Blobs,
  place: { clinicId: string; facilityId: string; ids: ReadonlyMap<string, string> },
): Promise<void> {
  const stored: { blobId: string; sizeBytes: number; sha256: string }[] = []
  for (const { dictation } of demoJobs) {
    const blobId = newId()
    const { sound } = readRecording(dictation)
    stored.push({
      blobId,
      ...(await blobs.put(
        blobId,
        (async function* whole() {
          yield sound
        })(),
      )),
    })
  }
  await doors.asSystem(
    'make the demo jobs',
    async (now) => {
      // If an own clinic was created meanwhile, the demo has ended.
      await waitForFirstClinics(now)
      if (!(await mayTakeDemoJobs(now, place.clinicId))) return
      const actors = {} as Record<Account, Actor>
      for (const name of [
        'doctor',
        'poolDoctor',
        'transcriptionist',
        'reviewer1',
        'reviewer2',
        'biller',
        'clinicAdmin',
      ] as const)
        actors[name] = await findDemoActor(now, place.ids.get(name)!)
      const patients = await listDemoPatients(now, place.facilityId)
      const visits = []
      for (const [index, job] of demoJobs.entries())
        visits.push(
          await makeJob(now, job, stored[index]!, {
            facilityId: place.facilityId,
            patientId: patients.get(patientOfJob(index))!,
            actors,
          }),
        )
      await insertVisits(now, [
        ...visits.filter(({ providerId }) => providerId === actors.doctor.userId),
        ...visitsToCome(now.now, patients).map((visit) => ({
          ...visit,
          providerId: actors.doctor.userId,
          facilityId: place.facilityId,
        })),
      ])
      await readNotificationsBefore(now, timeOf({ priority: 'ROUTINE' }, now.now, readBeforeMinutes))
    },
    place.clinicId,
  )
}

/** Notifications older than this are marked as read, in minutes of work. */
const readBeforeMinutes = 400
const visitsADay = 5
const dayMs = 86_400_000

/** The doctor's further visits, from three days ago to three days from now: five patients a day without a note yet. */
function visitsToCome(now: Date, patients: ReadonlyMap<string | null, string>) {
  const others = [...patients.keys()].toSorted().slice(demoJobs.length)
  return [-3, -2, -1, 0, 1, 2, 3].flatMap((days, index) =>
    others.slice(index * visitsADay, (index + 1) * visitsADay).map((number) => ({
      day: inDemoZone(new Date(now.getTime() + days * dayMs)).date,
      patientId: patients.get(number)!,
    })),
  )
}

interface Surroundings {
  facilityId: string
  patientId: string
  actors: Record<Account, Actor>
}

/** A template that its author uses; null in a demo that was made before there were templates. */
async function templateOf(work: Work, authorId: string, name: string): Promise<string | null> {
  const templates = await listActiveTemplates(work, authorId)
  return templates.find(({ templateName }) => templateName === name)?.id ?? null
}

/** Takes one job through its steps, each at its time. @returns its visit */
async function makeJob(
  now: Work,
  job: DemoJob,
  stored: Parameters<typeof insertDictation>[2],
  { facilityId, patientId, actors }: Surroundings,
) {
  const { dictation, minutesAgo, priority = 'ROUTINE', events } = job
  const at = (minutes: number): Work => ({ ...now, now: timeOf(job, now.now, minutes) })
  const { author, workType, template, lengthMs: audioMs }: Dictated = demoDictations[dictation]
  const { heard } = readRecording(dictation)
  const submitting = at(minutesAgo)
  const dictationId = newId(submitting.now.getTime())
  const about = {
    dictationId,
    authorId: actors[author].userId,
    patientId,
    facilityId,
    templateId: template ? await templateOf(submitting, actors[author].userId, template) : null,
    workType,
    priority,
    dateOfEncounter: await dayAt(submitting, facilityId, submitting.now),
  }
  await insertDictation(submitting, about, stored)
  const { jobId } = await receiveJob(submitting, { ...about, audioMs })
  await startConversion(submitting, jobId)
  const received = (await findJob(submitting, jobId))!
  let left = minutesAgo - conversionMinutes
  if (!events.some(([event]) => event === 'fail')) {
    const written = at(left)
    const { sections, insertions, filled } = await noteOfWords(written, received, heard)
    await insertConverted(written, jobId, { audioMs, words: heard, sections })
    await written.record('conversion.written', { jobId, sections, insertions, filled })
    await finishConversion(written, jobId, { audioMs, notices: noticesOf(heard) })
  }
  for (const event of events) {
    const [what, account, after] = event
    left -= after
    if (what === 'complete') {
      const { sections } = await noteOfWords(at(left), received, wordsOf(dictation))
      await typeRight({ ...at(left), actor: actors[account] }, jobId, sections)
    }
    await follow(at(left), actors, jobId, event)
  }
  return { providerId: about.authorId, facilityId, patientId, day: about.dateOfEncounter }
}
