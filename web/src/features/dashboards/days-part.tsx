import { ageText, shownDay } from '@dictara/browser/moments'
import type { Pipeline } from '@dictara/contract/dashboards'
import { Button } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import './days-part.css'

type Days = Pipeline['days']

/** Loaded after the page is drawn, so that nobody waits for the library. */
const DaysCharts = lazy(() => import('./days-chart.tsx').then((m) => ({ default: m.DaysCharts })))

/** True once the browser has drawn the page and is idle. */
function useDrawn() {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const idle = requestIdleCallback(() => setDrawn(true), { timeout: 2_000 })
    return () => cancelIdleCallback(idle)
  }, [])
  return isDrawn
}

const lasting = (minutes: number | null) => (minutes === null ? '–' : ageText(minutes * 60_000))

/** The figures of the charts as a table, for people who prefer figures and for screen readers. */
const DaysTable = ({ days, isSeen }: { days: Days; isSeen: boolean }) => (
  <div className={isSeen ? 'days-table' : 'visually-hidden'}>
    <table>
      <caption>Jobs in and out, and turnaround, of the last 14 days</caption>
      <thead>
        <tr>
          {['Day', 'In', 'Out', 'Median turnaround', '90th percentile'].map((word) => (
            <th key={word} scope="col">
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, received, filed, medianMinutes, p90Minutes }) => (
          <tr key={day}>
            <th scope="row">{shownDay(day)}</th>
            <td>{received}</td>
            <td>{filed}</td>
            <td>{lasting(medianMinutes)}</td>
            <td>{lasting(p90Minutes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** The last two weeks as charts, or as a table. */
export function DaysPart({ days: told }: { days: Days | undefined }) {
  const days = told ?? []
  const isDrawn = useDrawn()
  const [isTable, setTable] = useState(false)
  const [received, filed] = [
    days.reduce((sum, one) => sum + one.received, 0),
    days.reduce((sum, one) => sum + one.filed, 0),
  ]
  return (
    <section aria-label="Last 14 days" className="home-section">
      <div className="days-head">
        <h2>Last 14 days</h2>
        <span className="home-quiet">{told ? `${received} in, ${filed} out` : '–'}</span>
        <Button size="small" disabled={!told} aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          Show as a table
        </Button>
      </div>
      <div className="home-card days-card">
        <DaysTable days={days} isSeen={isTable} />
        {!isTable && (
          <Suspense fallback={<div className="days-charts" />}>
            {isDrawn && told ? <DaysCharts days={days} /> : <div className="days-charts" />}
          </Suspense>
        )}
      </div>
    </section>
  )
}
