import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { api, button, choosePatient, isSentOn, openTab, recordAWhile, shows } from '../testing/recorder-tab.tsx'

const ticks = () => document.querySelectorAll('.waveform-mark').length

beforeEach(async () => {
  openTab('?encryptedKey=key-of-ada')
  await choosePatient()
  await recordAWhile()
})

test('M marks a place while it is spoken, which goes with the dictation; what is said again takes its mark along', async () => {
  await userEvent.keyboard('m')
  await shows(/^1 marked, the last at 0:/)
  await isSentOn()
  await button(/^Pause/).click()
  // nothing is spoken: nothing is marked
  await userEvent.keyboard('m')
  expect(ticks()).toBe(1)
  await shows('Everything so far is safely on the server. 100 %')
  await button(/^Back 5 seconds/).click()
  await button(/^Record again from/).click()
  await expect.element(page.getByText('Recording', { exact: true })).toBeVisible()
  await isSentOn()
  await userEvent.keyboard('{Alt>}m{/Alt}')
  await shows(/^1 marked, the last at 0:/)
  await button(/^Submit/).click()
  await shows('Job 10001 was submitted')
  expect(api.submits[0]?.markers).toEqual([{ take: 1, ms: expect.any(Number) }])
})

test('a mark outlasts a crash of the page', async () => {
  await userEvent.keyboard('m')
  await shows(/^1 marked/)
  await isSentOn()
  openTab()
  await button(/^Send the recording of/).click()
  await shows('Job 10001 was submitted')
  expect(api.submits[0]?.markers).toMatchObject([{ take: 0 }])
})

test('keys without Alt can be switched off, and stay off; with Alt they still do', async () => {
  await page.getByRole('switch', { name: 'Space, M, N and P without Alt' }).click()
  await userEvent.keyboard('m ')
  await shows('Recording')
  expect(ticks()).toBe(0)
  await userEvent.keyboard('{Alt>}m{/Alt}')
  await shows(/^1 marked/)
})

test('each mark can be taken back by its time or the last one by Alt+U, and put back; what is submitted has those that stand', async () => {
  await userEvent.keyboard('m')
  await shows(/^1 marked/)
  await isSentOn()
  await userEvent.keyboard('m')
  await shows(/^2 marked/)
  await isSentOn()
  await userEvent.keyboard('{Alt>}u{/Alt}')
  await vi.waitFor(() => expect(ticks()).toBe(1))
  await button('Undo').click()
  await vi.waitFor(() => expect(ticks()).toBe(2))
  const first = page.getByRole('button', { name: /^Take back the mark at/ }).first()
  ;(first.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await shows(/^The mark at 0:0\d was taken back/)
  // the focus is where it can be undone
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Undo'))
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Take back/))
  await userEvent.keyboard('{Enter}')
  await shows(/^1 marked/)
  await button(/^Submit/).click()
  await shows('Job 10001 was submitted')
  const { markers } = api.submits[0]!
  expect(markers).toHaveLength(1)
})

test('Alt+U on the mark that it takes back leaves the focus where it can be undone', async () => {
  await userEvent.keyboard('m')
  await shows(/^1 marked/)
  const only = page.getByRole('button', { name: /^Take back the mark at/ })
  ;(only.element() as HTMLElement).focus()
  await userEvent.keyboard('{Alt>}u{/Alt}')
  await shows(/^The mark at 0:0\d was taken back/)
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Undo'))
})

test('a mark leads to its place once nothing is recorded; without Alt no keys are shown that do nothing', async () => {
  await userEvent.keyboard('m')
  await shows(/^1 marked/)
  await isSentOn()
  await button(/^Pause/).click()
  await button(/^Go to the mark at/).click()
  await expect.element(button(/^Record again from 0:0/)).toBeVisible()
  const keys = () => [...document.querySelectorAll('.recorder-controls kbd')].map((key) => key.textContent)
  expect(keys()).toEqual(expect.arrayContaining(['Space', 'M']))
  await page.getByRole('switch', { name: 'Space, M, N and P without Alt' }).click()
  await vi.waitFor(() => expect(keys()).toEqual(expect.arrayContaining(['Alt+R', 'Alt+M'])))
})
