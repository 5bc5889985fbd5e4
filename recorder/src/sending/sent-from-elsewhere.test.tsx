import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  api,
  button,
  goOffline,
  goOnline,
  isSentOn,
  listsNothing,
  openTab,
  recordAndPause,
  recordForJane,
  seconds,
  shows,
} from '../testing/recorder-tab.tsx'

/** Returns the takes of all jobs with their numbers of chunks, to check that each chunk is in exactly one job. */
const takesInJobs = () => api.jobs().flatMap(({ takes }) => takes.map(({ take, chunks }) => `${take}: ${chunks}`))
const rest = /more is only on this computer. It’s now a separate dictation, which you can submit or discard\./

describe('a recording that was sent from another computer', () => {
  test('while this one was offline keeps the part here that the job lacks, says so, and sends it as a separate dictation [QA-13]', async () => {
    await recordForJane()
    await goOffline()
    await seconds(2)
    const job = await api.sendFromElsewhere()
    goOnline()
    await shows(
      /^Job 10001 \(Jane Doe\) already holds the first 0:0\d of this recording\. It was submitted from another computer\.$/,
    )
    await shows(rest)
    await button(/^Submit/).click()
    await shows('Job 10002 was submitted')
    const [first, second] = [...api.dictations.values()]
    expect(first!.job).toBe(job)
    expect(second!.body.patientId).toBe(first!.body.patientId)
    // The sound of the first job is cut from the second.
    const heldMs = [...first!.chunks.values()].reduce((sum, { durationMs }) => sum + durationMs, 0)
    expect(second!.job!.cuts).toMatchObject([{ take: 0, startMs: expect.any(Number) }])
    expect(Math.abs(second!.job!.cuts![0]!.startMs - heldMs)).toBeLessThan(20)
    expect(second!.chunks.size).toBeGreaterThan(first!.chunks.size)
    openTab()
    await shows('New dictation')
    await listsNothing()
  })

  test('while it was put away here is listed with the part that is only here, until that part is discarded [QA-13]', async () => {
    await recordForJane()
    await goOffline()
    await seconds(2)
    await button(/^Pause/).click()
    await button('Keep for later').click()
    await shows('Unsent recordings')
    await api.sendFromElsewhere()
    goOnline()
    await shows('The beginning of an earlier recording is in job 10001 of Jane Doe, sent from another computer.')
    await shows(/0:0\d recorded · Harbour North · continues job 10001/)
    await button(/^Open the recording/).click()
    await shows(rest)
    await button('Discard').click()
    await shows('Recording of Jane Doe discarded')
    expect(api.jobs()).toHaveLength(1)
  })

  test('while it was paused here can be resumed: the page says what the job has, and the rest is submitted as a second job [QA-14]', async () => {
    await recordAndPause()
    await api.sendFromElsewhere()
    await button(/^Resume/).click()
    await shows(
      /^Job 10001 \(Jane Doe\) already holds the first 0:0\d of this recording\. It was submitted from another computer\.$/,
    )
    await shows('Recording')
    await isSentOn()
    await button(/^Submit/).click()
    await shows('Job 10002 was submitted')
    expect(takesInJobs()).toHaveLength(2)
  })

  test('as a whole while it was paused here shows that job when it is submitted [QA-14]', async () => {
    await recordAndPause()
    await api.sendFromElsewhere()
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
    expect(api.jobs()).toHaveLength(1)
  })

  test('during its recording here continues as the rest, and says so in plain words [QA-15]', async () => {
    await recordForJane()
    await api.sendFromElsewhere()
    await shows(
      /^Job 10001 \(Jane Doe\) already holds the first 0:0\d of this recording\. It was submitted from another computer\.$/,
    )
    await shows('Recording')
    expect(document.body.innerText).not.toMatch(/\b(take|chunk|cut)s?\b/i)
    await isSentOn()
    await button(/^Submit/).click()
    await shows('Job 10002 was submitted')
  })

  test('after a part was repeated contains the repetition and not the retracted part [QA-16]', async () => {
    await recordForJane()
    await button(/^Pause/).click()
    await shows('Saved')
    const slider = document.querySelector<HTMLInputElement>('input[type=range]')!
    slider.focus()
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}')
    await button(/^Record again from/).click()
    await vi.waitFor(() => expect(api.calls.some((call) => call.includes('/take/1/'))).toBe(true), 10_000)
    const job = await api.sendFromElsewhere()
    expect(job.cuts).toMatchObject([
      { take: 0, startMs: 0, endMs: expect.any(Number) },
      { take: 1, startMs: 0 },
    ])
    const [dictation] = api.dictations.values()
    const spokenMs = [...dictation!.chunks].reduce(
      (sum, [at, { durationMs }]) => sum + (at.startsWith('0/') ? durationMs : 0),
      0,
    )
    expect(job.cuts![0]!.endMs).toBeLessThan(spokenMs)
    await shows(/^Job 10001 \(Jane Doe\) already holds/)
  })
})
