import axe from 'axe-core'
import { expect } from 'vitest'

/** WCAG 2.2 AA and best practice, of the page, or of a part of it, as it stands. */
export async function expectNoViolations(part: Element | Document = document) {
  // What fades in has no contrast yet.
  await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))
  const { violations } = await axe.run(part, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    elementRef: true,
    // Of what is right, axe describes one example a rule: to describe all of it costs as much as to find it.
    resultTypes: ['violations'],
  })
  const found = violations.flatMap(({ id, nodes }) =>
    nodes
      // A tooltip that opens where the pointer happens to rest belongs to no region, wherever it hangs in the page.
      .filter(({ element }) => id !== 'region' || !element?.querySelector('[role=tooltip]'))
      .map(({ html }) => `${id}: ${html}`),
  )
  expect(found).toEqual([])
}
