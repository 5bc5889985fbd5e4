import { shownDay } from '@dictara/browser/shown-day'
import type { Pipeline } from '@dictara/contract/dashboards'
import { ageText } from '../jobs/index.ts'

const height = 48
const step = 20

/** A bar a day; what it says in words stands below it. */
function Bars({ days }: { days: Pipeline['days'] }) {
  const most = Math.max(1, ...days.map(({ filed }) => filed))
  const total = days.reduce((sum, { filed }) => sum + filed, 0)
  const best = days.find(({ filed }) => filed === most)
  const inWords = best
    ? `Filed in the last 14 days: ${total}; most on ${shownDay(best.day)}: ${best.filed}; today: ${days.at(-1)!.filed}`
    : 'Nothing was filed in the last 14 days.'
  return (
    <figure className="home-bars">
      <svg viewBox={`0 0 ${days.length * step} ${height}`} role="img" aria-label={inWords}>
        {days.map(({ day, filed }, index) => {
          const bar = Math.max(filed > 0 ? 3 : 1, (filed / most) * height)
          return (
            <rect key={day} x={index * step + 2} y={height - bar} width={step - 4} height={bar} rx={2}>
              <title>{`${shownDay(day)}: ${filed} filed`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className="home-quiet" aria-hidden>
        {inWords}
      </figcaption>
    </figure>
  )
}

/** How today goes, beside the last fourteen days. */
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
        {pipeline ? <Bars days={pipeline.days} /> : <div className="home-bars" />}
      </div>
    </section>
  )
}
