import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

interface Shown<Row> {
  which: string | undefined
  rows: readonly Row[]
}

/** Whether a person works in the list: points at it, has the focus in it, or has scrolled. */
const isWorkedIn = (box: HTMLElement | null) =>
  box !== null && (box.matches(':hover') || box.contains(document.activeElement) || scrollY > 40)

/**
 * The rows of a list. New rows wait while a person works in the list, so that nothing moves under the pointer. Changes to existing rows and
 * removals show at once. When a person returns to a list, new rows show at once, even if the pointer is over it.
 * @param which identifies this list, page and search; undefined until they are known
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
  // Rows that the new ones pushed off the end of the page stay while the new ones wait.
  const pushed = shown.rows.slice(-news.length || shown.rows.length).filter((row) => !fresh.has(idOf(row)))
  const kept = shown.rows.flatMap((row) => fresh.get(idOf(row)) ?? (pushed.includes(row) ? [row] : []))
  const isHolding = news.length > 0

  const ids = rows.map(idOf).join(' ')
  /** The list that was fetched since it was opened. Before that, the rows are from an earlier visit. */
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
