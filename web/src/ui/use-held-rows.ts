import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react'

interface Shown<Row> {
  which: string | undefined
  rows: readonly Row[]
}

/** Whether somebody works in the list: points at it, has the focus in it, or has scrolled. */
const isWorkedIn = (box: HTMLElement | null) =>
  box !== null && (box.matches(':hover') || box.contains(document.activeElement) || scrollY > 40)

/**
 * The rows of a list, of which new ones wait while somebody works in it: nothing moves under their hands. What changes of the
 * rows that are there is shown at once, and what has gone goes.
 * @param which tells this list, page and search from any other; undefined while they are not known yet
 */
export function useHeldRows<Row>(
  box: RefObject<HTMLElement | null>,
  which: string | undefined,
  rows: readonly Row[],
  idOf: (row: Row) => string,
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
  const take = useEffectEvent(() => {
    if (!isHolding || !isWorkedIn(box.current)) setShown({ which, rows })
  })
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- whether somebody works in the list is known to the page alone
    take()
  }, [which, ids])

  return {
    rows: isHolding ? kept : rows,
    waiting: news.length,
    show: () => setShown({ which, rows }),
  }
}
