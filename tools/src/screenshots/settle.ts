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

/** Hears every shift of the layout after the first paint that no person caused, and keeps a print from waiting for a printer. */
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

/** What shows that something is on its way. */
export const busy = '.ant-skeleton, .ant-spin-spinning, .skeleton, [aria-busy="true"]'

/** Until nothing is on its way any more: no answer, no skeleton, no movement. Some state stays as it is after a while. */
export async function settled(page: Page, withinMs = 8_000): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: withinMs }).catch(() => {})
  await come(page, withinMs)
  await drawn(page)
}

/** Until what is on its way has come. */
export const come = (page: Page, withinMs: number): Promise<unknown> =>
  page.waitForFunction((shown) => !document.querySelector(shown), busy, { timeout: withinMs }).catch(() => {})

/** Until what was changed last is on the screen, and stands. */
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
