import { isOnScreen } from '../on-screen.ts'

/** How long the page stays where the person put it after their last key, click or scroll, in milliseconds. */
const handsOffMs = 3000

/** Scrolls to the spoken word when it leaves the screen, unless somebody is working in the text. */
export const createFollower = (dom: HTMLElement) => {
  let lastTouched = Number.NEGATIVE_INFINITY
  const stop = new AbortController()
  const touched = () => {
    lastTouched = performance.now()
  }
  for (const type of ['keydown', 'pointerdown', 'wheel', 'touchmove']) {
    dom.addEventListener(type, touched, { passive: true, signal: stop.signal })
  }
  return {
    follow: (word: Range) => {
      const block = word.startContainer.parentElement
      if (!block || performance.now() - lastTouched < handsOffMs) return
      if (!isOnScreen(dom, word.getBoundingClientRect())) block.scrollIntoView({ block: 'center' })
    },
    stop: () => stop.abort(),
  }
}
