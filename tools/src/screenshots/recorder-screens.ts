import type { Page } from '@playwright/test'
import { button, choosePatient, named } from '../../../e2e/src/at-work.ts'
import { record } from '../../../e2e/src/at-recorder.ts'
import type { Place, Screen } from './screen.ts'
import { bringInto, type State } from './states.ts'

const recorder = { as: 'doctor', path: '/dashboard' } as const

/** Opens the recorder through the web application, which signs it in; the state applies from then on. */
async function openRecorder(page: Page, state: State, { recorder, web }: Place) {
  await page.unrouteAll()
  await page.goto(`${web}/dashboard`)
  await button(page, /^(Create Dictation|Dictate)$/)
    .first()
    .click()
  await page.waitForURL(`${recorder}/**`)
  if (state === 'full') return
  await bringInto(page, state)
  await page.reload()
}

async function choose(page: Page, state: State) {
  if (state !== 'long') return choosePatient(page)
  const main = page.getByLabel('Facility').locator('option', { hasText: /^Harbor Street Main/ })
  await page.getByLabel('Facility').selectOption(await main.getAttribute('value'))
  await page.getByRole('combobox', { name: 'Patient' }).fill('HS10001')
  await page.getByRole('option', { name: /HS10001/ }).click()
}

async function startRecording(page: Page, state: State, place: Place) {
  await openRecorder(page, state, place)
  await choose(page, state)
  await record(page, 3)
}

export const recorderScreens: readonly Screen[] = [
  { name: 'recorder', ...recorder, act: openRecorder, docs: 'recorder' },
  {
    name: 'recorder-ready',
    ...recorder,
    states: ['full', 'long'],
    async act(page, state, place) {
      await openRecorder(page, state, place)
      await choose(page, state)
    },
  },
  {
    name: 'recorder-recording',
    ...recorder,
    states: ['full'],
    isLast: true,
    act: startRecording,
  },
  {
    name: 'recorder-phrases',
    ...recorder,
    states: ['full', 'long'],
    async act(page, state, place) {
      await openRecorder(page, state, place)
      await button(page, /^Phrases/).click()
    },
  },
  {
    name: 'recorder-headings',
    ...recorder,
    states: ['full'],
    isLast: true,
    async act(page, state, place) {
      await openRecorder(page, state, place)
      await choose(page, state)
      await page.getByLabel('Template').selectOption({ index: 1 })
      await record(page, 3)
    },
  },
  {
    name: 'recorder-checklist',
    ...recorder,
    states: ['full'],
    isLast: true,
    async act(page, state, place) {
      await openRecorder(page, state, place)
      await choose(page, state)
      await page.getByLabel('Template').selectOption('Diabetes Follow-up')
      await record(page, 3)
      await page.keyboard.press('n')
    },
  },
  {
    name: 'recorder-sent',
    ...recorder,
    states: ['full'],
    isLast: true,
    async act(page, state, place) {
      await startRecording(page, state, place)
      await button(page, /^Pause/).click()
      await button(page, /^Submit/).click()
      await named(page, 'heading', /.*/).first().waitFor()
      await page
        .getByText(/\b\d{6}\b/)
        .first()
        .waitFor({ timeout: 30_000 })
    },
  },
]
