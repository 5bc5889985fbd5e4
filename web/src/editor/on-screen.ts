const scrollerOf = (element: Element): Element => {
  for (let each: Element | null = element; each; each = each.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(each).overflowY) && each.scrollHeight > each.clientHeight) return each
  }
  return document.documentElement
}

/** Whether a vertical range lies in the part of an element that its scroll container shows. */
export const isOnScreen = (within: Element, { top, bottom }: { readonly top: number; readonly bottom: number }) => {
  const scroller = scrollerOf(within)
  const frame = scroller.getBoundingClientRect()
  const [upper, lower] = scroller === document.documentElement ? [0, window.innerHeight] : [frame.top, frame.bottom]
  return top >= upper && bottom <= lower
}
