import { type BrowserContext, expect, type Page } from '@playwright/test'
import { button, choosePatient, openRecorder } from './at-work.ts'
import type { Dictara } from './dictara.ts'
import { secondsIn } from './rising-tone.ts'

export const lasting = { timeout: 180_000 }
export const timer = (page: Page) => page.getByRole('timer')

/** Opens the recorder for the signed-in person and chooses a patient. */
export async function atRecorder(dictara: Dictara, page: Page) {
  await page.context().grantPermissions(['microphone'], { origin: dictara.recorder })
  await openRecorder(dictara, page)
  await choosePatient(page)
}

/** Begins to record, and waits until this many seconds are recorded. */
export async function record(page: Page, seconds: number) {
  await button(page, /^Record/).click()
  await hasRecorded(page, seconds)
}

/** @returns the recorded seconds that the page shows */
export async function recordedSeconds(page: Page): Promise<number> {
  const [minutes, seconds] = (await timer(page).innerText()).split(':').map(Number)
  return minutes! * 60 + seconds!
}

/** Waits until this many seconds are recorded. A busy machine may never show the exact second. */
export const hasRecorded = (page: Page, seconds: number) =>
  expect.poll(() => recordedSeconds(page), lasting).toBeGreaterThanOrEqual(seconds)

/** @returns the job number that the page shows */
export async function jobMade(page: Page): Promise<string> {
  const made = page.getByText(/Job \d{6} was submitted/)
  await expect(made).toBeVisible(lasting)
  return /\d{6}/.exec(await made.innerText())![0]
}

interface Arrived {
  jobId: string
  jobNumber: string
  sizeBytes: number | null
}

/** Calls the server as the signed-in person. */
async function get<Result>(dictara: Dictara, context: BrowserContext, path: string) {
  const { origins } = await context.storageState()
  const stored = origins.find(({ origin }) => origin === dictara.web)!.localStorage
  const { token } = JSON.parse(stored.find(({ name }) => name === 'dictara-user')!.value) as { token: string }
  const answer = await context.request.get(`${dictara.web}/api/clinic/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: answer.status(), result: ((await answer.json()) as { result: Result[] }).result }
}

/** Returns all recordings of this person on the server, and the number of jobs in their lists. */
export async function whatArrived(dictara: Dictara, context: BrowserContext) {
  const { result: recordings } = await get<Arrived>(dictara, context, 'dictation?size=100')
  const { result } = await get<Record<string, number>>(dictara, context, 'job/count/my-jobs')
  return { recordings, jobs: Object.values(result[0]!).reduce((sum, count) => sum + count, 0) }
}

/** Expects exactly one new recording and one new job, the one shown on the page. @returns the recording */
export async function arrivedOnce(
  dictara: Dictara,
  context: BrowserContext,
  before: Awaited<ReturnType<typeof whatArrived>>,
  number: string,
) {
  const { recordings, jobs } = await whatArrived(dictara, context)
  expect([recordings.length, jobs]).toEqual([before.recordings.length + 1, before.jobs + 1])
  return recordings.find(({ jobNumber }) => jobNumber === number)!
}

/** Returns the seconds of the rising tone that the recording of a job contains. */
export async function heardIn(dictara: Dictara, context: BrowserContext, jobId: string): Promise<number[]> {
  let [address]: (string | undefined)[] = []
  await expect
    .poll(async () => ([address] = (await get<string>(dictara, context, `job/${jobId}/audio-url`)).result), lasting)
    .toHaveLength(1)
  const sound = await context.request.get(new URL(address!, dictara.web).href)
  return secondsIn(await sound.body())
}
