import { shownDay } from '@dictara/browser/moments'
import type { ImportOutcome, ImportRow } from '@dictara/contract/imports'
import { Radio, Tag } from 'antd'
import { useState } from 'react'
import { Pager } from '../../ui/pager.tsx'

const words: Record<ImportOutcome, { title: string; colour: string }> = {
  ADD: { title: 'Will be added', colour: 'blue' },
  ADDED: { title: 'Added', colour: 'green' },
  HERE: { title: 'Already here', colour: 'default' },
  CANNOT: { title: 'Can’t be added', colour: 'red' },
}
const outcomes = Object.keys(words) as ImportOutcome[]
const size = 50

/** The result for each line of the file; a line that cannot be added shows the reason. */
/** @param columns headings of the columns beside the name; the first cell is shown below the name */
export function ImportRows({ rows, columns }: { rows: readonly ImportRow[]; columns: readonly string[] }) {
  const [shown, setShown] = useState<ImportOutcome | 'ALL'>('ALL')
  const [page, setPage] = useState(0)
  const of = (outcome: ImportOutcome) => rows.filter((row) => row.outcome === outcome)
  const chosen = shown === 'ALL' ? rows : of(shown)
  return (
    <>
      <Radio.Group
        aria-label="Which lines are shown"
        optionType="button"
        value={shown}
        onChange={({ target }) => {
          setShown(target.value as typeof shown)
          setPage(0)
        }}
        options={[
          { value: 'ALL', label: `All ${rows.length.toLocaleString('en')}` },
          ...outcomes
            .filter((outcome) => of(outcome).length > 0)
            .map((outcome) => ({
              value: outcome,
              label: `${words[outcome].title} ${of(outcome).length.toLocaleString('en')}`,
            })),
        ]}
      />
      <table className="import-rows">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Name</th>
            {columns.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {chosen
            .slice(page * size, (page + 1) * size)
            .map(({ line, fullName, cells: [below, ...cells], outcome, why }) => (
              <tr key={line}>
                <td>{line}</td>
                <th scope="row">
                  {fullName || '–'}
                  {/* A line that is taken shows how its day was read, another one what it says. */}
                  <span>{below ? (outcome === 'CANNOT' ? below : shownDay(below)) : '–'}</span>
                </th>
                {columns.map((title, at) => (
                  <td key={title} data-title={title}>
                    {cells[at] || '–'}
                  </td>
                ))}
                <td>
                  <Tag color={words[outcome].colour}>{words[outcome].title}</Tag>
                  {why && <span>{why}</span>}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      {chosen.length > size && <Pager page={page} size={size} total={chosen.length} onPage={setPage} />}
    </>
  )
}
