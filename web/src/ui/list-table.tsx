import type { ListCall } from '@dictara/contract'
import { Table, type TableProps } from 'antd'
import type { ReactNode } from 'react'
import './list-table.css'
import { usePinned } from './use-pinned.ts'
import type { List, RowOf, SortKeyOf } from './use-list-query.ts'

export interface Column<C extends ListCall> {
  title: string
  render: (row: RowOf<C>) => ReactNode
  /** The contract's name of the column, where the list can be sorted by it. */
  sort?: SortKeyOf<C>
  /** Names the row. */
  isHeading?: boolean
  /** Stays in sight where the table is wider than its page. */
  isPinned?: boolean
}

interface ListTableProps<C extends ListCall> {
  list: List<C>
  /** Tells rows apart; default `id`. */
  rowKey?: keyof RowOf<C> & string
  columns: readonly Column<C>[]
  /** What is said of a list without rows. */
  empty: string
}

/** A list always has an order; one of its own comes back with the third click. */
const directions = {
  ascend: ['ascend', 'descend', 'ascend'],
  descend: ['descend', 'ascend', 'descend'],
  own: ['ascend', 'descend'],
} as const

const toCome = (count: number, rowKey: string) =>
  Array.from({ length: count }, (_, n) => ({ [rowKey]: `to come ${n}` }))

/** The rows of a list as a table: sorted by its heads, shaped like what comes while the first of them are fetched. */
export function ListTable<C extends ListCall>({ list, columns, empty, ...props }: ListTableProps<C>) {
  const rowKey: string = props.rowKey ?? 'id'
  type Row = RowOf<C> & object
  const { choices, isPending } = list
  const pinned = usePinned()
  const shown: TableProps<Row>['columns'] = columns.map(({ title, sort, isHeading, isPinned, render }) => ({
    key: sort ?? title,
    title,
    ...(isHeading && { rowScope: 'row' }),
    ...(isPinned && pinned),
    ...(sort && {
      sorter: true,
      sortDirections: [...directions[choices.order ?? 'ascend']],
      sortOrder: list.sortKey === sort ? (list.sortOrder ?? null) : null,
      showSorterTooltip: false,
    }),
    render: (_, row) => (isPending ? <span className="to-come" /> : render(row)),
  }))
  return (
    <Table<Row>
      rowKey={rowKey}
      columns={shown}
      dataSource={isPending ? (toCome(list.size, rowKey) as Row[]) : ([...list.rows] as Row[])}
      pagination={false}
      className="list-table"
      size="middle"
      // On a desk, what is too long for its column goes on below; a narrow page is scrolled, or its rows would be towers.
      scroll={{ x: pinned.fixed ? true : 'max-content' }}
      tableLayout="auto"
      locale={{ emptyText: empty }}
      onChange={(_pages, _filters, sorter) => {
        if (!Array.isArray(sorter)) list.onSort(sorter.columnKey as string, sorter.order ?? undefined)
      }}
    />
  )
}
