import { auditCalls as calls } from '@dictara/contract/audit'
import { facilityCalls } from '@dictara/contract/facilities'
import { filingCalls } from '@dictara/contract/filing'
import { noteCalls } from '@dictara/contract/notes'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { type Calls, openCalls, refused, unreachable } from '../../testing/wire.ts'
import { anAuditedJob, anEntry, aStint, ids } from './audit.fixtures.ts'

let server: Calls
beforeEach(async () => {
  await page.viewport(1280, 800)
  server = openCalls()
  server.answer(facilityCalls.listUserFacilities, [])
  server.answer(calls.listAuditedJobs, [anAuditedJob()])
  server.answer(calls.getJobAudit, [aStint()])
  server.answer(calls.listTimeline, [anEntry()])
  server.answer(filingCalls.strikeJob, { message: 'Job has been stricken out successfully.' })
})
afterEach(() => vi.restoreAllMocks())

const author = as('doctor', { id: ids.doctor })
const drawer = page.getByRole('dialog', { name: 'Session Details' })
const button = (name: string) => drawer.getByRole('button', { name })

async function open(who = author, at = '/dashboard/audit?tab=2') {
  const opened = openPage(at, who)
  await userEvent.click(page.getByRole('link', { name: '000042' }))
  await expect.element(drawer.getByText('The dose is missing').first()).toBeVisible()
  return opened
}

test('a job shows who worked on it, from when to when, how it ended and the comments [AUD-25, AUD-30]', async () => {
  await open()
  const cells = drawer.getByRole('table', { name: 'Audit' }).getByRole('cell').elements()
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    'Ruth Amsel Reviewer',
    'Review, level 2',
    'Nov 20, 2026, 9:00 AM',
    'Nov 20, 2026, 9:10 AM',
    'Rejected',
    'The dose is missing',
  ])
  expect(server.asked(calls.getJobAudit)[0]!.what).toBe(`GET /api/clinic/audit/jobs/${ids.job}`)
})

test('the timeline is not shown before the list above it, so that it does not move', async () => {
  let arrive = () => {}
  const asked = new Promise<void>((resolve) => (arrive = resolve))
  server.answer(calls.getJobAudit, () => asked.then(() => Array.from({ length: 9 }, () => aStint())))
  openPage('/dashboard/audit?tab=2', author)
  await userEvent.click(page.getByRole('link', { name: '000042' }))
  await until(() => expect(server.asked(calls.listTimeline)).toHaveLength(1))
  expect(drawer.getByRole('heading', { name: 'Timeline' }).elements()).toEqual([])
  arrive()
  await expect.element(drawer.getByRole('heading', { name: 'Timeline' })).toBeInTheDocument()
  expect(drawer.getByText('The dose is missing').elements()).toHaveLength(9)
  expect(getComputedStyle(document.querySelector('.audit-drawer')!).scrollbarGutter).toBe('stable')
})

test.each([
  ['Completed', `/dashboard/new-editor/${ids.job}?jobStage=completed&userType=doctor`],
  ['Billed', `/dashboard/new-editor/${ids.job}?jobStage=completed&userType=doctor`],
  ['StruckOut', undefined],
] as const)('in a job that is %s, View opens the read-only note or is missing: %s [AUD-14]', async (status, to) => {
  server.answer(calls.listAuditedJobs, [anAuditedJob({ status })])
  await open()
  const view = drawer.getByRole('link', { name: 'View' })
  if (to) await expect.element(view).toHaveAttribute('href', to)
  else await expect.element(view).not.toBeInTheDocument()
})

test.each([
  ['that is completed and whose author is signed in', author, {}, true],
  ['of another author', as('doctor', { id: ids.facility }), {}, false],
  ['that was never filed', author, { progressNote: null }, false],
  ['that is billed', author, { status: 'Billed' }, false],
] as const)(
  'Strike Out is offered only where it is allowed: a job %s [AUD-15, AUD-16]',
  async (_which, who, facts, is) => {
    server.answer(calls.listAuditedJobs, [anAuditedJob(facts)])
    await open(who)
    expect(button('Strike Out').elements().length > 0).toBe(is)
  },
)

test('Strike Out is disabled for a struck-out job [AUD-18]', async () => {
  server.answer(calls.listAuditedJobs, [
    anAuditedJob({ status: 'StruckOut', progressNote: { strikeStatus: 'STRUCK' } }),
  ])
  await open()
  await expect.element(button('Strike Out')).toBeDisabled()
})

test('Strike Out asks for confirmation, reports success and reloads the list [AUD-19, AUD-41, AUD-47]', async () => {
  await open()
  await userEvent.click(button('Strike Out'))
  const question = page.getByRole('dialog', { name: /^Are you sure/ })
  await until(() =>
    expect(question.element().textContent).toContain(
      'Are you sure you want to strike out the job? This action cannot be undone.',
    ),
  )
  expect(server.asked(filingCalls.strikeJob)).toEqual([])
  server.answer(calls.listAuditedJobs, [
    anAuditedJob({ status: 'StruckOut', progressNote: { strikeStatus: 'STRUCK' } }),
  ])
  await userEvent.click(question.getByRole('button', { name: 'Strike Out' }))
  await expect.element(page.getByText('Successful', { exact: true })).toBeVisible()
  const { what, search } = server.asked(filingCalls.strikeJob)[0]!
  expect([what, search.get('sessionId')]).toEqual([`PATCH /api/clinic/job/${ids.job}/strike`, author.sessionId])
  await expect.element(page.getByText('Job has been stricken out successfully.')).toBeVisible()
  await expect.element(button('Strike Out')).toBeDisabled()
  await expect.element(drawer.getByText('Struck Out')).toBeVisible()
})

test.each([
  ['refuses it', refused('Failed to perform the strike operation. Please try again.', 'strike-failed')],
  ['breaks', refused('The server has a problem.', 'internal', 500)],
  ['does not answer', unreachable],
])(
  'when the EHR or the server %s, the page says that the strike failed and offers it again [AUD-39]',
  async (_how, reply) => {
    server.answer(filingCalls.strikeJob, reply)
    await open()
    await userEvent.click(button('Strike Out'))
    await userEvent.click(
      page.getByRole('dialog', { name: /^Are you sure/ }).getByRole('button', { name: 'Strike Out' }),
    )
    await expect.element(page.getByText('Strike Failed')).toBeVisible()
    await expect.element(page.getByText('Failed to perform the strike operation. Please try again.')).toBeVisible()
    await expect.element(button('Strike Out')).toBeEnabled()
  },
)

test('the timeline shows each event, its engine and the number of changed words, and on request who read the job', async () => {
  server.answer(calls.listTimeline, [
    anEntry({ id: ids.doctor, event: 'job.received', engine: null }),
    anEntry(),
    anEntry({
      id: ids.facility,
      event: 'job.rejectReview',
      userName: 'Ruth Amsel',
      userType: 'reviewer',
      level: 'LEVEL_1',
      engine: null,
      wordsChanged: 12,
      comment: 'The dose is missing',
    }),
  ])
  await open()
  const timeline = drawer.getByRole('table', { name: 'Timeline' })
  await expect.element(timeline.getByText('Converted to text, by whisper large')).toBeVisible()
  await expect.element(timeline.getByText('Returned by the reviewer, level 1, 12 words changed')).toBeVisible()
  const names = timeline
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => row.lastElementChild!.textContent)
  expect(names).toEqual(['Dana Okafor', 'Dictara', 'Ruth Amsel, Reviewer'])
  expect(server.asked(calls.listTimeline).map(({ search }) => search.get('reads'))).toEqual(['false'])
  server.answer(calls.listTimeline, [
    anEntry({ engine: null, event: 'note.viewed', userName: 'Tamara Novak', userType: 'transcriptionist' }),
  ])
  await userEvent.click(drawer.getByRole('checkbox', { name: 'Show who read it' }))
  await expect.element(timeline.getByText('Read the note')).toBeVisible()
  expect(server.asked(calls.listTimeline).at(-1)!.search.get('reads')).toBe('true')
})

const facts = {
  'DATE OF VISIT': '11/19/2026',
  'WORK TYPE': 'Consultation',
  'DATE OF BIRTH': '05/09/1967',
  'DATE OF ADMISSION': '11/18/2026',
  'ROOM/BED': '12B',
  MRN: 'HS10017',
}
const note = {
  id: ids.job,
  jobName: '000042',
  lastUpdatedTime: '2026-11-20T08:00:00.000Z',
  audioTime: 0,
  templates: [],
  sections: [
    {
      id: 'default-heading-id',
      heading: { customUIHeading: 'PLAN', systemHeading: 'PLAN' },
      content: [{ value: 'Rest and <b>water</b>.', type: 'Text' as const, newParagraph: true, count: 0 }],
    },
  ],
}

/** Prints the chosen content. Returns the text of the printed page. */
async function printed(content: string): Promise<string> {
  let paper = ''
  vi.spyOn(window, 'print').mockImplementation(() => {
    paper = document.querySelector('.on-paper')!.textContent
  })
  server.answer(
    noteCalls.getDemographics,
    Object.entries(facts).map(([key, value]) => ({ key, value })),
  )
  server.answer(noteCalls.getSections, [note as never])
  server.answer(noteCalls.getPrintInfo, [])
  server.answer(calls.tellAuditPrinted, [])
  if (content !== 'Audit') {
    await userEvent.click(drawer.getByRole('combobox', { name: 'What to print' }))
    await userEvent.click(page.getByTitle(content).last())
  }
  await userEvent.click(button('Print'))
  await until(() => expect(paper).not.toBe(''))
  window.dispatchEvent(new Event('afterprint'))
  await until(() => expect(document.querySelector('.on-paper')).toBe(null))
  return paper
}

const ofNote = ['PLAN', 'Rest and water.']
const ofAudit = ['Ruth Amsel', 'Review, level 2', 'Rejected', 'The dose is missing']
test.each([
  ['Audit has the audit rows and the note information [AUD-12, AUD-21]', 'Audit', ofAudit, ofNote, [1, 0]],
  ['Note has its sections and the patient information [AUD-13, AUD-22, AUD-26]', 'Note', ofNote, ofAudit, [0, 1]],
  [
    'Note with Audit has the sections and the audit rows [AUD-13, AUD-23]',
    'Note with Audit',
    [...ofNote, ...ofAudit],
    [],
    [1, 1],
  ],
] as const)('Print is recorded; the printout of %s', async (_what, content, there, notThere, told) => {
  await open()
  const paper = await printed(content)
  for (const words of [
    'Note Information',
    'Author',
    'Dana Okafor',
    'Facility',
    'Harbor Street Main',
    'Job Number',
    '000042',
    'Status',
  ])
    expect(paper).toContain(words)
  for (const label of [
    'Patient Information',
    'Amara Abbott',
    'Date of Birth',
    'Date of Admission',
    'Room/Bed',
    'Medical Record Number',
    'Date of Encounter',
    'Note Type',
  ])
    expect(paper).toContain(label)
  for (const fact of Object.values(facts)) expect(paper).toContain(fact)
  for (const words of there) expect(paper).toContain(words)
  for (const words of notThere) expect(paper).not.toContain(words)
  expect([server.asked(calls.tellAuditPrinted).length, server.asked(noteCalls.getPrintInfo).length]).toEqual(told)
})

test('the printed note and patient data are loaded by the id of the job before the audit records the print [AUD-31]', async () => {
  await open()
  await printed('Note with Audit')
  const asked = [noteCalls.getDemographics, noteCalls.getSections].map((spec) => server.asked(spec)[0]!.what)
  expect(asked).toEqual([`GET /api/clinic/job/${ids.job}/demographics`, `GET /api/clinic/job/${ids.job}/sections`])
})

test('if the data cannot be loaded, nothing is printed and the page says so', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  server.answer(noteCalls.getDemographics, unreachable)
  await open()
  await userEvent.click(button('Print'))
  await expect.element(page.getByText('Print failed')).toBeVisible()
  expect(print).not.toHaveBeenCalled()
  expect(server.asked(calls.tellAuditPrinted)).toEqual([])
})

test('the filtered list can be saved as a CSV file', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  server.answer(
    calls.exportAuditedJobs,
    new Response('Job Number\r\n000042\r\n', { headers: { 'content-disposition': 'attachment; filename="a.csv"' } }),
  )
  openPage('/dashboard/audit?tab=2&by=status&searchValue=Billed', author)
  await userEvent.click(page.getByRole('button', { name: 'Export CSV' }))
  await until(() => expect(saved).toHaveBeenCalledOnce())
  expect(server.asked(calls.exportAuditedJobs)[0]!.body).toMatchObject({ searchKey: 'status', searchValue: 'Billed' })
  server.answer(calls.exportAuditedJobs, refused('Not now'))
  await userEvent.click(page.getByRole('button', { name: 'Export CSV' }))
  await expect.element(page.getByText('Not now')).toBeVisible()
})

const biller = as('biller', { sessionId: ids.session })
async function openBiller(at = '/dashboard/biller-audit') {
  server.answer(calls.listBilledAudit, [anAuditedJob({ status: 'Billed' })])
  server.answer(calls.listBillerDoctors, [{ doctorId: ids.doctor, doctorName: 'Dana Okafor' }])
  const opened = openPage(at, biller)
  await expect.element(page.getByRole('link', { name: '000042' })).toBeVisible()
  return opened
}
const askedOfBiller = () => server.asked(calls.listBilledAudit).at(-1)!.body

test('the biller’s audit starts with billed jobs [BILR-17, BILR-21, BILR-28]', async () => {
  await openBiller()
  await expect.element(page.getByRole('heading', { name: 'Audit', level: 1 })).toBeVisible()
  await expect.element(page.getByRole('navigation', { name: 'Audit of' }).getByText('Jobs')).toBeVisible()
  expect(askedOfBiller()).toMatchObject({ searchKey: 'status', searchValue: 'Billed', size: 10 })
})

test('the biller’s audit is filtered by doctors and days, and searched by status or job name [BILR-18, BILR-19, BILR-20]', async () => {
  await openBiller()
  await expect.element(page.getByRole('combobox', { name: 'Status', exact: true })).toBeVisible()
  await expect.element(page.getByPlaceholder('First day')).toBeVisible()
  await userEvent.click(page.getByRole('combobox', { name: 'Doctors' }))
  await userEvent.click(page.getByTitle('Dana Okafor').last())
  await until(() => expect(askedOfBiller()).toMatchObject({ doctorIds: [ids.doctor] }))
})

test('a biller has the biller’s audit, but not the audit of authors and managers [BILR-02]', async () => {
  const { router } = await openBiller()
  expect(router.state.location.pathname).toBe('/dashboard/biller-audit')
  await router.navigate('/dashboard/audit')
  await until(() => expect(router.state.location.pathname).toBe('/dashboard/biller'))
})

test('people who are not billers have no biller’s audit', async () => {
  const { router } = openPage('/dashboard/biller-audit', author)
  await until(() => expect(router.state.location.pathname).toBe('/dashboard'))
})

test('a biller sees each status by the work that is left [BILR-25, BILR-26, BILR-27]', async () => {
  await openBiller()
  await userEvent.click(page.getByRole('combobox', { name: 'Status', exact: true }))
  for (const words of ['Transcription In-progress', 'Ready to Bill', 'Billed'])
    await expect.element(page.getByTitle(words).last()).toBeVisible()
  await userEvent.click(page.getByTitle('Ready to Bill').last())
  await until(() => expect(askedOfBiller()).toMatchObject({ searchKey: 'status', searchValue: 'Completed' }))
})

test('a biller’s search by job name is sent one second after the last key [BILR-31]', async () => {
  await openBiller('/dashboard/biller-audit?by=jobName')
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search by Job Name' }), '000042')
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(askedOfBiller()).toMatchObject({ searchValue: '' })
  await until(() => expect(askedOfBiller()).toMatchObject({ searchKey: 'jobName', searchValue: '000042' }))
})

test('a biller’s drawer is 800 px wide, prints, opens the job in its session, and has no Strike Out [BILR-22, BILR-23, BILR-24]', async () => {
  await openBiller()
  await userEvent.click(page.getByRole('link', { name: '000042' }))
  await expect.element(drawer.getByText('The dose is missing')).toBeVisible()
  expect(document.querySelector('.ant-drawer-content-wrapper')!.getBoundingClientRect().width).toBe(800)
  await expect
    .element(drawer.getByRole('link', { name: 'View' }))
    .toHaveAttribute('href', `/dashboard/billers-jobs/${ids.job}?sessionId=${ids.session}`)
  expect(button('Strike Out').elements()).toEqual([])
  expect(server.asked(calls.listTimeline)).toEqual([])
  expect(await printed('Note with Audit')).toContain('Rest and water.')
})

test('an error while loading the doctors is shown [AUD-40]', async () => {
  server.answer(calls.listBilledAudit, [])
  server.answer(calls.listBillerDoctors, refused('Not now'))
  openPage('/dashboard/biller-audit', biller)
  await expect.element(page.getByText('Something went wrong while fetching authors.')).toBeVisible()
  await expect.element(page.getByText('Error', { exact: true })).toBeVisible()
  await expectNoViolations()
})
