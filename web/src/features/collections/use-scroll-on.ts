import { useEffect, useEffectEvent, useRef } from 'react'

const scrollRestMs = 300
/** So near the end the next page is asked for, in pixels. */
const nearEnd = 160

/** Asks for more once the scrolling rests near the end (K2P-23, K2P-56). @returns what the element that scrolls takes */
export function useScrollOn(more: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const rest = useEffectEvent((element: Element) => {
    if (element.scrollHeight - element.scrollTop - element.clientHeight <= nearEnd) more()
  })
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    const onScroll = () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => element && rest(element), scrollRestMs)
    }
    element?.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer.current)
      element?.removeEventListener('scroll', onScroll)
    }
  }, [])
  return box
}
