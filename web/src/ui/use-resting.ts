import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * Makes a form `inert` while it is being sent: success would drop anything entered then. Afterwards the focus returns to where it was.
 * @returns `afterwards`, for messages at fields, which cannot have the focus while inert
 */
export function useResting(isBusy: boolean) {
  const focused = useRef<Element | null>(null)
  const wanted = useRef<(() => void) | null>(null)
  const goOn = useEffectEvent(() => {
    if (document.activeElement === document.body && focused.current instanceof HTMLElement) focused.current.focus()
    wanted.current?.()
    wanted.current = null
  })
  useLayoutEffect(() => {
    if (isBusy) focused.current = document.activeElement
  }, [isBusy])
  useEffect(() => {
    if (!isBusy) goOn()
  }, [isBusy])
  return {
    afterwards(what: () => void) {
      wanted.current = what
    },
  }
}
