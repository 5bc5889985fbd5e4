import type { ImportOutcome, ImportRow } from '@dictara/contract/people-import'
import { Radio, Tag } from 'antd'
import { useState } from 'react'
import { Pager } from '../../ui/pager.tsx'

const words: Record<ImportOutcome, { title: string; colour: string }> = {
  ADD: { title: 'Will be added', colour: 'blue' },
  ADDED: { title: 'Added', colour: 'green' },
  HERE: { title: 'Already here', colour: 'default' },
  CANNOT: { title: 'Cannot be added', colour: 'red' },
}
const outcomes = Object.keys(words) as ImportOutcome[]
const size = 50

/** Several facilities in one cell of the file. */
const namesIn = (cell: string) =>
  cell
    .split(/[|;\n\r]+/)
    .map((name) => name.trim())
    .filter(Boolean)
    .join(', ')

/** What becomes of each line of the file; what cannot be added says why. */
export function ImportRows({ rows }: { rows: readonly ImportRow[] }) {
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
            <th scope="col">Role</th>
            <th scope="col">Facilities</th>
            <th scope="col">What it does</th>
          </tr>
        </thead>
        <tbody>
          {chosen
            .slice(page * size, (page + 1) * size)
            .map(({ line, fullName, email, role, facilities, outcome, why }) => (
              <tr key={line}>
                <td>{line}</td>
                <th scope="row">
                  {fullName || '–'}
                  <span>{email || '–'}</span>
                </th>
                <td>{role || '–'}</td>
                <td>{namesIn(facilities) || '–'}</td>
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
