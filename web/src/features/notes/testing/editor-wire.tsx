import { currentUser, storeUser } from '@dictara/browser/session'
import { identityCalls, type StoredUser } from '@dictara/contract/identity'
import { inferenceCalls, type NoteInference } from '@dictara/contract/inference'
import type { CallSpec } from '@dictara/contract'
import { listeningCalls } from '@dictara/contract/listening'
import { type Job, type JobAction, jobCalls as calls, type JobTrack } from '@dictara/contract/jobs'
import type { SpeechEngine } from '@dictara/contract/speech-engine'
import {
  noteCalls,
  type NoteComment,
  type NoteStage,
  type NoteToken,
  type RecognisedWord,
  type Section,
} from '@dictara/contract/notes'
import { type FieldValues, type NoteTemplate, notePhraseCalls, type WorkPhrase } from '@dictara/contract/note-phrases'
import { patientCalls, type PatientOption } from '@dictara/contract/patients'
import { afterEach, beforeEach, vi } from 'vitest'
import { page } from 'vitest/browser'
import { jobQueries } from '../../../platform/query-client.ts'
import { aJob as aJobOf } from '../../../testing/job.fixtures.ts'
import { mountRoutes } from '../../../testing/in-web-app.tsx'
import { aUser } from '../../../testing/stored-user.fixtures.ts'
import { type Asked, type Calls, openCalls, refused, type Reply, unreachable } from '../../../testing/wire.ts'
import { answerRecord } from '../../patient-record/record.fixtures.ts'
import '@dictara/browser/theme.css'
import { NewerEditorPage, OlderEditorPage } from '../desk/editor-page.tsx'

export const jobId = '019a0000-0000-7000-8000-000000000031'
const [userId, otherId, facilityId, patientId] = [1, 2, 3, 4].map((n) => `019a0000-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
  string,
]

export const aJob: Job = aJobOf({
  jobId,
  jobNumber: '000042',
  jobName: '000042',
  submissionTime: '2026-11-20T08:00:00.000Z',
  lastUpdatedTime: '2026-11-20T08:10:00.000Z',
  authorId: userId,
  patientId,
  patientName: 'Amara Abbott',
  heldBy: { id: userId, fullName: 'Dana Okafor' },
  heldSince: '2026-11-20T08:05:00.000Z',
  facility: { facilityId, facilityName: 'Harbor Street Main' },
  version: 3,
  allowedActions: ['resume', 'view', 'save', 'complete', 'reconvert'],
})

const reviewActions: JobAction[] = ['resume', 'view', 'save', 'reject', 'approve', 'release']
/** The same job while a reviewer holds it. */
export const aReviewedJob: Job = {
  ...aJob,
  status: 'IN_REVIEW',
  level: 'LEVEL_1',
  heldBy: { id: otherId, fullName: 'Rita Doe' },
  isAuthor: false,
  allowedActions: reviewActions,
}

export const sectionId = '019a0000-0000-7000-8000-000000000041'
const savedAt = '2026-11-20T08:00:00.000Z'
export const aSection = (value: string, version: number): Section => ({
  id: sectionId,
  version,
  heading: { customUIHeading: 'PLAN', systemHeading: 'PLAN' },
  content: [{ value, type: 'Text', newParagraph: false, count: 0 }],
  lastUpdatedTime: savedAt,
})

/** The state of the stand-in server of one job: its data, the calls that it refuses, and the network. */
export let wire: {
  job: Job
  text: string
  /** The words that the speech engine recognised. */
  heard: RecognisedWord[]
  /** The tokens that the conversion wrote from these words. */
  tokens: NoteToken[]
  engine: SpeechEngine | null
  /** The text that the conversion wrote into the one section; null: the same as `text`. */
  converted: string | null
  /** The note as it was at each stage of the job. */
  stages: NoteStage[]
  /** The comments in the text. */
  comments: NoteComment[]
  /** False if the job was never converted. */
  hasNote: boolean
  workTypes: string[]
  patients: PatientOption[]
  demographics: Record<string, string>
  /** The refused paths, by their end. */
  refusals: Record<string, [status: number, message: string, code?: string]>
  /** The version of the one section, and its earlier texts, oldest first. */
  version: number
  saved: string[]
  /** The sections that were added to the note. */
  added: Section[]
  /** The refusal of every save, if there is one. */
  putRefusal: [status: number, message: string, code: string] | null
  network: 'there' | 'away' | 'dead'
  /** How long a save takes, in ms. */
  slowMs: number
  /** Whether the person prefers to open the next job when one is finished. */
  opensNext: boolean
  /** The next job of the person. */
  next: Job | null
  /**
   * The version of the next job while it is still in the pool, where it can be prefetched; null: it can't be
   * prefetched.
   */
  pooledVersion: number | null
  /** The address, waveform and duration of the recording; null: it is still being prepared. */
  sound: { url: string; peaks: number[]; durationSeconds: number } | null
  /** The number of review levels after typing. */
  reviews: number
  /** The phrases of the note's author, and the values of their fields. */
  phrases: WorkPhrase[]
  fields: FieldValues
  /** The server returns the phrases when this promise resolves. */
  phrasesCome: Promise<void>
  /** The template that the note follows, and those that it could follow. */
  template: NoteTemplate | null
  templates: NoteTemplate[]
  /** The `insertions` that saves sent. */
  sentInsertions: object[]
  /** Returns the text of the note after a correction of the patient. */
  correcting: () => string
  /** The inference items of the note. */
  inference: NoteInference
  /** The end of the path whose answers are lost on their way back. */
  losesAnswersOf: string | null
}
let server: Calls

/**
 * Returns the calls that reached the server, oldest first: method and path, such as `GET /clinic/job/{id}`, query and
 * body.
 */
export const asked = () =>
  server.everything.map(({ what, search, body }) => ({
    call: what.replace('/api', ''),
    search: Object.fromEntries(search),
    body,
  }))
/** Returns the calls with this method to paths that end like this. */
export const askedOf = (method: string, end: string) =>
  asked().filter(({ call }) => call.startsWith(`${method} `) && call.endsWith(end))
export const forgetAsked = () => server.everything.splice(0)

const valueOf = ({ content }: Section) => content.map(({ value }) => value).join('\n')

/** Stores a save as the server does: all of it or nothing, and only if it started from the current version. */
function saved(sections: Section[]) {
  const own = sections.find(({ id }) => id === sectionId)
  const made = sections.filter(({ id }) => id !== sectionId)
  if (own && own.version !== wire.version && valueOf(own) !== wire.text) {
    const conflicts = [{ mine: own, theirs: aSection(wire.text, wire.version) }]
    return refused('Changed elsewhere.', 'note-changed', 409, [{ conflicts }])
  }
  if (own && valueOf(own) !== wire.text) {
    wire.saved.push(wire.text)
    wire.text = valueOf(own)
    wire.version += 1
  }
  const stored = made.map((section) => ({ ...section, id: section.id.replace('new-', ''), version: 1 }))
  wire.added = [...wire.added.filter(({ id }) => !stored.some((each) => each.id === id)), ...stored]
  const newSectionsId = made.map(({ id }) => ({ temporaryId: id, id: id.replace('new-', '') }))
  const known = own ? [{ ...own, version: wire.version }] : []
  return [{ sections: [...known, ...stored], lastUpdatedTime: savedAt, newSectionsId }]
}

/** Returns the refusal that is set for a path. */
const refusalOf = (path: string) => Object.entries(wire.refusals).find(([end]) => path.endsWith(end))?.[1]

/** Answers a call, unless its path is refused or its answer is lost. */
function serve<C extends CallSpec>(spec: C, answer: (asked: Asked) => Reply<C>) {
  server.answer(spec, async (asked) => {
    const ends = (end: string) => asked.what.endsWith(end)
    const refusal = refusalOf(asked.what)
    if (refusal) return refused(refusal[1], refusal[2], refusal[0])
    const told = await answer(asked)
    return wire.losesAnswersOf && ends(wire.losesAnswersOf) ? unreachable : told
  })
}

function serveJob() {
  const job = (change: Partial<Job>, message = 'Done') => {
    wire.job = { ...wire.job, ...change }
    return { result: [wire.job], message }
  }
  serve(calls.getJob, () => job({}))
  serve(inferenceCalls.getNoteInference, () => [wire.inference])
  serve(inferenceCalls.saveInference, () => [])
  for (const verb of [
    calls.completeOwn,
    calls.completeTranscription,
    calls.approve,
    calls.rejectReview,
    calls.reconvert,
  ])
    serve(verb, () => job({}))
  serve(calls.rejectTranscription, () => job({}))
  serve(calls.changePatient, ({ body }) => {
    const text = wire.correcting()
    if (text !== wire.text) wire.version += 1
    wire.text = text
    return job({ patientId: (body as { patientId: string }).patientId })
  })
  // A release discards the changes since the start.
  serve(calls.releaseReview, () => {
    if (wire.saved.length > 0) {
      wire.text = wire.saved[0]!
      wire.version += 1
    }
    return job({})
  })
  serve(calls.listJobWorkTypes, () => [{ workTypes: wire.workTypes, workType: wire.job.workType }])
  serve(calls.setWorkType, ({ search }) => job({ workType: search.get('workType') }, 'Work type updated'))
  serve(calls.setEncounterDate, ({ search }) =>
    job({ dateOfEncounter: search.get('encounterDate') }, 'Date of encounter updated'),
  )
  serve(calls.nextJob, giveNextJob)
  serve(calls.lookAtNextJob, () =>
    wire.next && wire.pooledVersion !== null
      ? [{ ...wire.next, status: 'AVAILABLE' as const, version: wire.pooledVersion, why: 'oldest' as const }]
      : [],
  )
  serve(calls.getToday, () => [{ jobs: 14, lines: 612, waiting: 9, longestWaitSeconds: 2520 }])
  serve(calls.getTrack, () => {
    const step = (name: JobTrack['step'], state: JobTrack['state'], person: string | null, since: string | null) => ({
      step: name,
      state,
      person,
      since,
    })
    const heard = step('HEARD', 'done', null, '2026-11-20T08:00:00.000Z')
    const filed = step('FILED', 'to-come', null, null)
    const reviews = (['REVIEW_1', 'REVIEW_2'] as const)
      .slice(0, wire.reviews)
      .map((name) => step(name, 'to-come', null, null))
    if (wire.job.status !== 'IN_REVIEW')
      return [heard, step('TYPING', 'now', 'Dana Okafor', wire.job.heldSince), ...reviews, filed]
    const typed = step('TYPING', 'done', 'Tamara Novak', new Date(Date.now() - 18.5 * 60_000).toISOString())
    return [heard, typed, step('REVIEW_1', 'now', 'Rita Doe', wire.job.heldSince), filed]
  })
  serve(calls.retryJobs, () => ({ message: 'Done' }))
}

/** Gives the person their next job. */
function giveNextJob() {
  if (!wire.next) return []
  wire.job = wire.next
  return [{ ...wire.next, why: 'oldest' as const }]
}

/** Finishes a note completely or not at all, and then gives the next job, unless that call is refused. */
function serveFinish() {
  serve(noteCalls.finishNote, async ({ body }) => {
    const { save } = body as { save?: { sections: Section[] } }
    const refusal = (save && wire.putRefusal) || refusalOf('/complete')
    if (refusal) return refused(refusal[1], refusal[2], refusal[0])
    if (save && wire.slowMs) await new Promise((later) => setTimeout(later, wire.slowMs))
    const stored = save ? saved(save.sections) : [null]
    if (!Array.isArray(stored)) return stored
    const done = wire.job
    const next = refusalOf('/job/next') || wire.losesAnswersOf ? null : giveNextJob()
    return { result: [done], saved: stored[0]!, next }
  })
}

function serveNote() {
  const sent = ({ body }: Asked) => (body as { sections: Section[] }).sections
  serveFinish()
  serve(noteCalls.getSections, () => {
    const sections = wire.hasNote ? [aSection(wire.text, wire.version), ...wire.added] : []
    return [{ id: jobId, sections, audioTime: 0, lastUpdatedTime: savedAt, jobName: '000042', templates: [] }]
  })
  serve(noteCalls.getConvertedSections, () => {
    const sections = [aSection(wire.converted ?? wire.text, 1)]
    return [{ id: jobId, sections, audioTime: 0, lastUpdatedTime: savedAt, jobName: '000042', templates: [] }]
  })
  serve(noteCalls.saveSections, async (asked) => {
    if (wire.putRefusal) return refused(wire.putRefusal[1], wire.putRefusal[2], wire.putRefusal[0])
    if (wire.slowMs) await new Promise((later) => setTimeout(later, wire.slowMs))
    wire.sentInsertions.push(...((asked.body as { insertions?: object[] }).insertions ?? []))
    return saved(sent(asked))
  })
  serve(noteCalls.findSavedSections, (asked) => {
    const isSaved = (section: Section) => [wire.text, ...wire.saved].includes(valueOf(section))
    return [
      {
        ids: sent(asked)
          .filter(isSaved)
          .map(({ id }) => id),
      },
    ]
  })
  serve(noteCalls.deleteSection, () => ({ message: 'Done' }))
  serve(noteCalls.saveAudioTime, () => ({ message: 'Done' }))
  serve(noteCalls.listSectionHeadings, () => ['HISTORY', 'PLAN'])
  serve(noteCalls.listNoteStages, () => wire.stages)
  serve(noteCalls.listNoteComments, () => wire.comments)
  serve(noteCalls.addNoteComment, ({ body }) => {
    const sent = body as Pick<NoteComment, 'id' | 'comment' | 'place'>
    const by = { userId: currentUser()!.id, userName: 'Rita Doe', userType: 'reviewer', level: 'LEVEL_1' as const }
    const comment = { ...sent, ...by, createdDate: new Date().toISOString() }
    if (!wire.comments.some(({ id }) => id === sent.id)) wire.comments = [...wire.comments, comment]
    return [comment]
  })
  serve(noteCalls.deleteNoteComment, ({ what }) => {
    wire.comments = wire.comments.filter(({ id }) => !what.endsWith(id))
    return { message: 'Done' }
  })
  serve(noteCalls.listWords, () => ({ result: wire.heard, tokens: wire.tokens, engine: wire.engine }))
  serve(patientCalls.searchPatients, () => wire.patients)
  answerRecord(server)
  serve(noteCalls.getDemographics, () => Object.entries(wire.demographics).map(([key, value]) => ({ key, value })))
}

/** Serves the phrases and templates of the note's author. */
function servePhrases() {
  serve(notePhraseCalls.listWorkPhrases, async () => {
    await wire.phrasesCome
    return { result: wire.phrases, fields: wire.fields }
  })
  serve(notePhraseCalls.getNoteTemplate, () => (wire.template ? [wire.template] : []))
  serve(notePhraseCalls.listNoteTemplates, () => wire.templates)
  serve(notePhraseCalls.changeNoteTemplate, ({ body }) => {
    const { templateId } = body as { templateId: string | null }
    if (templateId === null) {
      wire.template = null
      wire.job = { ...wire.job, templates: [] }
      return { message: 'The note no longer follows a template.' }
    }
    wire.template = wire.templates.find(({ id }) => id === templateId)!
    const { id, templateName } = wire.template
    wire.job = { ...wire.job, templates: [{ id, templateName }] }
    return { result: [wire.template], message: `The note now follows ${templateName}.` }
  })
}

/** Opens the stand-in server of one job before each test of the file. */
export function useEditorWire() {
  beforeEach(() => {
    localStorage.clear()
    wire = {
      job: aJob,
      text: 'Rest and water.',
      heard: [],
      tokens: [],
      engine: null,
      converted: null,
      stages: [],
      comments: [],
      hasNote: true,
      workTypes: ['Progress Note', 'Consultation'],
      patients: [],
      demographics: { NAME: 'Amara Abbott', MRN: 'MRN7', GENDER: 'Female', 'DATE OF BIRTH': '02/03/1961' },
      refusals: {},
      version: 1,
      saved: [],
      added: [],
      putRefusal: null,
      network: 'there',
      slowMs: 0,
      opensNext: false,
      next: null,
      pooledVersion: null,
      sound: null,
      reviews: 0,
      phrases: [],
      fields: {},
      phrasesCome: Promise.resolve(),
      template: null,
      templates: [],
      sentInsertions: [],
      correcting: () => wire.text,
      inference: { sections: [], questions: [], isCurrent: true, inferredAt: null, engine: 'Rules', dropped: 0 },
      losesAnswersOf: null,
    }
    server = openCalls({
      cut: () =>
        wire.network === 'away' ? unreachable : wire.network === 'dead' ? new Promise<never>(() => {}) : null,
    })
    serve(identityCalls.draftKey, () => [btoa('k'.repeat(32))])
    serve(identityCalls.encryptedKey, () => ['one time/key'])
    const notReady = () => refused('Preparing the recording.')
    serve(listeningCalls.getAudioUrl, () => (wire.sound ? [wire.sound.url] : notReady()))
    serve(listeningCalls.getPeaks, () => (wire.sound ? [wire.sound] : notReady()))
    serveJob()
    serveNote()
    servePhrases()
  })
  afterEach(() => {
    vi.restoreAllMocks()
    storeUser(null)
  })
}

type Person = Partial<StoredUser> & Pick<StoredUser, 'userType'>

function openAt(address: string, person: Person) {
  document.documentElement.lang = 'en'
  document.documentElement.dataset['theme'] = 'light'
  // Each test uses a new person, so that it finds no drafts of earlier tests.
  const user = aUser({ id: crypto.randomUUID(), scopes: [], ...person })
  storeUser(user)
  localStorage.setItem(`dictara.preferences.${user.id}`, JSON.stringify({ kept: { autoNext: wire.opensNext } }))
  const { host, render, router, client } = mountRoutes(
    [
      { path: '/dashboard/editor/:jobId', element: <OlderEditorPage /> },
      { path: '/dashboard/new-editor/:jobId', element: <NewerEditorPage /> },
      { path: '*', element: <p>Another page</p> },
    ],
    address,
  )
  const close = () => {
    render(null)
    host.remove()
  }
  /** Loads the job again, as when the server reports a change. */
  const hear = () => client.invalidateQueries({ queryKey: jobQueries })
  return { address: () => router.state.location.pathname, close, hear }
}

/** Opens the older editor (EDIT-01) as this person. */
export const openOlder = (person: Person) => openAt(`/dashboard/editor/${jobId}?userType=${person.userType}`, person)

/** Opens the newer editor (EDIT-17) as this person, from the list of a stage. */
export const openNewer = (person: Person, stage = 'in-progress') =>
  openAt(`/dashboard/new-editor/${jobId}?userRole=${person.userType}&jobStage=${stage}`, person)

export { expectNoViolations, expectNoViolationsInBothLooks } from '../../../testing/accessible.ts'
export const note = () => page.getByRole('textbox', { name: 'Note of job 000042' })
/** Finds a text on the page. A dialog has its title twice, and the visible one is the last. */
export const words = (text: string) => page.getByText(text, { exact: true }).last()
export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const dialogButton = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })
