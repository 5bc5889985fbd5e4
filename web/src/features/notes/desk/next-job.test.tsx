import { onFailure } from '@dictara/browser/call'
import { currentUser } from '@dictara/browser/session'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../../editor/testing/mount.tsx'
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
  useEditorWire,
} from '../testing/editor-wire.tsx'
import { openNoteDrafts } from '../saving/note-drafts.ts'

useEditorWire()

const typist = { userType: 'transcriptionist' } as const
const reviewer = { userType: 'reviewer' } as const
const finishNow = () => userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
const nextId = '019a0000-0000-7000-8000-000000000077'

/** Gives the person a next job, and sets their preference to open it automatically. */
function offerNext() {
  wire.opensNext = true
  wire.next = { ...wire.job, jobId: nextId, jobNumber: '000043', jobName: '000043', version: 5 }
}
/** Returns the parameter `ahead` of each request for the text of a note, which marks a prefetch. */
const readAhead = () => askedOf('GET', '/sections').map(({ search }) => search['ahead'] ?? null)

test('one key finishes a note and opens the next with the caret in its text, and a strip shows what became of the first [Q201]', async () => {
  offerNext()
  const { address } = openOlder(typist)
  await expect.element(note()).toBeVisible()
  await finishNow()
  await until(() => expect(address()).toBe(`/dashboard/editor/${nextId}`))
  const next = page.getByRole('textbox', { name: 'Note of job 000043' })
  await expect.element(next).toHaveFocus()
  await expect.element(page.getByText(/000042 sent on · Now on 000043/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Back to the list', exact: true }).last())
    .toHaveAttribute('href', '/dashboard/jobs-list/completed')
  expect(askedOf('PUT', '/finish')).toMatchObject([{ body: { patientId: wire.job.patientId, next: 'TRANSCRIPTION' } }])
  expect([askedOf('PUT', '/complete'), askedOf('POST', '/job/next')]).toEqual([[], []])
})

test('the second click of a double click on Complete does not finish the unseen next note, but a later click does', async () => {
  offerNext()
  const { address } = openOlder(typist)
  await expect.element(note()).toBeVisible()
  // Freeze the clock, so that both clicks count as a double click on a slow computer too.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  onTestFinished(() => clock.mockRestore())
  await button('Complete').click()
  await until(() => expect(address()).toBe(`/dashboard/editor/${nextId}`))
  await expect.element(page.getByText(/000042 sent on · Now on 000043/)).toBeVisible()
  await button('Complete').click()
  expect(askedOf('PUT', '/finish')).toHaveLength(1)
  clock.mockReturnValue(Date.now() + 700)
  await button('Complete').click()
  await until(() => expect(askedOf('PUT', '/finish')).toHaveLength(2))
})

test('the same key approves a note without a question and requests the next job to review [Q201]', async () => {
  wire.job = aReviewedJob
  offerNext()
  const { address } = openNewer(reviewer)
  await expect.element(note()).toBeVisible()
  await finishNow()
  await until(() => expect(address()).toBe(`/dashboard/new-editor/${nextId}`))
  expect(askedOf('PUT', '/finish')).toMatchObject([{ body: { next: 'REVIEW' } }])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('if no other job waits, a message says so and the list with the finished job opens [EDIT-16]', async () => {
  wire.opensNext = true
  const { address } = openOlder(typist)
  await expect.element(note()).toBeVisible()
  await button('Complete').click()
  await until(() => expect(address()).toBe('/dashboard/jobs-list/completed'))
  await expect.element(words('No more jobs for you right now.')).toBeVisible()
})

test('after an approval a job that waits for the second review opens the list Ready, not the completed jobs', async () => {
  wire.job = { ...aReviewedJob, status: 'READY', level: 'LEVEL_2' }
  const { address } = openNewer(reviewer)
  await button('Approve').click()
  await dialogButton('Approve').click()
  await until(() => expect(address()).toBe('/dashboard/jobs-list/jobs-to-review/ready'))
})

test('if the next job is refused, the reason is shown, and the first job stays finished [Q201]', async () => {
  wire.opensNext = true
  wire.refusals['/job/next'] = [409, 'This job has already been taken.', 'job-taken']
  const { address } = openOlder(typist)
  await expect.element(note()).toBeVisible()
  await finishNow()
  await until(() => expect(address()).toBe('/dashboard/jobs-list/completed'))
  await expect.element(words('This job has already been taken.')).toBeVisible()
})

test('a person who may not have a next job sees one message, with the server’s reason [Q201]', async () => {
  wire.opensNext = true
  wire.refusals['/job/next'] = [403, 'You are not permitted to do this operation', 'not-permitted']
  const shared = vi.fn()
  onFailure(shared)
  onTestFinished(() => onFailure(() => {}))
  const { address } = openOlder(typist)
  await expect.element(note()).toBeVisible()
  await finishNow()
  await until(() => expect(address()).toBe('/dashboard/jobs-list/completed'))
  const notices = () => [...document.querySelectorAll('.ant-notification-notice')].map(({ textContent }) => textContent)
  await until(() => expect(notices()).toHaveLength(1))
  expect(notices()[0]).toContain('000042')
  expect(notices()[0]).toContain('You are not permitted to do this operation')
  expect(shared).not.toHaveBeenCalled()
})

test('the last words are sent with the finish, and saved before the next note is shown', async () => {
  offerNext()
  const { address } = openOlder(typist)
  await expect.element(note()).toBeVisible()
  await userEvent.keyboard('LAST WORDS ')
  await finishNow()
  await until(() => expect(address()).toBe(`/dashboard/editor/${nextId}`))
  expect(wire.saved).toHaveLength(1)
  expect(wire.text).toContain('LAST WORDS')
  expect([askedOf('PUT', '/finish').length, askedOf('PUT', '/sections'), askedOf('PUT', '/complete')]).toEqual([
    1,
    [],
    [],
  ])
})

test('a refused finish shows one message, still saves the last words, and does not take the next job', async () => {
  offerNext()
  wire.refusals['/complete'] = [409, 'The job is for another patient by now.', 'job-other-patient']
  const { address } = openOlder(typist)
  await expect.element(note()).toBeVisible()
  const before = address()
  await userEvent.keyboard('LAST WORDS ')
  await finishNow()
  await expect.element(words('The job is for another patient by now.')).toBeVisible()
  expect(document.querySelectorAll('.ant-notification-notice')).toHaveLength(1)
  await expect.element(note().getByText(/LAST WORDS/)).toBeVisible()
  expect(wire.text).toContain('LAST WORDS')
  expect([address(), wire.job.jobNumber, askedOf('POST', '/job/next')]).toEqual([before, '000042', []])
})

test('without an answer to a finish the page says that the result is unknown, and after the next look at the job that it is still here', async () => {
  await page.viewport(1280, 800)
  offerNext()
  const { address } = openOlder(typist)
  await expect.element(note()).toBeVisible()
  await expect.element(page.getByText(/02\/03\/1961/).last()).toBeVisible()
  const before = address()
  await userEvent.keyboard('LAST WORDS ')
  wire.network = 'away'
  await finishNow()
  await expect.element(page.getByText(/^We don’t know whether 000042 was sent/)).toBeVisible()
  await expect.element(note().getByText(/LAST WORDS/)).toBeVisible()
  await expect.element(words('Demographics Fetch Failed')).not.toBeInTheDocument()
  expect(address()).toBe(before)
  wire.network = 'there'
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText('000042 is still with you: it wasn’t sent.')).toBeVisible()
  await expect.element(page.getByText(/We don’t know/)).not.toBeInTheDocument()
  await finishNow()
  await until(() => expect(address()).toBe(`/dashboard/editor/${nextId}`))
  expect(wire.text).toContain('LAST WORDS')
})

test('a note that cannot be saved is not handed on, and no next job is requested', async () => {
  offerNext()
  const { address } = openOlder(typist)
  await expect.element(note()).toBeVisible()
  const before = address()
  wire.putRefusal = [422, 'This text is not taken.', 'invalid']
  await userEvent.keyboard(' AND MORE')
  await finishNow()
  await expect.element(words('This text is not taken.')).toBeVisible()
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
  await expect.element(page.getByRole('combobox', { name: 'Work Type' })).toHaveAttribute('aria-invalid', 'true')
  expect(document.querySelectorAll('.ant-notification-notice')).toHaveLength(0)
  await page.getByTitle('Consultation').click()
  await until(() => expect(askedOf('PUT', '/work-types')).toMatchObject([{ search: { workType: 'Consultation' } }]))
  await expect.element(words('Missing Work Type')).not.toBeInTheDocument()
})

test('the finish button shows the next job as soon as it is known', async () => {
  offerNext()
  wire.next = { ...wire.next!, priority: 'STAT', audioLength: 17 }
  wire.pooledVersion = 4
  openOlder(typist)
  await expect.element(note()).toBeVisible()
  await until(() => expect(readAhead()).toEqual([null, 'true']))
  await until(() => expect(askedOf('GET', '/audio-url')).toHaveLength(2))
  await userEvent.hover(button('Complete'))
  await expect
    .element(page.getByRole('tooltip', { name: 'Complete, then 000043 · STAT · 00:17 (Ctrl+Shift+Enter)' }))
    .toBeVisible()
})

test('the next job’s text is prefetched during typing, and shown without another request [Q201]', async () => {
  offerNext()
  wire.pooledVersion = 4
  const { address } = openOlder(typist)
  await expect.element(note()).toBeVisible()
  await until(() => expect(readAhead()).toEqual([null, 'true']))
  await until(() => expect(askedOf('GET', '/audio-url')).toHaveLength(2))
  await finishNow()
  await until(() => expect(address()).toBe(`/dashboard/editor/${nextId}`))
  const next = page.getByRole('textbox', { name: 'Note of job 000043' })
  await expect.element(next).toHaveFocus()
  await expect.element(next.getByText('Rest and water.')).toBeVisible()
  expect(readAhead()).toEqual([null, 'true'])
})

test('typing in a prefetched note is kept in this browser from the first key', async () => {
  offerNext()
  wire.pooledVersion = 4
  const { address, close } = openOlder(typist)
  await expect.element(note()).toBeVisible()
  await until(() => expect(readAhead()).toEqual([null, 'true']))
  await until(() => expect(askedOf('GET', '/audio-url')).toHaveLength(2))
  await finishNow()
  await until(() => expect(address()).toBe(`/dashboard/editor/${nextId}`))
  await expect.element(page.getByRole('textbox', { name: 'Note of job 000043' })).toHaveFocus()
  const drafts = await openNoteDrafts(currentUser()!.id, nextId)
  // The draft is held by this page, so it is not listed as one that somebody left behind.
  wire.network = 'away'
  await userEvent.keyboard('NEW WORDS ')
  expect(await drafts.listLeft()).toEqual([])
  close()
  await until(async () => expect(JSON.stringify(await drafts.listLeft())).toContain('NEW WORDS'))
})

test('if the next job differs from the prefetched one, its own text is shown [Q201]', async () => {
  offerNext()
  wire.pooledVersion = 4
  const { address } = openOlder(typist)
  await expect.element(note()).toBeVisible()
  await until(() => expect(readAhead()).toEqual([null, 'true']))
  const otherId = nextId.replace('77', '78')
  wire.next = { ...wire.next!, jobId: otherId, jobNumber: '000044', jobName: '000044' }
  wire.text = 'Quite another text.'
  await finishNow()
  await until(() => expect(address()).toBe(`/dashboard/editor/${otherId}`))
  const next = page.getByRole('textbox', { name: 'Note of job 000044' })
  await expect.element(next.getByText('Quite another text.')).toBeVisible()
  await expect.element(next).toHaveFocus()
})

test('prefetched text that someone else has changed since is loaded again [Q201]', async () => {
  offerNext()
  wire.pooledVersion = 2
  openOlder(typist)
  await expect.element(note()).toBeVisible()
  await until(() => expect(readAhead()).toEqual([null, 'true']))
  wire.text = 'Typed by somebody else meanwhile.'
  await finishNow()
  const next = page.getByRole('textbox', { name: 'Note of job 000043' })
  await expect.element(next.getByText('Typed by somebody else meanwhile.')).toBeVisible()
  expect(readAhead()).toEqual([null, 'true', null])
})

test('if the job went to someone else during the finish, one message is shown, nothing is handed on, and the text is kept', async () => {
  offerNext()
  const { address, hear } = openOlder(typist)
  await expect.element(note()).toBeVisible()
  const before = address()
  await userEvent.keyboard(' LAST WORDS')
  const taken = 'Somebody else works on this job by now.'
  wire.putRefusal = [409, taken, 'not-holder']
  wire.job = { ...wire.job, editable: false, allowedActions: ['view'] }
  await finishNow()
  await hear()
  await expect.element(page.getByText(/You no longer have this job/)).toBeVisible()
  await expect.element(page.getByRole('region', { name: /^Text typed/ }).getByText(/LAST WORDS/)).toBeVisible()
  expect(document.querySelectorAll('.desk-notices > .ant-alert, .ant-notification-notice')).toHaveLength(1)
  expect([address(), askedOf('PUT', '/complete'), askedOf('POST', '/job/next')]).toEqual([before, [], []])
})

test.each([
  [409, 'Somebody else works on this job by now.', 'not-holder'],
  [422, 'This facility is disabled.', 'facility-disabled'],
  [500, 'Something went wrong.', ''],
] as const)('a save refused with %i shows one message, and the note keeps the typed text', async (...refusal) => {
  offerNext()
  const { address } = openOlder(typist)
  await expect.element(note()).toBeVisible()
  const before = address()
  wire.putRefusal = [...refusal]
  await userEvent.keyboard('MORE ')
  await finishNow()
  await expect.element(page.getByText(new RegExp(`^${refusal[1]}`)).first()).toBeVisible()
  await expect.element(note().getByText(/MORE/)).toBeVisible()
  expect(page.getByText(new RegExp(`^${refusal[1]}`)).elements()).toHaveLength(1)
  await expect.element(page.getByText('Your latest changes haven’t reached the server.')).not.toBeInTheDocument()
  expect(document.querySelectorAll('.ant-notification-notice')).toHaveLength(0)
  expect([address(), askedOf('PUT', '/complete'), askedOf('POST', '/job/next')]).toEqual([before, [], []])
  wire.putRefusal = null
  await userEvent.keyboard('{Control>}s{/Control}')
  await until(() => expect(wire.text).toContain('MORE'))
})

test('finishing without network shows one message in the page, and the same key works when the network returns', async () => {
  offerNext()
  const { address } = openOlder(typist)
  await expect.element(note()).toBeVisible()
  wire.network = 'away'
  await finishNow()
  await expect.element(page.getByText(/^We don’t know whether 000042 was sent/)).toBeVisible()
  expect(document.querySelectorAll('.ant-notification-notice')).toHaveLength(0)
  wire.network = 'there'
  await finishNow()
  await until(() => expect(address()).toBe(`/dashboard/editor/${nextId}`))
  expect(askedOf('PUT', '/finish')).toHaveLength(1)
})

test('if the answer to a finish is lost, the page shows where the job is, with the focus on the link to the list', async () => {
  offerNext()
  const { address } = openOlder(typist)
  await expect.element(note()).toBeVisible()
  const before = address()
  wire.losesAnswersOf = '/finish'
  wire.job = { ...wire.job, status: 'READY', level: 'LEVEL_1', editable: false, allowedActions: ['view'] }
  await finishNow()
  await expect.element(words('000042 sent to review')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Back to the list', exact: true }).last()).toHaveFocus()
  await expect.element(page.getByText(/the server isn’t answering/)).not.toBeInTheDocument()
  expect(address()).toBe(before)
})

test('if the request for the next job gets no answer, a message is shown, and the list with the finished job opens [Q201]', async () => {
  offerNext()
  wire.losesAnswersOf = '/job/next'
  const { address } = openOlder(typist)
  await expect.element(note()).toBeVisible()
  await finishNow()
  await until(() => expect(address()).toBe('/dashboard/jobs-list/completed'))
  await expect.element(page.getByText('Couldn’t get the next job: the server isn’t answering.')).toBeVisible()
  await expect.element(page.getByText('No more jobs for you right now.')).not.toBeInTheDocument()
})

test('the track of the job is beside the note, and the day’s work below it [Q205]', async () => {
  await page.viewport(1280, 800)
  openOlder(typist)
  const track = page.getByRole('list', { name: 'Track of the job' })
  await expect.element(track.getByText(/^Typing Dana Okafor now/)).toBeVisible()
  await expect.element(page.getByText(/today 14 jobs, 612 lines · pool 9/)).toBeVisible()
})
