import { billerCalls } from '@dictara/contract/biller-review'
import { facilityCalls } from '@dictara/contract/facilities'
import { jobListCalls } from '@dictara/contract/job-lists'
import { peopleCalls } from '@dictara/contract/people'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { as, openPage } from '../testing/open-page.tsx'
import { aFacility } from '../testing/person.fixtures.ts'
import { openCalls } from '../testing/wire.ts'

afterEach(() => vi.restoreAllMocks())

const [main, annex] = [aFacility(21, 'Main'), aFacility(22, 'Annex')]

test.each([
  [
    `/dashboard/doctors?name=oka&facilities=${main!.facilityId},${annex!.facilityId}&page=1&sortKey=npi&sortOrder=descend`,
    as('clinicAdmin'),
    peopleCalls.listDoctors,
    { name: 'oka', facilityIds: `${main!.facilityId},${annex!.facilityId}`, sortKey: 'npi', sortOrder: 'descend' },
  ],
  [
    '/dashboard/jobs-list/my-jobs/in-review?search=oka&sort=ascend&page=1',
    as('doctor'),
    jobListCalls.listMyJobs,
    { status: 'INREVIEW', searchValue: 'oka', sortOrder: 'ascend' },
  ],
  [
    '/dashboard/jobs-list/jobs-to-review/ready?search=oka&sort=descend&page=1',
    as('reviewer'),
    jobListCalls.listJobsToReview,
    { status: 'READY', searchValue: 'oka', sortOrder: 'descend' },
  ],
  [
    '/dashboard/biller?name=oka&sortKey=effectiveDate&sortOrder=ascend&page=1',
    as('biller'),
    billerCalls.listBillerJobs,
    { name: 'oka', sortKey: 'effectiveDate', sortOrder: 'ascend' },
  ],
])('%s opens the list in its earlier state', async (address, user, spec, asked) => {
  const server = openCalls()
  server.answer(facilityCalls.listUserFacilities, [main!, annex!])
  server.answer(jobListCalls.getMyJobsFilter, [[]])
  server.answer(jobListCalls.getReviewFilter, [[]])
  server.answer(spec, { result: [], size: 35 })
  const { router } = openPage(address, user)
  await expect.element(page.getByText('Page 2 of 4, 35 in all')).toBeVisible()
  expect(Object.fromEntries(server.asked(spec).at(-1)!.search)).toMatchObject({ ...asked, page: '1', size: '10' })
  await expect.element(page.getByRole('searchbox', { name: /^Search/ })).toHaveValue('oka')
  expect(router.state.location.pathname + router.state.location.search).toBe(address)
})
