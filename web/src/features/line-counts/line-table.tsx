import { type LineCount, type LineCounts, type LineGroup, lineGroupLabels } from '@dictara/contract/line-counts'
import { userTypeWords } from '@dictara/contract/user-type-words'
import { Button, Empty } from 'antd'
import { countText, linesText, minutesOf, payText, rateText } from './money.ts'

interface LineTableProps {
  by: LineGroup
  counts: LineCounts
  /** Whether the person may change rates. */
  mayChange: boolean
  onRate: (row: LineCount) => void
}

function Rate({ row, mayChange, onRate }: { row: LineCount; mayChange: boolean; onRate: () => void }) {
  if (!mayChange) return row.rate === null ? '–' : rateText(row.rate)
  const text = row.rate === null ? 'Set' : rateText(row.rate)
  return (
    <Button type="link" size="small" aria-label={`${text}: change the pay rate of ${row.name}`} onClick={onRate}>
      {text}
    </Button>
  )
}

/**
 * The counts of a period, one row for each group, with their sums. If the columns do not fit, each row becomes a block
 * of names and values.
 */
export function LineTable({ by, counts: { rows, totals }, mayChange, onRate }: LineTableProps) {
  if (rows.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="Nothing was typed in this period." />
  const hasRates = by === 'typist'
  const columns = ['Dictations', 'Lines', 'Minutes', ...(hasRates ? ['Rate per line'] : []), 'Pay']
  const cellsOf = ({ jobs, lines, seconds }: Pick<LineCount, 'jobs' | 'lines' | 'seconds'>) =>
    [countText(jobs), linesText(lines), minutesOf(seconds)].map((text, at) => (
      <td key={columns[at]} data-title={columns[at]}>
        {text}
      </td>
    ))
  return (
    <div className="line-table">
      <table aria-label="Line counts">
        <thead>
          <tr>
            <th scope="col">{lineGroupLabels[by]}</th>
            {columns.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                {row.name}
                {row.userType && row.userType !== 'transcriptionist' && by === 'typist' && (
                  <span className="line-table-type">{userTypeWords[row.userType]}</span>
                )}
              </th>
              {cellsOf(row)}
              {hasRates && (
                <td data-title="Rate per line">
                  <Rate row={row} mayChange={mayChange} onRate={() => onRate(row)} />
                </td>
              )}
              <td data-title="Pay">{payText(row.payCents)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {cellsOf(totals)}
            {hasRates && <td aria-hidden />}
            <td data-title="Pay">{payText(totals.payCents)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
