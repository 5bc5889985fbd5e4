import { storeUser } from '@dictara/browser/session'
import type { StoredUser } from '@dictara/contract/identity'
import type { Job, JobAction } from '@dictara/contract/jobs'
import type { Section } from '@dictara/contract/notes'
import { afterEach, beforeEach, vi } from 'vitest'
import { page } from 'vitest/browser'
import { darkTheme, lightTheme } from '../../../app/antd-theme.ts'
import { jobQueries } from '../../../platform/query-client.ts'
import { aJob as aJobOf } from '../../../testing/job.fixtures.ts'
import { mountRoutes } from '../../../testing/in-web-app.tsx'
import '@dictara/browser/theme.css'
import { NewerEditorPage, OlderEditorPage } from '../editor-page.tsx'

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
/** The same job in the hands of a reviewer. */
export const aReviewedJob: Job = {
  ...aJob,
  status: 'IN_REVIEW',
  level: 'LEVEL_1',
  heldBy: { id: otherId, fullName: 'Rita Doe' },
  isAuthor: false,
  allowedActions: reviewActions,
}

export const sectionId = '019a0000-0000-7000-8000-000000000041'
const aSection = (value: string, version: number) => ({
  id: sectionId,
  version,
  heading: { customUIHeading: 'PLAN', systemHeading: 'PLAN' },
  content: [{ value, type: 'Text', newParagraph: false, count: 0 }],
  lastUpdatedTime: '2026-11-20T08:00:00.000Z',
})

interface Asked {
  /** Method and path, e.g. `GET /clinic/job/{id}`. */
  call: string
  search: Record<string, string>
  body: unknown
}

/** A server in the place of `fetch`: what it holds, what it was asked, and which calls it refuses. */
export let wire: {
  job: Job
  text: string
  /** False: nothing was ever converted. */
  hasNote: boolean
  workTypes: string[]
  demographics: Record<string, string>
  /** Refusals by the end of the path: status, message, code. */
  refusals: Record<string, [status: number, message: string, code?: string]>
  /** Version of the one section, and every text that was saved of it. */
  version: number
  saved: string[]
  /** Sections that were added to it. */
  added: Section[]
  /** What a save is refused with. */
  putRefusal: [status: number, message: string, code: string] | null
  network: 'there' | 'away' | 'dead'
  /** How long a save takes. */
  slowMs: number
  /** End of the path whose answers are lost. */
  loses: string | null
  asked: Asked[]
}

/** The calls that the page made so far to paths that end so. */
export const askedOf = (method: string, end: string) =>
  wire.asked.filter(({ call }) => call.startsWith(`${method} `) && call.endsWith(end))

const valueOf = ({ content }: Section) => content.map(({ value }) => value).join('\n')

/** Stores a save as the server does: from the version it started from, all or nothing. */
function saved(sections: Section[]): object | Response {
  const own = sections.find(({ id }) => id === sectionId)
  const made = sections.filter(({ id }) => id !== sectionId)
  if (own && own.version !== wire.version && valueOf(own) !== wire.text) {
    const conflicts = [{ mine: own, theirs: aSection(wire.text, wire.version) }]
    const refusal = { success: false, message: 'Changed elsewhere.', code: 'note-changed', result: [{ conflicts }] }
    return Response.json(refusal, { status: 409 })
  }
  if (own && valueOf(own) !== wire.text) {
    wire.saved.push(wire.text)
    wire.text = valueOf(own)
    wire.version += 1
  }
  const stored = made.map((section) => ({ ...section, id: section.id.replace('new-', ''), version: 1 }))
  wire.added = [...wire.added.filter(({ id }) => !stored.some((each) => each.id === id)), ...stored]
  const newSectionsId = made.map(({ id }) => ({ temporaryId: id, id: id.replace('new-', '') }))
  return { result: [{ sections: [...(own ? [{ ...own, version: wire.version }] : []), ...stored], newSectionsId }] }
}

function answerTo(method: string, path: string, search: Record<string, string>, body: unknown): object | Response {
  const job = (change: Partial<Job>, message: string) => {
    wire.job = { ...wire.job, ...change }
    return { result: [wire.job], message }
  }
  const { text, workTypes, demographics } = wire
  if (path === '/api/config.json') return { recorderUrl: 'https://recorder.test', webUrl: location.origin }
  if (path.endsWith('/draft-key')) return { result: [btoa('k'.repeat(32))] }
  if (path.endsWith('/encrypted-key')) return { result: ['one time/key'] }
  const sections = wire.hasNote ? [aSection(text, wire.version), ...wire.added] : []
  if (method === 'GET' && path.endsWith('/sections'))
    return { result: [{ id: jobId, sections, audioTime: 0, jobName: '000042', templates: [] }] }
  if (method === 'PUT' && path.endsWith('/sections')) return saved((body as { sections: Section[] }).sections)
  if (path.endsWith('/sections/saved')) {
    const isSaved = (section: Section) => [text, ...wire.saved].includes(valueOf(section))
    return { result: [{ ids: (body as { sections: Section[] }).sections.filter(isSaved).map(({ id }) => id) }] }
  }
  if (path.endsWith('/section-headings')) return { result: ['HISTORY', 'PLAN'] }
  if (path.endsWith('/words')) return { result: [], tokens: [] }
  if (path.endsWith('/demographics'))
    return { result: Object.entries(demographics).map(([key, value]) => ({ key, value })) }
  if (method === 'GET' && path.endsWith('/work-types')) return { result: [{ workTypes, workType: wire.job.workType }] }
  // What was changed since the start is dropped.
  if (path.endsWith('/release') && wire.saved.length > 0) {
    wire.text = wire.saved[0]!
    wire.version += 1
  }
  if (path.endsWith('/work-types')) return job({ workType: search['workType']! }, 'Work type updated')
  if (path.endsWith('/appointment-date'))
    return job({ dateOfEncounter: search['encounterDate']! as never }, 'Date of encounter updated')
  return { result: [wire.job] }
}

beforeEach(() => {
  localStorage.clear()
  wire = {
    job: aJob,
    text: 'Rest and water.',
    hasNote: true,
    workTypes: ['Progress Note', 'Consultation'],
    demographics: { NAME: 'Amara Abbott', MRN: 'MRN7', GENDER: 'Female', 'DATE OF BIRTH': '02/03/1961' },
    refusals: { '/audio-url': [422, 'The recording is being prepared.'] },
    version: 1,
    saved: [],
    added: [],
    putRefusal: null,
    network: 'there',
    slowMs: 0,
    loses: null,
    asked: [],
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname, searchParams } = new URL(String(input), location.origin)
    const method = init?.method ?? 'GET'
    if (wire.network === 'away') throw new TypeError('Failed to fetch')
    if (wire.network === 'dead')
      return new Promise((_, failed) =>
        init?.signal?.addEventListener('abort', () => failed(new DOMException('Aborted', 'AbortError'))),
      )
    const search = Object.fromEntries(searchParams)
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    wire.asked.push({ call: `${method} ${pathname.replace('/api', '')}`, search, body })
    const isSave = method === 'PUT' && pathname.endsWith('/sections')
    const refusal =
      (isSave && wire.putRefusal) || Object.entries(wire.refusals).find(([end]) => pathname.endsWith(end))?.[1]
    if (refusal)
      return Response.json(
        { success: false, message: refusal[1], result: [], code: refusal[2] ?? 'refused' },
        { status: refusal[0] },
      )
    if (isSave && wire.slowMs) await new Promise((later) => setTimeout(later, wire.slowMs))
    const answer = answerTo(method, pathname, search, body)
    if (wire.loses && pathname.endsWith(wire.loses)) throw new TypeError('Failed to fetch')
    return answer instanceof Response ? answer : Response.json({ success: true, message: 'Done', ...answer })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  storeUser(null)
})

type Person = Partial<StoredUser> & Pick<StoredUser, 'userType'>

export const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

function openAt(address: string, person: Person, theme: Theme) {
  document.documentElement.lang = 'en'
  document.documentElement.dataset['theme'] = theme
  // Somebody new in every test: what one test typed is no draft of the next.
  storeUser({ id: crypto.randomUUID(), token: 't', fullName: 'Dana Okafor', scopes: [], ...person } as never)
  const { host, render, router, client } = mountRoutes(
    [
      { path: '/dashboard/editor/:jobId', element: <OlderEditorPage /> },
      { path: '/dashboard/new-editor/:jobId', element: <NewerEditorPage /> },
      { path: '*', element: <p>Another page</p> },
    ],
    address,
    theme === 'dark' ? darkTheme : lightTheme,
  )
  const close = () => {
    render(null)
    host.remove()
  }
  /** Asks for the job anew, as when the server tells that it changed. */
  const hear = () => client.invalidateQueries({ queryKey: jobQueries })
  return { address: () => router.state.location.pathname, close, hear }
}

/** The older editor (EDIT-01), as this person. */
export const openOlder = (person: Person, theme: Theme = 'light') =>
  openAt(`/dashboard/editor/${jobId}?userType=${person.userType}`, person, theme)

/** The newer editor (EDIT-17), as this person, from the list of a stage. */
export const openNewer = (person: Person, theme: Theme = 'light', stage = 'in-progress') =>
  openAt(`/dashboard/new-editor/${jobId}?userRole=${person.userType}&jobStage=${stage}`, person, theme)

export { expectNoViolations } from '../../../testing/accessible.ts'
export const note = () => page.getByRole('textbox', { name: 'Note of job 000042' })
/** Words that the page shows somewhere; a dialog has its title twice, once for the eye. */
export const words = (text: string) => page.getByText(text, { exact: true }).last()
export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const dialogButton = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })
