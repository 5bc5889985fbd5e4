import { storeUser } from '@dictara/browser/session'
import type { StoredUser } from '@dictara/contract/identity'
import type { Job, JobAction } from '@dictara/contract/jobs'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { darkTheme, lightTheme } from '../../../app/antd-theme.ts'
import { mountRoutes } from '../../../testing/in-web-app.tsx'
import '@dictara/browser/theme.css'
import { NewerEditorPage, OlderEditorPage } from '../editor-page.tsx'

export const jobId = '019a0000-0000-7000-8000-000000000031'
const [userId, otherId, facilityId, patientId] = [1, 2, 3, 4].map((n) => `019a0000-0000-7000-8000-00000000000${n}`)

export const aJob: Job = {
  jobId,
  jobNumber: '000042',
  jobName: '000042',
  audioLength: 61,
  submissionTime: '2026-11-20T08:00:00.000Z',
  lastUpdatedTime: '2026-11-20T08:10:00.000Z',
  author: 'Dana Okafor',
  authorId: userId,
  patientId,
  patientName: 'Amara Abbott',
  status: 'IN_PROGRESS',
  level: null,
  currentLevelOfReview: null,
  returned: false,
  reviewerInProgress: null,
  heldBy: { id: userId, fullName: 'Dana Okafor' },
  heldSince: '2026-11-20T08:05:00.000Z',
  facility: { facilityId, facilityName: 'Harbor Street Main' },
  comments: [],
  reasonForFailing: null,
  failStage: null,
  isEnabled: true,
  progress: null,
  version: 3,
  allowedActions: ['resume', 'view', 'save', 'complete', 'reconvert'],
  workType: 'Progress Note',
  dateOfEncounter: null,
  today: '2026-11-20',
  timeZone: 'America/New_York',
  templates: [],
  transcriberId: null,
  isAuthor: true,
  editable: true,
  notices: [],
  audioTime: 0,
} as Job

const reviewActions: JobAction[] = ['resume', 'view', 'save', 'reject', 'approve', 'release']
/** The same job in the hands of a reviewer. */
export const aReviewedJob: Job = {
  ...aJob,
  status: 'IN_REVIEW',
  level: 'LEVEL_1',
  heldBy: { id: otherId!, fullName: 'Rita Doe' },
  isAuthor: false,
  allowedActions: reviewActions,
}

const aSection = (value: string) => ({
  id: '019a0000-0000-7000-8000-000000000041',
  version: 1,
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
  workTypes: string[]
  demographics: Record<string, string>
  /** Refusals by the end of the path: status and message. */
  refusals: Record<string, [status: number, message: string]>
  asked: Asked[]
}

/** The calls that the page made so far to paths that end so. */
export const askedOf = (method: string, end: string) =>
  wire.asked.filter(({ call }) => call.startsWith(`${method} `) && call.endsWith(end))

function answerTo(method: string, path: string, search: Record<string, string>): object {
  const job = (change: Partial<Job>, message: string) => {
    wire.job = { ...wire.job, ...change }
    return { result: [wire.job], message }
  }
  const { text, workTypes, demographics } = wire
  if (path === '/api/config.json') return { recorderUrl: 'https://recorder.test', webUrl: location.origin }
  if (path.endsWith('/draft-key')) return { result: [btoa('k'.repeat(32))] }
  if (path.endsWith('/encrypted-key')) return { result: ['one time/key'] }
  if (method === 'GET' && path.endsWith('/sections'))
    return { result: [{ id: jobId, sections: [aSection(text)], audioTime: 0, jobName: '000042', templates: [] }] }
  if (method === 'PUT' && path.endsWith('/sections'))
    return { result: [{ sections: [{ ...aSection(text), version: 2 }], newSectionsId: [] }] }
  if (path.endsWith('/section-headings')) return { result: ['HISTORY', 'PLAN'] }
  if (path.endsWith('/words')) return { result: [], tokens: [] }
  if (path.endsWith('/demographics'))
    return { result: Object.entries(demographics).map(([key, value]) => ({ key, value })) }
  if (method === 'GET' && path.endsWith('/work-types')) return { result: [{ workTypes, workType: wire.job.workType }] }
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
    workTypes: ['Progress Note', 'Consultation'],
    demographics: { NAME: 'Amara Abbott', MRN: 'MRN7', GENDER: 'Female', 'DATE OF BIRTH': '02/03/1961' },
    refusals: { '/audio-url': [422, 'The recording is being prepared.'] },
    asked: [],
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname, searchParams } = new URL(String(input), location.origin)
    const method = init?.method ?? 'GET'
    const search = Object.fromEntries(searchParams)
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    wire.asked.push({ call: `${method} ${pathname.replace('/api', '')}`, search, body })
    const refusal = Object.entries(wire.refusals).find(([end]) => pathname.endsWith(end))?.[1]
    if (refusal)
      return Response.json({ success: false, message: refusal[1], result: [], code: 'refused' }, { status: refusal[0] })
    return Response.json({ success: true, message: 'Done', ...answerTo(method, pathname, search) })
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
  const { host, render, router } = mountRoutes(
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
  return { address: () => router.state.location.pathname, close }
}

/** The older editor (EDIT-01), as this person. */
export const openOlder = (person: Person, theme: Theme = 'light') =>
  openAt(`/dashboard/editor/${jobId}?userType=${person.userType}`, person, theme)

/** The newer editor (EDIT-17), as this person. */
export const openNewer = (person: Person, theme: Theme = 'light') =>
  openAt(`/dashboard/new-editor/${jobId}?userRole=${person.userType}&jobStage=in-progress`, person, theme)

/** WCAG 2.2 AA and best practice, of the page, or of a part of it, as it stands. */
export async function expectNoViolations(part: Element | Document = document) {
  await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))
  const { violations } = await axe.run(part, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

export const note = () => page.getByRole('textbox', { name: 'Note of job 000042' })
/** Words that the page shows somewhere; a dialog has its title twice, once for the eye. */
export const words = (text: string) => page.getByText(text, { exact: true }).last()
export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const dialogButton = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })
