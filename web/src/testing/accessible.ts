import axe from 'axe-core'
import { expect } from 'vitest'

/** WCAG 2.2 AA and best practice, of the page, or of a part of it, as it stands. */
export async function expectNoViolations(part: Element | Document = document) {
  // What fades in has no contrast yet.
  await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))
  const { violations } = await axe.run(part, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
