/** The children `from` up to `to` of an element. */
export interface Window {
  readonly from: number
  readonly to: number
}

/** The first of some elements, in order down the page, that ends below `y`. */
const firstBelow = (elements: HTMLCollection, y: number) => {
  let [low, high] = [0, elements.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((elements[middle]?.getBoundingClientRect().bottom ?? 0) < y) low = middle + 1
    else high = middle
  }
  return low
}

/** Tells which children of an element are on the screen, and the next on either side, after scrolling, resizing and growing. */
export const watchVisible = (parent: HTMLElement, tell: (window: Window) => void) => {
  const stop = new AbortController()
  let frame = 0
  const look = () => {
    frame = 0
    const { children } = parent
    const [first, last] = [firstBelow(children, 0), firstBelow(children, innerHeight)]
    tell({ from: Math.max(0, first - 1), to: Math.min(children.length, last + 2) })
  }
  const lookSoon = () => {
    frame ||= requestAnimationFrame(look)
  }
  document.addEventListener('scroll', lookSoon, { capture: true, passive: true, signal: stop.signal })
  window.addEventListener('resize', lookSoon, { signal: stop.signal })
  const size = new ResizeObserver(lookSoon)
  size.observe(parent)
  return () => {
    stop.abort()
    size.disconnect()
    cancelAnimationFrame(frame)
  }
}
