import { type RefObject, useEffect, useReducer } from 'react'

/** Where something in the note ends, from the editor's own corner, and how much room there is. */
export interface PlaceInNote {
  left: number
  top: number
  width: number
}

/**
 * The style of what stands below a place in the note, inside of its column, also when a tablet is turned or a panel is opened: the lines
 * of the note break elsewhere then.
 */
export const usePlaceBelow = (
  element: RefObject<HTMLElement | null>,
  placeNow: () => PlaceInNote,
  widthMost: number,
) => {
  const [, follow] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    const room = new ResizeObserver(follow)
    room.observe(element.current!.parentElement!)
    return () => room.disconnect()
  }, [element])
  const { left, top, width } = placeNow()
  return { insetInlineStart: Math.max(0, Math.min(left, width - widthMost)), insetBlockStart: top, width }
}
