import { type StagedJob, stageOf } from '@dictara/browser/stages'
import { jobStatuses } from '@dictara/contract/job'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../editor/testing/mount.tsx'
import { StagePill } from '@dictara/browser/stage-pill'
import { expectNoViolationsInBothLooks } from '../testing/accessible.ts'

const jobs: StagedJob[] = jobStatuses.flatMap((status) =>
  [false, true].map((returned) => ({ status, level: 'LEVEL_1', returned, progress: 0.4 })),
)

test('a pill shows its stage as a word with an icon, readable in light and dark', async () => {
  const { host } = mount(jobs.map((job) => <StagePill key={`${job.status} ${job.returned}`} job={job} />))
  await expect.element(page.getByText('Converting 40 %').first()).toBeVisible()
  const pills = [...host.querySelectorAll('.stage-pill')]
  expect(pills.map(({ textContent }) => textContent)).toEqual(jobs.map((job) => stageOf(job).label))
  for (const pill of pills) expect(pill.querySelector('svg')).not.toBeNull()
  await expectNoViolationsInBothLooks(host)
})

test('a struck-out stage is crossed out', async () => {
  mount(<StagePill job={{ status: 'STRUCK_OUT', level: null, returned: false }} />)
  const word = page.getByText('Struck out')
  await expect.element(word).toBeVisible()
  expect(getComputedStyle(word.element()).textDecorationLine).toBe('line-through')
})
