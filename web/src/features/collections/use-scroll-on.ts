import { useEffect, useEffectEvent, useRef } from 'react'

const scrollRestMs = 300
/** At this distance from the end the next page is requested, in pixels. */
const nearEnd = 160

/** Requests more once scrolling stops near the end (K2P-23, K2P-56). @returns the props for the scrolling element */
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
