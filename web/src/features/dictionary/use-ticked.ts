import { useState } from 'react'

/** The ticked rows, including those of pages no longer shown. */
export function useTicked<Row extends { id: string }>(shown: readonly Row[]) {
  const [rows, setRows] = useState<readonly Row[]>([])
  const has = ({ id }: Row) => rows.some((row) => row.id === id)
  const without = (ids: readonly string[]) => rows.filter(({ id }) => !ids.includes(id))
  const shownIds = shown.map(({ id }) => id)
  const isAll = shown.length > 0 && shown.every(has)
  return {
    rows,
    has,
    isAll,
    /** Some of the shown rows, but not all. */
    isSome: !isAll && shown.some(has),
    toggle: (row: Row) => setRows(has(row) ? without([row.id]) : [...rows, row]),
    toggleAll: () => setRows(isAll ? without(shownIds) : [...without(shownIds), ...shown]),
    drop: (ids: readonly string[]) => setRows(without(ids)),
  }
}
