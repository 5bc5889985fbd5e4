import type { InferenceColumn, InferenceItem, InferenceRow } from '@dictara/contract/inference'
import type { TableRef } from 'antd/es/table'
import { useEffect, useRef, useState } from 'react'

/** Rows per page of a Dynamic Table (INFR-21). */
export const rowsShown = 8

export interface NumberedRow {
  /** Stays the same while the row is edited. */
  id: number
  cells: InferenceRow
}

/** A new row gets the first possible value in each column that requires one (INFR-20). */
const newRow = (columns: readonly InferenceColumn[]): InferenceRow =>
  Object.fromEntries(
    columns
      .filter(({ mandatory, possibleValues }) => mandatory && possibleValues.length > 0)
      .map(({ fieldUIName, possibleValues }) => [fieldUIName, possibleValues[0]!]),
  )

/** The rows of a Dynamic Table during editing, one page at a time. The focus follows added and removed rows. */
export function useRows({ value, columns }: Pick<InferenceItem, 'value' | 'columns'>) {
  const [initial] = useState<readonly NumberedRow[]>(() =>
    value.flatMap((cells, id) => (typeof cells === 'string' ? [] : [{ id, cells }])),
  )
  const [rows, setRows] = useState(initial)
  const [page, setPage] = useState(1)
  const table = useRef<TableRef>(null)
  const adding = useRef<HTMLButtonElement>(null)
  const focused = useRef<string>(undefined)
  useEffect(() => {
    if (focused.current === undefined) return
    const found = table.current?.nativeElement.querySelector<HTMLElement>(focused.current)
    ;(found ?? adding.current)?.focus()
    focused.current = undefined
  }, [rows])

  return {
    rows,
    page,
    setPage,
    table,
    /** The button that adds a row. It gets the focus when the last row is removed. */
    adding,
    isChanged: rows !== initial,
    change: (id: number, cells: InferenceRow) => setRows(rows.map((row) => (row.id === id ? { id, cells } : row))),
    add() {
      const id = Math.max(-1, ...rows.map((row) => row.id)) + 1
      focused.current = `[data-row-key="${id}"] :is(input, button)`
      setRows([...rows, { id, cells: newRow(columns) }])
      setPage(Math.ceil((rows.length + 1) / rowsShown))
    },
    remove(id: number) {
      const at = rows.findIndex((row) => row.id === id)
      const near = rows[at + 1] ?? rows[at - 1]
      focused.current = `[data-row-key="${near?.id}"] .inference-remove`
      setRows(rows.filter((row) => row.id !== id))
    },
  }
}
