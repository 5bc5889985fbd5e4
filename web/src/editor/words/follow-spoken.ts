/** How long after the last key, click or scroll the page stays where the person put it. */
const handsOffMs = 3000

const scrollerOf = (element: Element): Element => {
  for (let each: Element | null = element; each; each = each.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(each).overflowY) && each.scrollHeight > each.clientHeight) return each
  }
  return document.documentElement
}

/** Scrolls to the spoken word when it leaves the screen, unless somebody is at work in the text. */
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
      const scroller = scrollerOf(dom)
      const frame = scroller.getBoundingClientRect()
      const { top, bottom } = word.getBoundingClientRect()
      const isPage = scroller === document.documentElement
      const [upper, lower] = isPage ? [0, window.innerHeight] : [frame.top, frame.bottom]
      if (top < upper || bottom > lower) block.scrollIntoView({ block: 'center' })
    },
    stop: () => stop.abort(),
  }
}
