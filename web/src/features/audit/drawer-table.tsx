import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { Failed } from '../../ui/failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import { type RecordColumn, RecordTable } from '../../ui/record-table.tsx'
import { auditFailed } from './queries.ts'

/** CSS length of every drawer of the audit (AUD-10). */
export const drawerSize = 'min(100%, 800px)'

interface DrawerTableProps<Row> {
  label: string
  list: {
    rows: readonly Row[] | undefined
    isError: boolean
    error: Error | null
    isFetching: boolean
    refetch: () => unknown
    pager?: { page: number; size: number; total: number | undefined; isMore: boolean; onPage: (page: number) => void }
  }
  columns: readonly RecordColumn<Row>[]
  empty: ReactNode
}

/** A list in a drawer: while it loads, when it fails, when it is empty, and its rows with their pages. */
export function DrawerTable<Row>({ label, list, columns, empty }: DrawerTableProps<Row>) {
  const { rows, pager } = list
  if (list.isError && !rows) return <Failed of={list} title={auditFailed} inServersWords />
  if (!rows) return <Skeleton active title={false} paragraph={{ rows: 5 }} aria-label={`${label}: loading`} />
  const isPaged = pager && ((pager.total ?? 0) > pager.size || pager.page > 0)
  return (
    <div aria-busy={list.isFetching}>
      <Failed of={list} title={auditFailed} inServersWords />
      {rows.length === 0 ? (
        <p className="record-empty">{empty}</p>
      ) : (
        <RecordTable label={label} rows={rows} columns={columns} />
      )}
      {isPaged && (
        <div className="audit-pages">
          <Pager name={`Pages: ${label}`} {...pager} />
        </div>
      )}
    </div>
  )
}
