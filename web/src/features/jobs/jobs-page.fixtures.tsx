import { storeUser } from '@dictara/browser/session'
import type { StoredUser } from '@dictara/contract/identity'
import { afterEach, beforeEach, vi } from 'vitest'
import { lightTheme } from '../../app/antd-theme.ts'
import { mountRoutes } from '../../testing/in-web-app.tsx'
import { refusal, standInForFetch } from '../../testing/wire.ts'
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

/** Puts `wire` in the place of the server for each test of the file. */
export function useWire() {
  beforeEach(() => {
    localStorage.clear()
    signIn()
    wire.asked = []
    wire.answers = usual()
    standInForFetch(({ what, search, body }, pathname) => {
      wire.asked.push({ path: what, search, body })
      return (wire.answers[pathname]?.(search) as object | undefined) ?? refusal(422, 'x', 'It is not there.')
    })
  })
  afterEach(() => vi.restoreAllMocks())
}

/** What was last asked of a list. */
export const lastList = (path: string) => wire.asked.findLast((one) => one.path === `GET ${path}`)?.search

export { aJobRow as aRow } from '../../testing/job.fixtures.ts'

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
