import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aTemplate } from '../testing/fake-api.ts'
import {
  api,
  button,
  choosePatient,
  goOffline,
  goOnline,
  hides,
  isSentOn,
  openTab,
  recordAWhile,
  seconds,
  shows,
  violations,
} from '../testing/recorder-tab.tsx'

beforeEach(() => page.viewport(1280, 800))

async function dictateOn(template = aTemplate()) {
  api.templates = [template]
  openTab('?encryptedKey=key-of-ada')
  await choosePatient()
  await page.getByLabelText('Template').selectOptions(template.templateName)
  await recordAWhile()
}
const headings = () => page.getByRole('region', { name: 'Headings of SOAP note' })
const about = (heading: string) => page.getByRole('region', { name: `About ${heading}` })
const rows = () => [...document.querySelectorAll('.headings-list li')].map((row) => (row as HTMLElement).innerText)
const current = () => document.querySelector('[aria-current="step"] .heading-name')?.textContent

test('the active template, its required headings and tooltips are visible during dictation', async () => {
  await dictateOn()
  expect(api.calls).toContain('GET /api/clinic/authors/section-template')
  await expect.element(headings()).toBeVisible()
  expect(rows().map((row) => row.replaceAll(/\s+/g, ' ').trim())).toEqual([
    '1 SUBJECTIVE required',
    '2 OBJECTIVE',
    '3 ASSESSMENT required',
    '4 PLAN',
  ])
  // Without Directional Flow there is no next heading.
  expect(button(/^Next heading/).elements()).toEqual([])
  expect(about('OBJECTIVE').elements()).toEqual([])
  await page.getByText('OBJECTIVE').hover()
  await expect.element(about('OBJECTIVE')).toHaveTextContent('OBJECTIVE Vital signs first, then what you found.')
  // The description also opens by keyboard and by touch.
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  ;(button(/^SUBJECTIVE/).element() as HTMLElement).focus()
  await expect.element(about('SUBJECTIVE')).toHaveTextContent('SUBJECTIVE What the patient says, in their own words.')
  await button('OBJECTIVE').click()
  await expect.element(about('OBJECTIVE')).toHaveTextContent('OBJECTIVE Vital signs first, then what you found.')
  await expect.element(button(/^SUBJECTIVE/)).toHaveAccessibleDescription('What the patient says, in their own words.')
  expect(await violations()).toEqual([])
  await page.viewport(320, 700)
  // On a narrow screen the checklist is folded and shows the number of headings.
  await expect.element(page.getByText('SUBJECTIVE')).not.toBeVisible()
  await button('4 headings, 2 required').click()
  await expect.element(page.getByText('SUBJECTIVE')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(320)
  expect(await violations()).toEqual([])
})

test('Directional Flow is a checklist: N or “Next heading” moves on, a click goes to a heading, and none of it is recorded', async () => {
  await dictateOn(aTemplate({ templateDrivenFlowEnabled: true }))
  await shows('Say the heading and “colon”, or “next heading”.')
  expect(current()).toBe('SUBJECTIVE')
  await expect.element(about('SUBJECTIVE')).toHaveTextContent('SUBJECTIVE What the patient says, in their own words.')
  await userEvent.keyboard('n')
  await shows('Heading 2 of 4: OBJECTIVE')
  expect(current()).toBe('OBJECTIVE')
  await expect.element(button('SUBJECTIVE required , done')).toBeVisible()
  await button(/^Next heading/).click()
  await shows('Heading 3 of 4: ASSESSMENT, required')
  await button('PLAN').click()
  expect(current()).toBe('PLAN')
  await button(/^SUBJECTIVE/).click()
  await shows('Heading 1 of 4: SUBJECTIVE, required')
  await button('PLAN').click()
  await userEvent.keyboard('{Alt>}n{/Alt}')
  await shows('That was the last heading.')
  await expect.element(button(/^Next heading/)).toHaveAttribute('aria-disabled', 'true')
  expect(await violations()).toEqual([])
  await page.viewport(320, 700)
  await expect.element(button('All headings done')).toHaveAttribute('aria-expanded', 'false')
  // Recording continues meanwhile.
  await shows('Recording')
  await isSentOn()
  await button(/^Pause/).click()
  await button(/^Submit/).click()
  await shows('Job 10001 was submitted')
  expect(api.submits[0]?.markers ?? []).toEqual([])
})

test('Directional Flow follows speech; moves by hand take precedence, and a busy server is reported', async () => {
  await dictateOn(aTemplate({ templateDrivenFlowEnabled: true }))
  api.heard = [{ heading: 'OBJECTIVE', atMs: 500 }]
  api.unknown = ['ASSESSMENT']
  await shows('Heading 2 of 4: OBJECTIVE')
  await expect.element(button('SUBJECTIVE required , done')).toBeVisible()
  await expect.element(button('ASSESSMENT required not recognized by name')).toBeVisible()
  // The server recognises the same heading again at the end of the previous part; it counts only once.
  api.heard = [
    { heading: 'OBJECTIVE', atMs: 520 },
    { heading: null, atMs: 3_000 },
  ]
  await shows('Heading 3 of 4: ASSESSMENT, required')
  await page.viewport(320, 700)
  await expect.element(button('3 of 4: ASSESSMENT (required), not recognized by name')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(320)
  await page.viewport(1280, 800)
  await userEvent.keyboard('n')
  await shows('Heading 4 of 4: PLAN')
  const asked = api.calls.length
  // This heading was spoken before the key was pressed.
  api.heard = [{ heading: 'SUBJECTIVE', atMs: 5_000 }]
  api.listening = 'not-now'
  await vi.waitFor(
    () => expect(api.calls.slice(asked).filter((call) => call.endsWith('headings-heard')).length).toBeGreaterThan(1),
    20_000,
  )
  expect(current()).toBe('PLAN')
  await hides(/^The server is too busy/)
  // The page reports a busy server only if it was too busy several times in a row.
  await shows(/^The server is too busy to follow you right now\./)
  api.listening = 'on'
  await hides(/^The server is too busy/)
})

test('a template that is renamed or deleted during a dictation keeps its headings here, also after a crash', async () => {
  await dictateOn(aTemplate({ templateDrivenFlowEnabled: true }))
  api.templates = []
  await button(/^Pause/).click()
  await button('Change details').click()
  await expect.element(page.getByLabelText('Template')).toHaveValue(aTemplate().id)
  await page.getByRole('switch', { name: 'STAT' }).click()
  await button('Use these details').click()
  await expect.element(headings()).toBeVisible()
  openTab()
  await button(/^Open the recording of/).click()
  await expect.element(headings()).toBeVisible()
  await button(/^Submit/).click()
  await shows('Job 10001 was submitted')
  expect([...api.dictations.values()][0]?.body.templateId).toBe(aTemplate().id)
})

test('the checklist is stored with its recording: ticked without network, it is restored after a reload and a crash', async () => {
  await dictateOn(aTemplate({ templateDrivenFlowEnabled: true }))
  await goOffline()
  await userEvent.keyboard('n')
  await userEvent.keyboard('n')
  await button('PLAN').click()
  await button(/^Pause/).click()
  await seconds(1)
  goOnline()
  openTab()
  await button(/^Open the recording of/).click()
  await expect.element(headings()).toBeVisible()
  expect(current()).toBe('PLAN')
  expect(rows().map((row) => row.startsWith('✓'))).toEqual([true, true, false, false])
  await button(/^Submit/).click()
  await shows('Job 10001 was submitted')
  // The next dictation starts with the first heading.
  await choosePatient()
  await recordAWhile()
  expect(current()).toBe('SUBJECTIVE')
})

test('without an engine for headings the checklist says so, also when folded, and is used by hand', async () => {
  api.listening = 'off'
  await dictateOn(aTemplate({ templateDrivenFlowEnabled: true }))
  const byHand = 'Use “Next heading” or select a heading.'
  await shows(`This server can’t follow spoken headings. ${byHand}`)
  expect(await violations()).toEqual([])
  await page.viewport(320, 700)
  // The message is also shown while the headings are folded.
  await shows(`This server can’t follow spoken headings. ${byHand}`)
  await userEvent.keyboard('n')
  await shows('Heading 2 of 4: OBJECTIVE')
  expect(document.documentElement.scrollWidth).toBe(320)
})

test('a checklist that lost the server says that it does not follow, and speech before a pause is still recognised', async () => {
  await dictateOn(aTemplate({ templateDrivenFlowEnabled: true }))
  await goOffline()
  await shows(/^The checklist can’t follow you while the server is away\./)
  api.heard = [{ heading: 'OBJECTIVE', atMs: 500 }]
  await button(/^Pause/).click()
  goOnline()
  await shows('Heading 2 of 4: OBJECTIVE')
  await hides(/^The checklist can’t follow you/)
  // Without further speech there are no further requests.
  await seconds(1)
  const asked = api.calls.filter((call) => call.endsWith('headings-heard')).length
  await seconds(6)
  expect(api.calls.filter((call) => call.endsWith('headings-heard')).length).toBe(asked)
})

test('the headings are one stop of the Tab key, and arrows move between them', async () => {
  await dictateOn(aTemplate({ templateDrivenFlowEnabled: true }))
  ;(button(/^Next heading/).element() as HTMLElement).focus()
  const focused = () => document.activeElement?.querySelector('.heading-name')?.textContent
  await userEvent.keyboard('{Tab}')
  expect(focused()).toBe('SUBJECTIVE')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(focused()).toBe('ASSESSMENT')
  await userEvent.keyboard('{End}{ArrowDown}')
  expect(focused()).toBe('PLAN')
  await userEvent.keyboard('{Enter}')
  await shows('Heading 4 of 4: PLAN')
  await userEvent.keyboard('{Home}')
  expect(focused()).toBe('SUBJECTIVE')
  await userEvent.keyboard('{Tab}')
  expect(focused()).toBeUndefined()
})

test('a template that is changed or deleted during a dictation is reported, and its new headings are shown on request', async () => {
  await dictateOn(aTemplate({ templateDrivenFlowEnabled: true }))
  await userEvent.keyboard('n')
  const [first, ...others] = aTemplate().sectionHeadings
  const sectionHeadings = [{ ...first!, customUIHeading: 'ALLERGIES' }, first!, ...others]
  api.templates = [aTemplate({ templateName: 'SOAP with allergies', templateDrivenFlowEnabled: true, sectionHeadings })]
  window.dispatchEvent(new Event('online'))
  await shows(/^“SOAP note” has changed\./)
  expect(rows()).toHaveLength(4)
  await button('Show new headings').click()
  await expect.element(page.getByRole('region', { name: 'Headings of SOAP with allergies' })).toBeVisible()
  expect(rows()).toHaveLength(5)
  expect(current()).toBe('OBJECTIVE')
  await hides(/SOAP note” has changed/)
  api.templates = []
  window.dispatchEvent(new Event('online'))
  await shows(/^“SOAP with allergies” is no longer one of your active templates\./)
  expect(current()).toBe('OBJECTIVE')
  await shows('Recording')
  expect(await violations()).toEqual([])
})

test('200 headings with long names scroll in their own area, with the current one visible', async () => {
  const sectionHeadings = Array.from({ length: 200 }, (_, index) => ({
    customUIHeading: `${index} ${'LONG '.repeat(20)}`,
    description: 'x'.repeat(2_000),
    required: index % 2 === 0,
  }))
  await dictateOn(aTemplate({ templateDrivenFlowEnabled: true, sectionHeadings }))
  await page.viewport(320, 700)
  await button(/^1 of 200/).click()
  for (let count = 0; count < 12; count += 1) await userEvent.keyboard('n')
  await vi.waitFor(() => expect(current()).toMatch(/^12 LONG/))
  const list = document.querySelector('.headings-list')!.getBoundingClientRect()
  const row = document.querySelector('[data-current]')!.getBoundingClientRect()
  expect(row.bottom).toBeLessThanOrEqual(list.bottom + 1)
  expect(row.top).toBeGreaterThanOrEqual(list.top - 1)
  expect(document.documentElement.scrollWidth).toBe(320)
})
