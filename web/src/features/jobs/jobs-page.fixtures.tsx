import { storeUser } from '@dictara/browser/session'
import { facilityCalls } from '@dictara/contract/facilities'
import type { StoredUser } from '@dictara/contract/identity'
import { jobListCalls } from '@dictara/contract/job-lists'
import { afterEach, beforeEach, vi } from 'vitest'
import { forgetPreferences } from '../../platform/preferences.ts'
import { mountRoutes } from '../../testing/in-web-app.tsx'
import { noCounts } from '../../testing/job.fixtures.ts'
import { as } from '../../testing/open-page.tsx'
import { aFacility } from '../../testing/person.fixtures.ts'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls } from '../../testing/wire.ts'
import { JobsPage } from './jobs-page.tsx'

export { aJobRow as aRow } from '../../testing/job.fixtures.ts'

const me = idOf(1)
export const [colleague, main, annex] = [idOf(2), idOf(3), idOf(4)]
export const { listMyJobs, listJobsToReview, countMyJobs, countJobsToReview, listAuthors } = jobListCalls
export const { getMyJobsFilter, saveMyJobsFilter, getReviewFilter } = jobListCalls
export const { listUserFacilities } = facilityCalls

export const signIn = (facts: Partial<StoredUser> = {}) =>
  storeUser(as('admin', { firstName: 'Ada', lastName: 'Byron', fullName: 'Ada Byron', ...facts }))

/** The stand-in server of a clinic without jobs. A test may set other answers. */
export let server: Calls

/** Signs in and opens a new stand-in server before each test of the file. */
export function useServer() {
  beforeEach(() => {
    localStorage.clear()
    forgetPreferences()
    signIn()
    server = openCalls()
    for (const list of [listMyJobs, listJobsToReview]) server.answer(list, [])
    for (const count of [countMyJobs, countJobsToReview]) server.answer(count, [{ ...noCounts, readyJobs: 3 }])
    for (const filter of [getMyJobsFilter, getReviewFilter]) server.answer(filter, [[]])
    server.answer(saveMyJobsFilter, { message: 'Configured Job Filters' })
    server.answer(listAuthors, [
      { doctorId: colleague, doctorName: 'Dana Okafor' },
      { doctorId: me, doctorName: 'Ada Byron' },
    ])
    server.answer(listUserFacilities, [aFacility(3, 'Main'), aFacility(4, 'Annex')])
  })
  afterEach(() => vi.restoreAllMocks())
}

/** Returns the query of the last request for a list. */
export const lastList = (list: typeof listMyJobs | typeof listJobsToReview) => server.asked(list).at(-1)?.search

/** Opens the jobs page at an address. Every other address shows only a line of text. */
export const open = (address: string) =>
  mountRoutes(
    [
      { path: '/dashboard/jobs-list/:group/:stage', element: <JobsPage /> },
      { path: '/dashboard/jobs-list/:stage', element: <JobsPage /> },
      { path: '/dashboard/jobs-list', element: <JobsPage /> },
      { path: '*', element: <p>Another page</p> },
    ],
    address,
  )
