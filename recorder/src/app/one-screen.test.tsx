import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, recordForJane, shows } from '../testing/recorder-tab.tsx'

const boxOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect()
/** Returns how far the content extends beyond the visible part, in pixels. */
const scrolls = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }: Element) => [
  scrollHeight - clientHeight,
  scrollWidth - clientWidth,
]

test('nothing scrolls during recording, on wide and narrow screens: patient, sound, Submit and the result are visible', async () => {
  await page.viewport(1280, 720)
  await recordForJane()
  for (const [width, height, submitBelow] of [
    [1280, 720, 712],
    [360, 740, 740],
  ] as const) {
    await page.viewport(width, height)
    await expect.poll(() => innerWidth).toBe(width)
    expect(scrolls(document.scrollingElement!)).toEqual([0, 0])
    expect(scrolls(document.querySelector('.work-middle')!)).toEqual([0, 0])
    expect(boxOf('.confirm').height).toBeLessThanOrEqual(64)
    expect(boxOf('.dock-submit').bottom).toBeLessThanOrEqual(submitBelow)
    expect(boxOf('.record-disc').bottom).toBeLessThanOrEqual(boxOf('.dock').top)
  }
  // This viewport is like a zoom of 200 %: the rest of the page scrolls under the bar.
  await page.viewport(640, 360)
  await expect.poll(() => innerHeight).toBe(360)
  expect(boxOf('.dock-submit').bottom).toBeLessThanOrEqual(360)
  expect(boxOf('.record-disc').bottom).toBeLessThanOrEqual(boxOf('.dock').top)
  await page.viewport(1280, 720)
  await button('Discard').click()
  await shows('Recording of Jane Doe discarded')
  const undoBottom = () => button('Undo').element().getBoundingClientRect().bottom
  expect(undoBottom()).toBeLessThanOrEqual(720)
  await page.viewport(360, 740)
  await expect.poll(undoBottom).toBeLessThanOrEqual(boxOf('.button-record').top)
})
