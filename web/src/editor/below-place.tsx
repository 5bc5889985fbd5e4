import { type ReactNode, useEffect, useReducer, useRef } from 'react'

interface BelowPlaceProps {
  /** Where a place in the note ends, relative to the editor's corner. */
  placeNow: () => { left: number; top: number }
  children: ReactNode
}

/**
 * Shows its content below a place in the note and within the note's width. It follows when a tablet is turned or a
 * panel opens and the lines break differently.
 */
export const BelowPlace = ({ placeNow, children }: BelowPlaceProps) => {
  const element = useRef<HTMLDivElement>(null)
  const [, follow] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    const room = new ResizeObserver(follow)
    room.observe(element.current!.parentElement!)
    return () => room.disconnect()
  }, [])
  const { left, top } = placeNow()
  return (
    <div ref={element} className="dictara-below" style={{ insetBlockStart: top }}>
      {/* This spacer shrinks if there is no room to its right. */}
      <span style={{ flex: `0 1 ${left}px` }} />
      {children}
    </div>
  )
}
