import type { ListCall } from '@dictara/contract'
import { Empty } from 'antd'
import { type CSSProperties, lazy, type ReactNode, Suspense, use, useRef, useState } from 'react'
import { Density } from './density.ts'
import { type Column, type Placed, placed, tracksOf } from './list-columns.ts'
import { ListHead } from './list-head.tsx'
import { keysOfList } from './list-keys.ts'
import './list-table.css'
import './list-areas.css'
import { useHeldRows } from './use-held-rows.ts'
import type { List, RowOf } from './use-list-query.ts'
import { type RowKeys, useRowKeys } from './use-row-keys.ts'

export type { Column } from './list-columns.ts'

const KeysDialog = lazy(() => import('./keys-dialog.tsx').then((module) => ({ default: module.KeysDialog })))

interface ListTableProps<C extends ListCall> {
  list: List<C>
  /** Name of the table. */
  label?: string
  /** Class suffix for style sheets. */
  kind?: string
  /** The field that identifies a row; default `id`. */
  rowKey?: keyof RowOf<C> & string
  columns: readonly Column<C>[]
  /** Text for a list without rows. */
  empty: ReactNode
  /** What keys and clicks do to a row. The link that opens a row has the class `row-link`. */
  keys?: RowKeys
  /** New rows wait while a person works in the list. */
  isLive?: boolean
}

/** The rows of a list: a sortable grid if there is room, cards if not. Never wider than its page. */
export function ListTable<C extends ListCall>({ list, columns, empty, label, kind, ...props }: ListTableProps<C>) {
  const box = useRef<HTMLDivElement>(null)
  const idOf = (row: RowOf<C>) => String((row as Record<string, unknown>)[props.rowKey ?? 'id'])
  const held = useHeldRows(box, list.which, list.rows, idOf, list.isFetching)
  const rows = props.isLive ? held.rows : list.rows
  const waiting = props.isLive ? held.waiting : 0
  const rowProps = useRowKeys(box, rows.map(idOf), props.keys, { onHelp: () => showKeys(true) })
  const [areKeysShown, showKeys] = useState(false)
  const places = placed(columns)
  const tracks = {
    '--list-wide': tracksOf(columns, 'wide'),
    '--list-middle': tracksOf(columns, 'middle'),
    '--list-narrow': tracksOf(columns, 'narrow'),
  } as CSSProperties
  const isCompact = use(Density)?.density === 'compact'
  const classes = [
    'list',
    isCompact && 'list-compact',
    list.isPending && 'list-to-come',
    kind && `list-${kind}`,
    columns.some(({ isBelow }) => isBelow) && 'list-two-lines',
  ]
  return (
    <div ref={box} className={classes.filter(Boolean).join(' ')}>
      <div role="log" className="list-news">
        {waiting > 0 && (
          <button type="button" onClick={held.show}>
            {waiting} new
          </button>
        )}
      </div>
      <table className="list-table" aria-label={label} style={tracks}>
        <ListHead key={list.isPending ? 'to come' : 'here'} list={list} places={places} />
        <tbody>
          {list.isPending
            ? Array.from({ length: list.size }, (_, n) => <RowToCome key={n} places={places} />)
            : rows.map((row) => (
                <tr key={idOf(row)} {...rowProps(idOf(row))}>
                  {places.map(({ column, className, style }) => (
                    <Cell key={column.title} column={column} className={className} style={style} row={row} />
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
      {!list.isPending && rows.length === 0 && (
        <Empty className="list-empty" image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} />
      )}
      <Suspense>
        {areKeysShown && (
          <KeysDialog keys={keysOfList(props.keys?.onPeek !== undefined)} onClose={() => showKeys(false)} />
        )}
      </Suspense>
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

/** A placeholder shaped like the coming row. */
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
