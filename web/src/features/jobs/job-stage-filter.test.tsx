import { jobListCalls } from '@dictara/contract/job-lists'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { jobsOfStage } from './job-stage-filter.ts'
import { aRow, open, server, useServer } from './jobs-page.fixtures.tsx'

useServer()

const lastSearch = () => {
  const search = server.asked(jobListCalls.searchJobs).at(-1)!.search
  return [search.get('state'), search.get('level')]
}

test('a pipeline stage filters the list of all jobs, is shown, and can be removed', async () => {
  server.answer(jobListCalls.searchJobs, [aRow({ jobNumber: '000061', status: 'READY', level: 'LEVEL_2' })])
  const { router } = open(`/dashboard/jobs-list/my-jobs/all?${jobsOfStage('review-2')}`)
  await until(() => expect(lastSearch()).toEqual(['READY,IN_REVIEW', 'LEVEL_2']))
  await page.getByRole('button', { name: 'Stage: Review 2, remove' }).click()
  await until(() => expect(lastSearch()).toEqual(['', '']))
  expect(router.state.location.search).toBe('')
  await expect.element(page.getByRole('button', { name: /^Stage/ })).not.toBeInTheDocument()
})
