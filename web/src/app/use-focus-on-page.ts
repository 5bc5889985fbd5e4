import { useEffect, useRef } from 'react'

const oftenMs = 50
/** A question that is on its way out holds the focus for a moment, and leaves it to nobody. */
const mostTries = 20

/** Who goes to another page goes on there by keyboard: where the focus went with what was pressed, the page has it. */
export function useFocusOnPage(pathname: string): void {
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return undefined
    shown.current = pathname
    let tries = 0
    let timer: ReturnType<typeof setTimeout>
    function look() {
      if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
      if (tries++ < mostTries) timer = setTimeout(look, oftenMs)
    }
    // Not within the drawing of the page: what takes the focus itself comes first.
    timer = setTimeout(look)
    return () => clearTimeout(timer)
  }, [pathname])
}
