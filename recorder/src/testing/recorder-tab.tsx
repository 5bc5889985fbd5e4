import { forgetDraftKeys } from '@dictara/browser/draft-key'
import axe from 'axe-core'
import { createRoot } from 'react-dom/client'
import { expect, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import '@dictara/browser/theme.css'
import '../styles/theme.css'
import '../styles/controls.css'
import '../styles/layout.css'
import '../styles/recorder.css'
import '../styles/words.css'
import { arrive } from '../app/arrive.ts'
import { RecorderApp } from '../app/recorder-app.tsx'
import { fakeApi } from './fake-api.ts'

export let api: ReturnType<typeof fakeApi>
let tabs: Tab[] = []

/** Opens the fake server. Runs before each test (clean-page.ts). */
export function serveFakeApi() {
  api = fakeApi()
  localStorage.clear()
}
/** Closes the fake server. Runs after each test. */
export function endFakeApi() {
  closeTabs()
  api.restore()
}

/** A tab of this browser that shows the recorder. */
export interface Tab {
  within: Locator
  button(name: string | RegExp): Locator
  shows(words: string | RegExp): Promise<void>
  /** Checks that the text is absent now. The caller has made sure before that the page has moved on. */
  hides(words: string | RegExp): Promise<void>
  /** Checks that nothing is listed as unsent after this tab has looked on this computer and on the server. */
  listsNothing(): Promise<void>
  close(): void
}

function aTab(): Tab {
  const before = api.calls.length
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  root.render(<RecorderApp arriving={arrive()} />)
  element.dataset['testid'] = `tab-${crypto.randomUUID()}`
  const within = page.getByTestId(element.dataset['testid'])
  const tab: Tab = {
    within,
    button: (name: string | RegExp) => within.getByRole('button', { name }),
    shows: (words: string | RegExp) => expect.element(within.getByText(words).first()).toBeVisible(),
    hides: (words: string | RegExp) => expect.element(within.getByText(words)).not.toBeInTheDocument(),
    async listsNothing() {
      await vi.waitFor(() => expect(api.calls.slice(before)).toContain('GET /api/clinic/dictation'), 10_000)
      // The result is rendered a moment later.
      await seconds(0.5)
      await tab.hides('Unsent recordings')
    },
    close() {
      root.unmount()
      element.remove()
    },
  }
  tabs.push(tab)
  return tab
}

export function closeTabs() {
  for (const tab of tabs) tab.close()
  tabs = []
}

/** Opens a tab with the recorder, or reloads it. Only data that the browser has stored remains. */
export function openTab(query = '') {
  closeTabs()
  document.body.replaceChildren()
  forgetDraftKeys()
  history.replaceState(null, '', `${location.pathname}${query}`)
  aTab()
}
/** Opens another tab beside the first. */
export const openSecondTab = aTab

export const button = (name: string | RegExp) => tabs[0]!.button(name)
export const shows = (words: string | RegExp) => tabs[0]!.shows(words)
export const hides = (words: string | RegExp) => tabs[0]!.hides(words)
export const listsNothing = () => tabs[0]!.listsNothing()

export async function choosePatient() {
  const { within } = tabs[0]!
  await within.getByLabelText('Facility').selectOptions('Harbour North')
  await within.getByRole('combobox', { name: 'Patient' }).fill('jane')
  await within.getByRole('option', { name: /Nov 2, 1984/ }).click()
}

/** Chooses Walter in the form that "Change details" has opened. */
export async function chooseWalter() {
  const { within } = tabs[0]!
  await button('Choose another patient').click()
  await within.getByRole('combobox', { name: 'Patient' }).fill('walter')
  await within.getByRole('option', { name: /Jul 30, 1949/ }).click()
}

const piecesSent = () => api.calls.filter((call) => call.startsWith('PUT')).length

/** Waits until more of the recording is on the server. */
export async function isSentOn() {
  const before = piecesSent()
  await vi.waitFor(() => expect(piecesSent()).toBeGreaterThan(before + 1), 15_000)
}

export async function recordAWhile() {
  await button('Record').click()
  await shows('Recording')
  await isSentOn()
}

/** Records for Jane Doe until some of the recording is on the server. */
export async function recordForJane() {
  openTab('?encryptedKey=key-of-ada')
  await choosePatient()
  await recordAWhile()
}

/** Does the same as `recordForJane`, and pauses when everything is on the server. */
export async function recordAndPause() {
  await recordForJane()
  await button(/^Pause/).click()
  // Recording continues for a moment to catch the last words.
  await seconds(1)
  await shows('Saved')
}

/** Cuts the network, and waits until the page reports it. */
export async function goOffline() {
  api.isAway = true
  await shows(/will be sent automatically/)
}
export function goOnline() {
  api.isAway = false
  window.dispatchEvent(new Event('online'))
}

/** The rules of WCAG 2.2 AA and of best practice. */
const allRules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that depend on colours. The result of every other rule is the same in light and in dark. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Returns the accessibility violations of the page in its current state. */
export async function violations(rules = allRules): Promise<string[]> {
  document.documentElement.lang = 'en'
  document.title = 'Recorder'
  const { violations: found } = await axe.run(document, { runOnly: rules, resultTypes: ['violations'] })
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

/** Returns the violations of all rules in light, and those of the rules for colours in dark. */
export async function violationsInBothLooks(): Promise<string[]> {
  const { dataset } = document.documentElement
  dataset['theme'] = 'light'
  const inLight = await violations()
  dataset['theme'] = 'dark'
  const inDark = await violations(colourRules)
  dataset['theme'] = 'light'
  return [...inLight, ...inDark]
}

export const seconds = (count: number) => new Promise((later) => setTimeout(later, count * 1_000))
