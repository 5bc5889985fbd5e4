import { Button, Skeleton } from 'antd'
import { createContext, type ReactNode, use, useState } from 'react'
import { Failed } from '../../ui/failed.tsx'
import './record-table.css'

export interface RecordColumn<Row> {
  title: string
  render: (row: Row) => ReactNode
}

interface RecordTableProps<Row> {
  /** Name of the table. */
  label: string
  rows: readonly Row[]
  columns: readonly RecordColumn<Row>[]
}

/** True on paper, where every row is printed. */
export const OnPaper = createContext(false)

/** So many rows are drawn at first, and at each demand for more: a chart may have thousands of diagnoses. */
const shownFirst = 100
const shownMore = 400

/** Rows of a record. Where its columns do not fit beside each other, each row becomes a block of names and values. */
export function RecordTable<Row>({ label, rows, columns }: RecordTableProps<Row>) {
  const isOnPaper = use(OnPaper)
  const [most, setMost] = useState(shownFirst)
  const shown = isOnPaper ? rows : rows.slice(0, most)
  const hidden = rows.length - shown.length
  return (
    <div className="record-table">
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- entries have no ids and are never reordered
            <tr key={at}>
              {columns.map(({ title, render }) => (
                <td key={title} data-title={title}>
                  {render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <Button type="link" onClick={() => setMost(most + shownMore)}>
          Show {Math.min(hidden, shownMore)} more of {hidden.toLocaleString('en-US')}
        </Button>
      )}
    </div>
  )
}

interface Asked {
  isError: boolean
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/** What stands in the place of a part of a record that could not be loaded (PAT-30). */
export const RecordFailed = ({ of }: { of: Asked }) => (
  <Failed of={of} title="API Error" description="Something went wrong while fetching data." />
)

interface PartTableProps<Row> extends Omit<RecordTableProps<Row>, 'rows'> {
  of: Asked & { data: readonly Row[] | undefined }
  /** What is said of a part without entries. */
  empty: string
}

/** A part of a record while it loads, when it fails, when it is empty, and its rows. */
export function PartTable<Row>({ of, empty, ...table }: PartTableProps<Row>) {
  if (of.isError) return <RecordFailed of={of} />
  if (!of.data) return <Skeleton active title={false} paragraph={{ rows: 4 }} aria-label={`${table.label}: loading`} />
  if (of.data.length === 0) return <p className="record-empty">{empty}</p>
  return <RecordTable {...table} rows={of.data} />
}
