import axe from 'axe-core'
import { expect } from 'vitest'
import { wear } from './in-web-app.tsx'

/** The rules of WCAG 2.2 AA and of best practice. */
const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules that depend on colours. The result of every other rule is the same in light and in dark. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/** Checks the page, or a part of it, in its current state by WCAG 2.2 AA and best practice, or by the given rules. */
export async function expectNoViolations(part: Element | Document = document, rules = allRules) {
  // Elements that fade in do not have their final contrast yet.
  await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))
  const { violations } = await axe.run(part, {
    runOnly: rules,
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

/** Checks the page, or a part of it, by all rules in light, and by the rules for colours in dark. */
export async function expectNoViolationsInBothLooks(part?: Element | Document) {
  wear('light')
  await expectNoViolations(part)
  wear('dark')
  await expectNoViolations(part, colourRules)
  wear('light')
}
