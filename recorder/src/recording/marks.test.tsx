import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { api, button, choosePatient, isSentOn, openTab, recordAWhile, shows } from '../testing/recorder-tab.tsx'

const ticks = () => document.querySelectorAll('.tick').length

beforeEach(async () => {
  openTab('?encryptedKey=key-of-ada')
  await choosePatient()
  await recordAWhile()
})

test('M marks a place during recording, which is sent with the dictation; a repeated part loses its mark', async () => {
  await userEvent.keyboard('m')
  await shows(/^1 marked, the last at 0:/)
  await isSentOn()
  await button(/^Pause/).click()
  // A mark can be set only while recording.
  await userEvent.keyboard('m')
  expect(ticks()).toBe(1)
  await shows('Saved')
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

test('a mark survives a crash of the page', async () => {
  await userEvent.keyboard('m')
  await shows(/^1 marked/)
  await isSentOn()
  openTab()
  await button(/^Send the recording of/).click()
  await shows('Job 10001 was submitted')
  expect(api.submits[0]?.markers).toMatchObject([{ take: 0 }])
})

test('keys without Alt can be switched off and stay off; keys with Alt still work', async () => {
  await button('Settings').click()
  await page.getByRole('switch', { name: 'Single-key shortcuts (Space, M, N, P)' }).click()
  await userEvent.keyboard('m ')
  await shows('Recording')
  expect(ticks()).toBe(0)
  await userEvent.keyboard('{Alt>}m{/Alt}')
  await shows(/^1 marked/)
})

test('each mark can be removed, the last one by Alt+U, and restored; a submission contains the remaining ones', async () => {
  await userEvent.keyboard('m')
  await shows(/^1 marked/)
  await isSentOn()
  await userEvent.keyboard('m')
  await shows(/^2 marked/)
  await isSentOn()
  await userEvent.keyboard('{Alt>}u{/Alt}')
  await vi.waitFor(() => expect(ticks()).toBe(1))
  await button(/^Put back the mark at/).click()
  await vi.waitFor(() => expect(ticks()).toBe(2))
  // The pressed button has disappeared, so the focus moves to the button that removes the mark.
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Remove the mark/))
  const first = page.getByRole('button', { name: /^Go to the mark at/ }).first()
  const at = /0:0\d/.exec(first.element().getAttribute('aria-label')!)![0]
  await first.click()
  await button(`Remove the mark at ${at}`).click()
  await shows(new RegExp(`^Mark at ${at} removed. 1 marked, the last at`))
  await button(/^Submit/).click()
  await shows('Job 10001 was submitted')
  const { markers } = api.submits[0]!
  expect(markers).toHaveLength(1)
})

test('a mark links to its place when nothing is recorded; keys without Alt are not shown where they do nothing', async () => {
  await userEvent.keyboard('m')
  await shows(/^1 marked/)
  await isSentOn()
  await button(/^Pause/).click()
  await button(/^Go to the mark at/).click()
  await expect.element(button(/^Record again from 0:0/)).toBeVisible()
  const keys = () =>
    [button(/^Continue|^Resume/), button('Check this')].map((one) => one.element().getAttribute('aria-keyshortcuts'))
  expect(keys()).toEqual(['Alt+R Space', 'Alt+M M'])
  await button('Settings').click()
  await page.getByRole('switch', { name: 'Single-key shortcuts (Space, M, N, P)' }).click()
  await vi.waitFor(() => expect(keys()).toEqual(['Alt+R', 'Alt+M']))
})
