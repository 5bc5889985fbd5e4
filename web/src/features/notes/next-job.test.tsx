import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import {
  aReviewedJob,
  askedOf,
  button,
  dialogButton,
  note,
  openNewer,
  openOlder,
  wire,
  words,
} from './testing/editor-wire.tsx'

const typist = { userType: 'transcriptionist' } as const
const reviewer = { userType: 'reviewer' } as const
const finishNow = () => userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
const nextId = '019a0000-0000-7000-8000-000000000077'

/** There is a next job, and the person wants to come to it. */
function offerNext() {
  wire.opensNext = true
  wire.next = { ...wire.job, jobId: nextId, jobNumber: '000043', jobName: '000043', version: 1 }
}

test('one key finishes a note and opens the next, with its caret in the text; a strip says what became of the first [Q201]', async () => {
  offerNext()
  const { address } = openOlder(typist)
  await expect.element(note()).toBeVisible()
  await finishNow()
  await until(() => expect(address()).toBe(`/dashboard/editor/${nextId}`))
  const next = page.getByRole('textbox', { name: 'Note of job 000043' })
  await expect.element(next).toHaveFocus()
  await expect.element(page.getByText(/000042 handed on · now 000043/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Back to the list', exact: true }).last())
    .toHaveAttribute('href', '/dashboard/jobs-list/completed')
  expect(askedOf('PUT', '/complete')).toHaveLength(1)
  expect(askedOf('POST', '/job/next')).toMatchObject([{ body: { stage: 'TRANSCRIPTION' } }])
})

test('the key approves as well, without a question, and asks for the next job to review [Q201]', async () => {
  wire.job = aReviewedJob
  offerNext()
  const { address } = openNewer(reviewer)
  await expect.element(note()).toBeVisible()
  await finishNow()
  await until(() => expect(address()).toBe(`/dashboard/new-editor/${nextId}`))
  expect(askedOf('POST', '/job/next')).toMatchObject([{ body: { stage: 'REVIEW' } }])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('when nothing else waits the list is shown that holds the job, and that is said [EDIT-16]', async () => {
  wire.opensNext = true
  const { address } = openOlder(typist)
  await expect.element(note()).toBeVisible()
  await button('Complete').click()
  await until(() => expect(address()).toBe('/dashboard/jobs-list/completed'))
  await expect.element(words('No other job waits for you.')).toBeVisible()
})

test('a job that waits for the second review is not looked for among the completed ones', async () => {
  wire.job = { ...aReviewedJob, status: 'READY', level: 'LEVEL_2' }
  const { address } = openNewer(reviewer)
  await button('Approve').click()
  await dialogButton('Approve').click()
  await until(() => expect(address()).toBe('/dashboard/jobs-list/jobs-to-review/ready'))
})

test('a next job that is refused leaves the finished one finished, and is told [Q201]', async () => {
  wire.opensNext = true
  wire.refusals['/job/next'] = [409, 'This job has already been taken.', 'job-taken']
  const { address } = openOlder(typist)
  await expect.element(note()).toBeVisible()
  await finishNow()
  await until(() => expect(address()).toBe('/dashboard/jobs-list/completed'))
  await expect.element(words('This job has already been taken.')).toBeVisible()
})

test('what cannot be saved is not handed on, and the next job is not asked for', async () => {
  offerNext()
  const { address } = openOlder(typist)
  await expect.element(note()).toBeVisible()
  const before = address()
  wire.putRefusal = [422, 'This text is not taken.', 'invalid']
  await userEvent.keyboard(' AND MORE')
  await finishNow()
  await expect.element(words('Not saved yet').first()).toBeVisible()
  expect([address(), askedOf('PUT', '/complete'), askedOf('POST', '/job/next')]).toEqual([before, [], []])
})

test('a missing work type opens its choice in place, also when the facts are folded [EDIT-53]', async () => {
  await page.viewport(1280, 800)
  wire.job = { ...wire.job, workType: null }
  openOlder(typist)
  await expect.element(note()).toBeVisible()
  await userEvent.keyboard('{Alt>}i{/Alt}')
  await expect.element(page.getByRole('combobox', { name: 'Work Type' })).not.toBeInTheDocument()
  await finishNow()
  await expect.element(words('Please select a work type before continuing')).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Work Type' })).toHaveFocus()
  await page.getByTitle('Consultation').click()
  await until(() => expect(askedOf('PUT', '/work-types')).toMatchObject([{ search: { workType: 'Consultation' } }]))
})

test('beside and below the note stand the track of the job and the work of the day [Q205]', async () => {
  await page.viewport(1280, 800)
  openOlder(typist)
  const track = page.getByRole('list', { name: 'Track of the job' })
  await expect.element(track.getByText(/^Typing Dana Okafor now/)).toBeVisible()
  await expect.element(page.getByText(/today 14 jobs, 612 lines · pool 9/)).toBeVisible()
})
