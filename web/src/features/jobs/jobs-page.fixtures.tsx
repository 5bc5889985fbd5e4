import { storeUser } from '@dictara/browser/session'
import type { StoredUser } from '@dictara/contract/identity'
import type { JobRow } from '@dictara/contract/jobs'
import { afterEach, beforeEach, vi } from 'vitest'
import { lightTheme } from '../../app/antd-theme.ts'
import { mountRoutes } from '../../testing/in-web-app.tsx'
import { JobsPage } from './jobs-page.tsx'

export const [me, colleague, main, annex] = [1, 2, 3, 4].map((n) => `00000000-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
  string,
]

/** Signs a person in, as this browser keeps them. */
export const signIn = (facts: Partial<StoredUser> = {}) =>
  storeUser({
    id: me,
    token: 't',
    clinicId: '00000000-0000-7000-8000-000000000009',
    userType: 'admin',
    userPrivilege: 'NONE',
    scopes: ['ROLE_ADMIN'],
    fullName: 'Ada Byron',
    ...facts,
  } as StoredUser)

const counts = {
  inProgressJobs: 0,
  inReviewJobs: 0,
  completedJobs: 0,
  inCompleteJobs: 0,
  readyJobs: 3,
  availableJobs: 0,
  rejectedJobs: 0,
}
const usual = () => ({
  '/api/clinic/doctor/my-jobs': () => ({ result: [], size: 0 }),
  '/api/clinic/reviewer/jobs-to-review': () => ({ result: [], size: 0 }),
  '/api/clinic/job/count/my-jobs': () => ({ result: [counts] }),
  '/api/clinic/job/count/jobs-to-review': () => ({ result: [counts] }),
  '/api/clinic/job/filter': () => ({
    result: [
      { doctorId: colleague, doctorName: 'Dana Okafor' },
      { doctorId: me, doctorName: 'Ada Byron' },
    ],
  }),
  '/api/clinic/user/facilities': () => ({
    result: [
      { facilityId: main, facilityName: 'Main', disabled: false, isParent: true },
      { facilityId: annex, facilityName: 'Annex', disabled: false, isParent: false },
    ],
  }),
  '/api/clinic/job/myJobPage/filter': () => ({ result: [[]], message: 'Configured Job Filters' }),
  '/api/clinic/job/reviewerPage/filter': () => ({ result: [[]], message: 'Configured Job Filters' }),
})

interface Asked {
  path: string
  search: URLSearchParams
  body: unknown
}

/** What the server would answer, by path, and what it was asked; each test may put something else in. */
export const wire: { answers: Record<string, (search: URLSearchParams) => unknown>; asked: Asked[] } = {
  answers: {},
  asked: [],
}

/** An answer that comes when the test says so, or never when the page gives the call up. */
async function inTime(answer: unknown, signal: AbortSignal | null | undefined): Promise<unknown> {
  if (!(answer instanceof Promise)) return answer
  const givenUp = new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError'))),
  )
  return Promise.race([answer, givenUp])
}

/** Puts `wire` in the place of the server for each test of the file. */
export function useWire() {
  beforeEach(() => {
    localStorage.clear()
    signIn()
    wire.asked = []
    wire.answers = usual()
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const url = new URL(String(input), location.origin)
      const body = typeof init?.body === 'string' ? JSON.parse(init.body) : null
      wire.asked.push({ path: `${init?.method ?? 'GET'} ${url.pathname}`, search: url.searchParams, body })
      const answer = await inTime(wire.answers[url.pathname]?.(url.searchParams), init?.signal)
      if (answer instanceof Response) return answer
      return answer
        ? Response.json({ success: true, message: '', result: [], ...answer })
        : Response.json({ success: false, message: 'It is not there.', result: [], code: 'x' }, { status: 422 })
    })
  })
  afterEach(() => vi.restoreAllMocks())
}

/** What was last asked of a list. */
export const lastList = (path: string) => wire.asked.findLast((one) => one.path === `GET ${path}`)?.search

/** A row of a list, as the server would send it. */
export const aRow = (facts: Partial<JobRow> = {}): JobRow => ({
  jobId: '00000000-0000-7000-8000-0000000000a1',
  jobNumber: '000011',
  jobName: '000011',
  audioLength: 61,
  timeZone: 'America/New_York',
  submissionTime: '2026-11-20T10:00:00Z',
  lastUpdatedTime: '2026-11-20T10:00:00Z',
  author: 'Dana Okafor',
  authorId: colleague,
  patientId: '00000000-0000-7000-8000-0000000000b1',
  patientName: 'Mary Wollstonecraft',
  status: 'IN_PROGRESS',
  level: null,
  currentLevelOfReview: null,
  returned: false,
  reviewerInProgress: null,
  heldBy: null,
  heldSince: null,
  facility: { facilityId: annex, facilityName: 'Annex' },
  comments: [],
  reasonForFailing: null,
  failStage: null,
  isEnabled: true,
  progress: null,
  version: 1,
  allowedActions: ['view'],
  ...facts,
})

/** The lists at an address; whatever else is opened shows its address. */
export const open = (address: string, theme = lightTheme) =>
  mountRoutes(
    [
      { path: '/dashboard/jobs-list/:group/:stage', element: <JobsPage /> },
      { path: '/dashboard/jobs-list/:stage', element: <JobsPage /> },
      { path: '/dashboard/jobs-list', element: <JobsPage /> },
      { path: '*', element: <p>Another page</p> },
    ],
    address,
    theme,
  )
