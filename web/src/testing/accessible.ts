import axe from 'axe-core'
import { expect } from 'vitest'

/** Checks the page, or a part of it, in its current state by WCAG 2.2 AA and best practice. */
export async function expectNoViolations(part: Element | Document = document) {
  // Elements that fade in do not have their final contrast yet.
  await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))
  const { violations } = await axe.run(part, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    elementRef: true,
    // Without this, axe would also describe all passed checks, which costs as much as the check itself.
    resultTypes: ['violations'],
  })
  const found = violations.flatMap(({ id, nodes }) =>
    nodes
      // A tooltip that happens to be open under the pointer belongs to no region, wherever it is in the page.
      .filter(({ element }) => id !== 'region' || !element?.querySelector('[role=tooltip]'))
      .map(({ html }) => `${id}: ${html}`),
  )
  expect(found).toEqual([])
}
