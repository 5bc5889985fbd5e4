import { Skeleton } from 'antd'
import { Failed } from '../../ui/failed.tsx'
import { RecordTable, type RecordTableProps } from '../../ui/record-table.tsx'

interface Asked {
  isError: boolean
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/** Shown in place of a part of a record that could not be loaded (PAT-30). */
export const RecordFailed = ({ of }: { of: Asked }) => (
  <Failed of={of} title="API Error" description="Something went wrong while fetching data." />
)

interface PartTableProps<Row> extends Omit<RecordTableProps<Row>, 'rows'> {
  of: Asked & { data: readonly Row[] | undefined }
  /** The text for a part without entries. */
  empty: string
}

/** A part of a record: its loading, its failure, its empty state and its rows. */
export function PartTable<Row>({ of, empty, ...table }: PartTableProps<Row>) {
  if (of.isError) return <RecordFailed of={of} />
  if (!of.data) return <Skeleton active title={false} paragraph={{ rows: 4 }} aria-label={`${table.label}: loading`} />
  if (of.data.length === 0) return <p className="record-empty">{empty}</p>
  return <RecordTable {...table} rows={of.data} />
}
