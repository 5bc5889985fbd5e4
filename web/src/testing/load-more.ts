import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

/**
 * Clicks Load more by script. A click by pointer would scroll to the button, and the list would then load by itself.
 */
export async function loadMore(list: Locator) {
  const button = list.getByRole('button', { name: 'Load more' })
  await expect.element(button).toBeInTheDocument()
  const element = button.element()
  if (element instanceof HTMLElement) element.click()
}
