import { expect, type Locator, type Page } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { button } from './at-work.ts'

/** Returns the lines of each page of a PDF with their left edges, in points. */
async function pagesOf(pdf: Buffer) {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  return Promise.all(
    Array.from({ length: document.numPages }, async (_, at) => {
      const page = await document.getPage(at + 1)
      const { items } = await page.getTextContent()
      const texts = items.flatMap((item) => ('str' in item && item.str.trim() ? [item] : []))
      const [left, width] = [Math.min(...texts.map(({ transform }) => transform[4] as number)), page.view[2]!]
      const right = Math.max(...texts.map((item) => (item.transform[4] as number) + item.width))
      return { text: texts.map(({ str }) => str).join(' '), left, right, width }
    }),
  )
}

/** Prints with the button of a drawer, and expects page numbers and small margins. @returns the printed words */
export async function printed(page: Page, drawer: Locator): Promise<string> {
  await page.evaluate(() => {
    window.print = () => {}
  })
  await button(drawer, 'Print').click()
  await expect(page.locator('.on-paper')).toHaveCount(1)
  const pages = await pagesOf(await page.pdf({ preferCSSPageSize: true }))
  for (const [index, { text, left, right, width }] of pages.entries()) {
    expect(text).toContain(`${index + 1} / ${pages.length}`)
    // Margins of 12 mm are 34 points; cells may add 4.
    expect(left).toBeGreaterThan(33)
    expect(left).toBeLessThan(39)
    expect(right).toBeLessThanOrEqual(width - 33)
  }
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(page.locator('.on-paper')).toHaveCount(0)
  return pages.map(({ text }) => text).join(' ')
}
