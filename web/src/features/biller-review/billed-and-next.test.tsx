import { type BillerJob, billerCalls, billerRefusals, type Unbilled } from '@dictara/contract/biller-review'
import { jobCalls, jobRefusals } from '@dictara/contract/jobs'
import { noteCalls } from '@dictara/contract/notes'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { sendUnsentCalls } from '../../platform/unsent-calls.ts'
import { expectNoViolationsInBothLooks } from '../../testing/accessible.ts'
import { aJob } from '../../testing/job.fixtures.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused, unreachable } from '../../testing/wire.ts'
import { forgetBillings, undoMs } from './billing.ts'

const numbers = ['000041', '000042', '000043']
const jobOf = (number: string): BillerJob => ({
  jobId: idOf(Number(number)),
  jobNumber: number,
  author: 'Dana Okafor',
  facility: { facilityId: idOf(1), facilityName: 'Harbor Street Main' },
  timeZone: 'America/New_York',
  medicalRecordNumber: 'HS10017',
  gender: 'Female',
  dob: '1967-05-09',
  patientName: `Patient of ${number}`,
  submissionTime: '2026-11-20T08:00:00.000Z',
  effectiveDate: '2026-11-19',
  heldBy: null,
})
const quiet: Unbilled = { ages: [], authors: [] }

let server: Calls
/** The numbers of the jobs that are not billed yet, in the order of the server's list. */
let unbilled: string[]
const numberIn = (words: string) => numbers.find((number) => words.includes(idOf(Number(number))))!

beforeEach(() => {
  server = openCalls()
  unbilled = [...numbers]
  server.answer(billerCalls.listBillerJobs, () => unbilled.map(jobOf))
  server.answer(billerCalls.countUnbilled, [quiet])
  server.answer(billerCalls.assignToBiller, [{ sessionId: idOf(9) }])
  server.answer(noteCalls.getDemographics, [{ key: 'Name', value: 'Amara Abbott' }])
  server.answer(noteCalls.getSections, ({ what }) => [
    {
      id: idOf(1),
      jobName: numberIn(what),
      lastUpdatedTime: '2026-11-20T08:00:00.000Z',
      audioTime: 0,
      templates: [],
      sections: [
        {
          id: 'plan',
          heading: { customUIHeading: 'PLAN', systemHeading: 'PLAN' },
          content: [{ value: `Rest, says ${numberIn(what)}.`, type: 'Text' as const, newParagraph: true, count: 0 }],
        },
      ],
    },
  ])
  server.answer(jobCalls.getJob, ({ what }) => {
    const jobNumber = numberIn(what)
    return [aJob({ jobName: `${jobNumber} Amara Abbott`, jobNumber, allowedActions: ['bill'] })]
  })
  server.answer(billerCalls.billJob, ({ what }) => {
    unbilled = unbilled.filter((number) => number !== numberIn(what))
    return { message: 'Done' }
  })
})
afterEach(() => {
  forgetBillings()
  vi.restoreAllMocks()
})

const addressOf = (number: string) => `/dashboard/billers-jobs/${idOf(Number(number))}?sessionId=${idOf(9)}`
const open = async (number: string) => {
  const opened = openPage(addressOf(number), as('biller', { id: idOf(5) }))
  await reads(number)
  return opened
}
const reads = (number: string) => expect.element(page.getByText(`Rest, says ${number}.`)).toBeVisible()
const strip = page.getByRole('log', { name: 'Billing' })
const says = (words: string) => until(() => expect(strip.element().textContent).toContain(words))
const billed = () => server.asked(billerCalls.billJob).map(({ what }) => numberIn(what))
const press = (keys: string) => userEvent.keyboard(keys)

test('one key marks a note as billed and opens the next; Undo returns to it, and nothing is sent [Q140]', async () => {
  await open('000041')
  await press('b')
  await reads('000042')
  await says('000041 will be billed')
  await press('u')
  await reads('000041')
  await until(() => expect(strip.element().textContent).toBe(''))
  expect(billed()).toEqual([])
})

test('the second click of a double click, on the button of the next note, bills nothing', async () => {
  await open('000041')
  await userEvent.click(page.getByRole('button', { name: 'Billed & next' }))
  await reads('000042')
  await says('000041 will be billed')
  const button = page.getByRole('button', { name: 'Billed & next' }).element()
  button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }))
  await press('u')
  await reads('000041')
  await until(() => expect(strip.element().textContent).toBe(''))
  expect(billed()).toEqual([])
})

test('a job is sent as billed when the next one is marked, and "billed" is shown once the server has answered', async () => {
  let answer = () => {}
  server.answer(billerCalls.billJob, ({ what }) => {
    unbilled = unbilled.filter((number) => number !== numberIn(what))
    return new Promise((resolve) => (answer = () => resolve({ message: 'Done' })))
  })
  await open('000041')
  await press('b')
  await reads('000042')
  await press('b')
  await reads('000043')
  await says('000041 is being billed …')
  await says('000042 will be billed')
  expect(billed()).toEqual(['000041'])
  answer()
  await says('000041 billed')
})

test('a job is sent as billed automatically when the time for Undo is over', async () => {
  await open('000041')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  try {
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'b', code: 'KeyB' }))
    vi.advanceTimersByTime(undoMs - 1)
    expect(billed()).toEqual([])
    vi.advanceTimersByTime(1)
  } finally {
    vi.useRealTimers()
  }
  await until(() => expect(billed()).toEqual(['000041']))
})

test('a job that can still be undone is sent when the page closes and before the session ends', async () => {
  await open('000041')
  await press('b')
  await reads('000042')
  window.dispatchEvent(new Event('pagehide'))
  await says('000041 billed')
  const init = vi.mocked(fetch).mock.calls.findLast(([url]) => String(url).endsWith('/bill'))![1]
  expect(init!.keepalive).toBe(true)
  await press('b')
  await reads('000043')
  await sendUnsentCalls()
  expect(billed()).toEqual(['000041', '000042'])
})

test('a job that can still be undone is sent before another tab signs out, and that tab waits for the answer', async () => {
  let answer = () => {}
  server.answer(billerCalls.billJob, () => new Promise((resolve) => (answer = () => resolve({ message: 'Done' }))))
  await open('000041')
  await press('b')
  await says('000041 will be billed')
  // Another tab has its own copy of this module, which has no unsent calls of its own.
  const copy = new URL('../../platform/unsent-calls.ts?of-another-tab', import.meta.url).href
  const otherTab = (await import(/* @vite-ignore */ copy)) as typeof import('../../platform/unsent-calls.ts')
  expect(otherTab.sendUnsentCalls).not.toBe(sendUnsentCalls)
  let mayEnd = false
  const ending = otherTab.sendUnsentCalls().then(() => (mayEnd = true))
  await until(() => expect(billed()).toEqual(['000041']))
  expect(mayEnd).toBe(false)
  answer()
  await ending
  await says('000041 billed')
})

test('a refusal is shown with its reason and a link back to the job, until it is closed', async () => {
  const { code, message, status } = billerRefusals.heldByOther
  server.answer(billerCalls.billJob, refused(message, code, status))
  await open('000041')
  await press('b')
  await reads('000042')
  await sendUnsentCalls()
  await says(`000041 was not billed. ${message}`)
  await strip.getByRole('link', { name: 'Open 000041' }).click()
  await reads('000041')
  await page.getByRole('button', { name: 'Close what is said of 000041' }).click()
  await until(() => expect(strip.element().textContent).toBe(''))
})

test('without network the jobs are shown as not billed yet, and sent when the network returns', async () => {
  server.answer(billerCalls.billJob, unreachable)
  await open('000041')
  for (const next of ['000042', '000043']) {
    await press('b')
    await reads(next)
  }
  await sendUnsentCalls()
  await says('000041, 000042 are not billed yet: the server does not answer.')
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
  server.answer(billerCalls.billJob, { message: 'Done' })
  window.dispatchEvent(new Event('online'))
  await says('000041, 000042 billed')
})

test('a job that another tab has billed is shown as already billed', async () => {
  const { code, message, status } = jobRefusals.alreadyBilled
  server.answer(billerCalls.billJob, refused(message, code, status))
  await open('000041')
  await press('b')
  await reads('000042')
  await sendUnsentCalls()
  await says('000041 had been billed already')
})

test('fast typing bills no unread note, a letter in a field bills nothing, and a held key counts once', async () => {
  let answer = () => {}
  server.answer(
    billerCalls.assignToBiller,
    () => new Promise((resolve) => (answer = () => resolve([{ sessionId: idOf(9) }]))),
  )
  await open('000041')
  await press('bbb')
  await until(() => expect(server.asked(billerCalls.assignToBiller)).toHaveLength(1))
  answer()
  await reads('000042')
  await says('000041 will be billed')
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'b', code: 'KeyB', repeat: true }))
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  await press('b')
  expect(field.value).toBe('b')
  field.remove()
  await says('000041 will be billed')
  expect(billed()).toEqual([])
})

test('keys bill nothing while a dialog covers the page', async () => {
  await open('000041')
  const above = document.body.appendChild(document.createElement('dialog'))
  above.showModal()
  await press('bj')
  above.remove()
  await press('k')
  await reads('000041')
  expect(server.asked(billerCalls.assignToBiller)).toEqual([])
  await until(() => expect(strip.element().textContent).toBe(''))
})

test('a job held by a colleague is skipped; after the last job the list shows what will be billed, with Undo', async () => {
  const [first, second, third] = numbers as [string, string, string]
  const held = { ...jobOf(second), heldBy: { id: idOf(77), fullName: 'Ben Stone' } }
  server.answer(billerCalls.listBillerJobs, [jobOf(first), held, jobOf(third)])
  const { code, message, status } = billerRefusals.heldByOther
  server.answer(billerCalls.assignToBiller, ({ search }) =>
    search.get('jobId') === idOf(Number(third)) ? refused(message, code, status) : [{ sessionId: idOf(9) }],
  )
  const { router } = await open(first)
  await press('b')
  await until(() => expect(router.state.location.pathname).toBe('/dashboard/biller'))
  await says('000041 will be billed')
  await expect.element(page.getByText('Will be billed', { exact: true })).toBeVisible()
  await strip.getByRole('button', { name: /^Undo/ }).click()
  await reads(first)
})

test('the list is beside the note: j and k move through it, a click opens a job, and "?" shows the keys', async () => {
  await page.viewport(1280, 800)
  await open('000042')
  const list = page.getByRole('navigation', { name: 'Unbilled' })
  await until(() => expect(list.element().querySelector('[aria-current]')?.textContent).toContain('Patient of 000042'))
  await press('j')
  await reads('000043')
  await press('k')
  await reads('000042')
  await list.getByRole('button', { name: /000041/ }).click()
  await reads('000041')
  await press('?')
  await expect.element(page.getByText('Mark as billed and open the next job')).toBeVisible()
  expect(billed()).toEqual([])
})

test('the list beside the note and the jobs to be billed have no violation of WCAG 2.2 AA, wide and narrow, light and dark', async () => {
  const { host } = await open('000041')
  await press('b')
  await reads('000042')
  for (const width of [1280, 360]) {
    await page.viewport(width, 800)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await expectNoViolationsInBothLooks(host)
  }
})
