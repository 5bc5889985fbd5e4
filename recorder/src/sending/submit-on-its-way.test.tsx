import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  api,
  button,
  chooseWalter,
  goOffline,
  goOnline,
  hides,
  isSentOn,
  recordAndPause,
  recordForJane,
  seconds,
  shows,
} from '../testing/recorder-tab.tsx'

const submit = /POST .*\/submit/
const isThere = (name: string | RegExp) => button(name).elements().length > 0
const patientsOfJobs = () => api.jobs().map(({ patientName, jobNumber }) => `${jobNumber} ${patientName}`)
/**
 * Submits a recording and puts it away. The server makes the job, but its answer and all later answers about dictations
 * are lost until the returned function is called.
 */
async function putAwayWithLostAnswer() {
  await recordAndPause()
  let isMade = false
  const heal = api.fault((call) => {
    isMade ||= submit.test(call)
    return isMade && call.includes('/clinic/dictation')
  }, 'answer lost')
  await button(/^Submit/).click()
  await shows(/will be sent automatically/)
  expect(api.jobs()).toHaveLength(1)
  await button('Keep for later').click()
  return () => {
    heal()
    goOnline()
  }
}

test('a submission withdrawn while its last words are awaited is not made', async () => {
  await recordForJane()
  await goOffline()
  button(/^Submit/)
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await vi.waitFor(() => (button('Don’t submit yet').element() as HTMLElement).click(), {
    interval: 5,
    timeout: 10_000,
  })
  goOnline()
  await seconds(1)
  await shows('Saved')
  await expect.element(button(/^Submit/)).toBeEnabled()
  expect(api.jobs()).toEqual([])
})

describe('a recording whose submit was not answered', () => {
  test('shows its job after it was put away and opened again, and makes no second one [QA-07]', async () => {
    const heal = await putAwayWithLostAnswer()
    await shows(/recorded · Harbour North · being sent/)
    await button(/^Open the recording/).click()
    await shows(/will be sent automatically/)
    await hides('Saved')
    await vi.waitFor(() => expect(isThere('Change details')).toBe(false), 10_000)
    heal()
    await shows('Job 10001 was submitted')
    expect(patientsOfJobs()).toEqual(['10001 Jane Doe'])
  })

  test('and whose patient was then changed asks which patient the one job is for [QA-07]', async () => {
    const heal = await putAwayWithLostAnswer()
    await button(/^Open the recording/).click()
    await button('Don’t submit yet').click()
    await button('Change details').click()
    await chooseWalter()
    await button('Use these details').click()
    await button(/^Submit/).click()
    heal()
    await shows('This recording is already job 10001, for Jane Doe.')
    expect(patientsOfJobs()).toEqual(['10001 Jane Doe'])
    await button('Move it to Walter Brook').click()
    await shows('Job 10001 was submitted')
    expect(patientsOfJobs()).toEqual(['10001 Walter Brook'])
  })

  test('over a slow line can be put away immediately: the page says which job it became, and there is only one [QA-08]', async () => {
    await recordAndPause()
    const answers = api.fault(submit, 'held')
    await button(/^Submit/).click()
    await vi.waitFor(() => expect(api.jobs()).toHaveLength(1), 10_000)
    await shows(/^Submitting…/)
    await button('Keep for later').click()
    await shows('An earlier recording was sent as job 10001 of Jane Doe.')
    answers()
    await hides('Unsent recordings')
    expect(patientsOfJobs()).toEqual(['10001 Jane Doe'])
  })

  test('is never reported as discarded: not while the server is away, and later the page names its job [QA-09]', async () => {
    const heal = await putAwayWithLostAnswer()
    await button(/^Discard the recording/).click()
    await shows('Discarding the recording of Jane Doe…')
    await shows(/If it’s a job by now, it stays one/)
    await hides('Recording of Jane Doe discarded')
    await button('Undo').click()
    heal()
    await shows('An earlier recording was sent as job 10001 of Jane Doe.')
    expect(patientsOfJobs()).toEqual(['10001 Jane Doe'])
  })

  test('and that is discarded is reported as a job when the network is back [QA-09]', async () => {
    const heal = await putAwayWithLostAnswer()
    await button(/^Discard the recording/).click()
    await shows('Discarding the recording of Jane Doe…')
    heal()
    // The message appears only when the recording can no longer be restored.
    const told = page.getByText(/was already submitted as job 10001 of Jane Doe, so it wasn’t discarded/)
    await expect.element(told, { timeout: 20_000 }).toBeVisible()
    expect(patientsOfJobs()).toEqual(['10001 Jane Doe'])
  })
})

describe('changed details', () => {
  const patientOnServer = () => [...api.dictations.values()].map(({ body }) => body.patientId.slice(-2))

  test('that were chosen without network reach the server automatically when it is back [QA-10]', async () => {
    await recordAndPause()
    await button('Change details').click()
    await chooseWalter()
    api.isAway = true
    await button('Use these details').click()
    await shows(/will be sent automatically/)
    expect(patientOnServer()).toEqual(['a2'])
    goOnline()
    await vi.waitFor(() => expect(patientOnServer()).toEqual(['a3']), 10_000)
  })

  test('that were chosen without network, of a recording put away, reach the server when the network is back [QA-10]', async () => {
    await recordAndPause()
    await button('Change details').click()
    await chooseWalter()
    api.isAway = true
    await button('Use these details').click()
    await shows(/will be sent automatically/)
    await button('Keep for later').click()
    await shows(/Walter Brook/)
    expect(patientOnServer()).toEqual(['a2'])
    goOnline()
    await vi.waitFor(() => expect(patientOnServer()).toEqual(['a3']), 10_000)
  })

  test('cannot be chosen during a submission, and submitting is not possible while they are being chosen [QA-11]', async () => {
    await recordAndPause()
    await button('Change details').click()
    await chooseWalter()
    await expect.element(button(/^Submit/)).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{Alt>}s{/Alt}')
    await shows('Finish changing the details first.')
    await button('Cancel').click()
    const answers = api.fault(submit, 'held')
    await button(/^Submit/).click()
    await shows(/^Submitting…/)
    await expect.element(button(/^Submitting/)).toHaveFocus()
    expect(isThere('Change details')).toBe(false)
    expect(isThere('Use these details')).toBe(false)
    answers()
    await shows('Job 10001 was submitted')
    await shows(/Jane Doe · born Nov 2, 1984/)
    expect(patientsOfJobs()).toEqual(['10001 Jane Doe'])
  })

  test('that are chosen during recording apply to the whole recording [QA-12]', async () => {
    await recordForJane()
    await button(/^Pause/).click()
    await button('Change details').click()
    await button(/^Resume/).click()
    await isSentOn()
    await chooseWalter()
    await button('Use these details').click()
    await shows('MRN 10444')
    await shows('Recording')
    await isSentOn()
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
    expect(patientsOfJobs()).toEqual(['10001 Walter Brook'])
    const [dictation] = api.dictations.values()
    expect(api.jobs()[0]!.takes).toMatchObject([{ take: 0, chunks: dictation!.chunks.size }])
  })
})
