import { call } from '@dictara/browser/call'
import { billerCalls, type UnbilledAge } from '@dictara/contract/biller-review'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { jobQueries } from '../../platform/query-client.ts'
import './biller-review.css'

interface FilterOfList {
  chosen: readonly string[]
  onChange: (values: readonly string[]) => void
}

const ages: readonly { age: UnbilledAge; words: string }[] = [
  { age: 'TO_2_DAYS', words: '0–2 days' },
  { age: 'TO_7_DAYS', words: '3–7 days' },
  { age: 'OLDER', words: 'Over 7 days' },
]

/** The number of jobs to bill, by age and by author. A press filters the list; a second press removes the filter. */
export function UnbilledStrip({ age, author }: { age: FilterOfList; author: FilterOfList }) {
  const unbilled = useQuery({
    queryKey: [...jobQueries, 'unbilled'],
    queryFn: async ({ signal }) => (await call(billerCalls.countUnbilled, {}, { signal, handler: 'page' })).result[0]!,
  })
  const authors = unbilled.data?.authors ?? []
  const chosen = author.chosen[0]
  const options = authors.map(({ doctorId, doctorName, jobs }) => ({
    value: doctorId,
    label: `${doctorName} (${jobs})`,
  }))
  // If the last job of the chosen author was just billed, keep the author as a choice to explain the empty list.
  const isGone = chosen && unbilled.data && !authors.some(({ doctorId }) => doctorId === chosen)
  return (
    <fieldset aria-label="Unbilled" className="biller-strip">
      {ages.map((one) => {
        const isChosen = age.chosen.includes(one.age)
        return (
          <button
            key={one.age}
            type="button"
            className="biller-figure"
            aria-pressed={isChosen}
            onClick={() => age.onChange(isChosen ? [] : [one.age])}
          >
            {one.words} <strong>{unbilled.data?.ages.find((told) => told.age === one.age)?.jobs ?? '–'}</strong>
          </button>
        )
      })}
      <Select
        aria-label="Author"
        className="biller-author"
        placeholder="All authors"
        allowClear
        value={chosen ?? null}
        options={isGone ? [...options, { value: chosen, label: 'This author (0)' }] : options}
        onChange={(id: string | null | undefined) => author.onChange(id ? [id] : [])}
      />
    </fieldset>
  )
}
