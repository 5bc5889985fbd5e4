import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * While what a form says is being sent it rests (`inert`): what is entered then would be dropped by success. The focus goes back to
 * where it was.
 * @returns `afterwards`, for what is told at fields, which have no focus while they rest
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
