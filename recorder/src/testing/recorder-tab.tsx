import { forgetDraftKeys } from '@dictara/browser/draft-key'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import '@dictara/browser/theme.css'
import '../styles/theme.css'
import '../styles/controls.css'
import '../styles/layout.css'
import '../styles/recorder.css'
import { arrive } from '../app/arrive.ts'
import { RecorderApp } from '../app/recorder-app.tsx'
import { fakeApi } from './fake-api.ts'

export let api: ReturnType<typeof fakeApi>
let root: Root | undefined

beforeEach(() => {
  api = fakeApi()
  localStorage.clear()
})
afterEach(() => {
  root?.unmount()
  root = undefined
  api.restore()
})

/** A tab is opened on the recorder, or reloaded: nothing is left but what the browser keeps. */
export function openTab(query = '') {
  root?.unmount()
  document.body.replaceChildren()
  forgetDraftKeys()
  history.replaceState(null, '', `${location.pathname}${query}`)
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<RecorderApp arriving={arrive()} />)
}

export const button = (name: string | RegExp) => page.getByRole('button', { name })
export const shows = (words: string | RegExp) => expect.element(page.getByText(words).first()).toBeVisible()

export async function choosePatient() {
  await page.getByLabelText('Facility').selectOptions('Harbour North')
  await page.getByRole('combobox', { name: 'Patient' }).fill('jane')
  await page.getByRole('option', { name: /11\/02\/1984/ }).click()
}

export async function recordAWhile() {
  await button('Record').click()
  await shows('Recording')
  await vi.waitFor(() => expect(api.calls.filter((call) => call.startsWith('PUT')).length).toBeGreaterThan(1), 10_000)
}
