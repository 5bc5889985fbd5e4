import { Button } from 'antd'
import { createContext, type ReactNode, use, useState } from 'react'
import './record-table.css'

export interface RecordColumn<Row> {
  title: string
  render: (row: Row) => ReactNode
}

export interface RecordTableProps<Row> {
  /** Name of the table. */
  label: string
  rows: readonly Row[]
  columns: readonly RecordColumn<Row>[]
}

/** True on paper, where every row is printed. */
export const OnPaper = createContext(false)

/** How many rows are drawn at first and with each request for more: a chart may have thousands of diagnoses. */
const shownFirst = 100
const shownMore = 400

/** The rows of a record. If the columns do not fit, each row becomes a block of names and values. */
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
