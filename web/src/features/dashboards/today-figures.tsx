import { ageText } from '@dictara/browser/moments'
import type { Pipeline } from '@dictara/contract/dashboards'

/** The figures of today. */
export function TodayFigures({ pipeline }: { pipeline: Pipeline | undefined }) {
  const median = pipeline?.medianMinutes ?? null
  const figures = [
    ['In', pipeline?.submittedToday ?? '–'],
    ['Out', pipeline?.filedToday ?? '–'],
    ['Median turnaround', median === null ? '–' : ageText(median * 60_000)],
  ] as const
  return (
    <section aria-label="Today" className="home-section home-today">
      <h2>Today</h2>
      <div className="home-card">
        <dl className="home-today-figures">
          {figures.map(([word, value]) => (
            <div key={word}>
              <dt>{word}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
