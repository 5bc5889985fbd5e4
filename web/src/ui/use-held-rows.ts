import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

interface Shown<Row> {
  which: string | undefined
  rows: readonly Row[]
}

/** Whether somebody works in the list: points at it, has the focus in it, or has scrolled. */
const isWorkedIn = (box: HTMLElement | null) =>
  box !== null && (box.matches(':hover') || box.contains(document.activeElement) || scrollY > 40)

/**
 * The rows of a list, of which new ones wait while somebody works in it: nothing moves under their hands. What changes of the
 * rows that are there is shown at once, and what has gone goes. Who comes back to a list sees what is new in it, wherever their pointer rests.
 * @param which tells this list, page and search from any other; undefined while they are not known yet
 */
export function useHeldRows<Row>(
  box: RefObject<HTMLElement | null>,
  which: string | undefined,
  rows: readonly Row[],
  idOf: (row: Row) => string,
  isFetching: boolean,
) {
  const [shown, setShown] = useState<Shown<Row>>({ which, rows })
  const isSame = which !== undefined && shown.which === which
  const known = new Set(shown.rows.map(idOf))
  const fresh = new Map(rows.map((row) => [idOf(row), row]))
  const news = isSame && shown.rows.length > 0 ? rows.filter((row) => !known.has(idOf(row))) : []
  // What new rows pushed over the end of the page stays as long as they wait.
  const pushed = shown.rows.slice(-news.length || shown.rows.length).filter((row) => !fresh.has(idOf(row)))
  const kept = shown.rows.flatMap((row) => fresh.get(idOf(row)) ?? (pushed.includes(row) ? [row] : []))
  const isHolding = news.length > 0

  const ids = rows.map(idOf).join(' ')
  /** The list that was fetched since it was opened: before, its rows are those of an earlier visit. */
  const fetched = useRef<string>(undefined)
  const take = useEffectEvent(() => {
    if (!isHolding || fetched.current !== which || !isWorkedIn(box.current)) setShown({ which, rows })
  })
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- whether somebody works in the list is known to the page alone
    take()
  }, [which, ids])
  useLayoutEffect(() => {
    if (!isFetching) fetched.current = which
  }, [which, isFetching])

  return {
    rows: isHolding ? kept : rows,
    waiting: news.length,
    show: () => setShown({ which, rows }),
  }
}
