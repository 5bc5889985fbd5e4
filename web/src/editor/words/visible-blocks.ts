/** The children `from` up to `to` of an element, or the positions of a text. */
export interface Window {
  readonly from: number
  readonly to: number
}

/** The first element that ends below `y`; the elements are in order down the page. */
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
 * The part of a text range whose lines are on the screen. `bottomOf` returns where the line of a position ends on the
 * screen.
 */
export const linesOnScreen = (text: Window, bottomOf: (position: number) => number): Window => {
  const firstEnding = (y: number) => {
    let [low, high] = [text.from, text.to]
    while (low < high) {
      const middle = (low + high) >> 1
      if (bottomOf(middle) < y) low = middle + 1
      else high = middle
    }
    return low
  }
  return { from: firstEnding(0), to: firstEnding(innerHeight) }
}

/**
 * Reports which children of an element are on the screen, and their neighbours on either side, after scrolling,
 * resizing and growing.
 */
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
