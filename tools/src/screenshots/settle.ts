import type { Page } from '@playwright/test'

export interface Shift {
  value: number
  what: string[]
}

declare global {
  interface Window {
    dictaraShifts?: Shift[]
  }
}

/** Records layout shifts that no person caused, and replaces printing, which would wait for a printer. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => {}
    window.dictaraShifts = []
    const nameOf = (node: Node | null) =>
      node instanceof Element
        ? `${node.tagName.toLowerCase()}${node.className && typeof node.className === 'string' ? `.${node.className.split(' ').slice(0, 2).join('.')}` : ''}`
        : (node?.parentElement?.tagName.toLowerCase() ?? '?')
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
      })[])
        if (!entry.hadRecentInput)
          window.dictaraShifts!.push({
            value: entry.value,
            what: entry.sources.map(
              ({ node, previousRect: from, currentRect: to }) =>
                `${nameOf(node)} ${Math.round(to.x - from.x)},${Math.round(to.y - from.y)}`,
            ),
          })
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export const shiftsOf = (page: Page): Promise<Shift[]> => page.evaluate(() => window.dictaraShifts ?? [])

/** Elements that show that something is loading. */
export const busy = '.ant-skeleton, .ant-spin-spinning, .skeleton, [aria-busy="true"]'

/** Waits until no answer, skeleton or movement is pending. Some states never finish, so the wait is limited. */
export async function settled(page: Page, withinMs = 8_000): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: withinMs }).catch(() => {})
  await come(page, withinMs)
  await drawn(page)
}

/** Waits until the page shows no sign of loading. */
export const come = (page: Page, withinMs: number): Promise<unknown> =>
  page.waitForFunction((shown) => !document.querySelector(shown), busy, { timeout: withinMs }).catch(() => {})

/** Waits until the last change is on the screen and no longer moves. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready
    const frame = () => new Promise((next) => requestAnimationFrame(next))
    await frame()
    await frame()
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .map((one) => one.finished.catch(() => {}))
    await Promise.race([Promise.all(ending), new Promise((late) => setTimeout(late, 500))])
    await frame()
  })
