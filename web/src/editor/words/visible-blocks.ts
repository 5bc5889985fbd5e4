/** How far beyond the screen blocks count as visible, in screens. */
const margin = 0.1

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

/**
 * Keeps which children of an element are on or near the screen. It looks only after scrolling, resizing and growing:
 * an IntersectionObserver over every block costs more than a millisecond at every key.
 */
export const createVisibleBlocks = (parent: HTMLElement, onChange: () => void) => {
  const stop = new AbortController()
  let visible = new Set<Element>()
  let frame = 0
  const look = () => {
    frame = 0
    const from = firstBelow(parent.children, -window.innerHeight * margin)
    const to = firstBelow(parent.children, window.innerHeight * (1 + margin))
    visible = new Set([...parent.children].slice(from, to + 1))
    onChange()
  }
  const lookSoon = () => {
    frame ||= requestAnimationFrame(look)
  }
  document.addEventListener('scroll', lookSoon, { capture: true, passive: true, signal: stop.signal })
  window.addEventListener('resize', lookSoon, { signal: stop.signal })
  const size = new ResizeObserver(lookSoon)
  size.observe(parent)
  return {
    has: (element: Element) => visible.has(element),
    stop: () => {
      stop.abort()
      size.disconnect()
      cancelAnimationFrame(frame)
    },
  }
}
