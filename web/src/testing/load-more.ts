import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

/** Presses Load more of a list where it stands: to be scrolled to would have the list ask by itself. */
export async function loadMore(list: Locator) {
  const button = list.getByRole('button', { name: 'Load more' })
  await expect.element(button).toBeInTheDocument()
  const element = button.element()
  if (element instanceof HTMLElement) element.click()
}
