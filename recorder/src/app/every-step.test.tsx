import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  api,
  button,
  choosePatient,
  openTab,
  recordAWhile,
  shows,
  violationsInBothLooks,
} from '../testing/recorder-tab.tsx'

describe('the page', () => {
  test('has no violation of WCAG 2.2 AA at any step, light and dark, wide and narrow', async () => {
    openTab('?encryptedKey=key-of-ada')
    await shows('New dictation')
    await page.getByLabelText('Facility').selectOptions('Harbour North')
    await page.getByRole('combobox', { name: 'Patient' }).click()
    await expect.element(page.getByRole('option', { name: /Jul 30, 1949/ })).toBeVisible()
    for (const width of [1200, 360]) {
      await page.viewport(width, 800)
      expect(await violationsInBothLooks()).toEqual([])
    }
    await page.getByRole('option', { name: /Jul 30, 1949/ }).click()
    await recordAWhile()
    expect(await violationsInBothLooks()).toEqual([])
    await button(/^Pause/).click()
    await page.viewport(1200, 800)
    expect(await violationsInBothLooks()).toEqual([])
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
    expect(await violationsInBothLooks()).toEqual([])
  })

  test('does everything by keyboard, with the keys shown on the buttons', async () => {
    openTab('?encryptedKey=key-of-ada')
    await choosePatient()
    await userEvent.keyboard('{Alt>}r{/Alt}')
    await shows('Recording')
    await vi.waitFor(() => expect(api.calls.some((call) => call.startsWith('PUT'))).toBe(true), 10_000)
    await userEvent.keyboard('{Alt>}r{/Alt}')
    await shows('Paused')
    await userEvent.keyboard('{Alt>}p{/Alt}')
    await expect.element(button(/^Stop playing/)).toBeVisible()
    await userEvent.keyboard('{Alt>}s{/Alt}')
    await shows('Job 10001 was submitted')
  })
})
