import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { as, openPage } from '../../testing/open-page.tsx'
import { openCalls } from '../../testing/wire.ts'

beforeEach(() => void openCalls())
afterEach(() => vi.restoreAllMocks())

test('the admins’ address shows the tabs of the other kinds of people', async () => {
  openPage('/dashboard/admins', as('clinicAdmin'))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Doctors' })).toBeVisible()
  const kinds = page.getByRole('navigation', { name: 'Users' }).getByRole('link').elements()
  expect(kinds.map((link) => link.textContent)).toEqual(['Admins', 'Doctors', 'Reviewers', 'Billers'])
  expect(kinds.map((link) => link.getAttribute('aria-current'))).toEqual(['page', null, null, null])
  await page.getByRole('link', { name: 'Reviewers' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
})
