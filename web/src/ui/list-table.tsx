import type { ListCall } from '@dictara/contract'
import { Empty } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
import { type Column, type Placed, placed, tracksOf } from './list-columns.ts'
import { ListHead } from './list-head.tsx'
import './list-table.css'
import type { List, RowOf } from './use-list-query.ts'

export type { Column } from './list-columns.ts'

interface ListTableProps<C extends ListCall> {
  list: List<C>
  /** Name of the table. */
  label?: string
  /** Names it for style sheets. */
  kind?: string
  /** Tells rows apart; default `id`. */
  rowKey?: keyof RowOf<C> & string
  columns: readonly Column<C>[]
  /** What is said of a list without rows. */
  empty: ReactNode
}

/** The rows of a list: a grid with heads to sort by where there is room, cards where there is none. Never wider than its page. */
export function ListTable<C extends ListCall>({ list, columns, empty, label, kind, ...props }: ListTableProps<C>) {
  const rowKey: string = props.rowKey ?? 'id'
  const places = placed(columns)
  const tracks = {
    '--list-wide': tracksOf(columns, 'wide'),
    '--list-middle': tracksOf(columns, 'middle'),
    '--list-narrow': tracksOf(columns, 'narrow'),
  } as CSSProperties
  const classes = ['list', kind && `list-${kind}`, columns.some(({ isBelow }) => isBelow) && 'list-two-lines']
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <table className="list-table" aria-label={label} style={tracks}>
        <ListHead list={list} places={places} />
        <tbody>
          {list.isPending
            ? Array.from({ length: list.size }, (_, n) => <RowToCome key={n} places={places} />)
            : list.rows.map((row) => (
                <tr key={String((row as Record<string, unknown>)[rowKey])}>
                  {places.map(({ column, className, style }) => (
                    <Cell key={column.title} column={column} className={className} style={style} row={row} />
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
      {!list.isPending && list.rows.length === 0 && (
        <Empty className="list-empty" image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} />
      )}
    </div>
  )
}

function Cell<C extends ListCall>({ column, row, ...place }: Placed<C> & { row: RowOf<C> }) {
  const content = column.render(row)
  if (column.isHeading)
    return (
      <th scope="row" {...place}>
        {content}
      </th>
    )
  return (
    <td data-title={column.title} {...place}>
      {content}
    </td>
  )
}

/** Shaped like the row that comes. */
const RowToCome = <C extends ListCall>({ places }: { places: readonly Placed<C>[] }) => (
  <tr>
    {places
      .filter(({ column }) => !column.isNote)
      .map(({ column, className, style }) => (
        <td key={column.title} className={className} style={style}>
          <span className="to-come">&nbsp;</span>
        </td>
      ))}
  </tr>
)
