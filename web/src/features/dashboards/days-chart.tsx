import { ageText, shownDay } from '@dictara/browser/moments'
import type { Pipeline } from '@dictara/contract/dashboards'
import type { ReactNode } from 'react'
import { Area, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { hourMarks } from './hour-axis.ts'

type Day = Pipeline['days'][number]

const height = 136
/** Space for the figures beside a chart. */
const axisWidth = 36
const margin = { top: 6, right: 28, bottom: 0, left: 0 }
const tick = { fontSize: 12, fill: 'var(--text-quiet)' }
const minuteMs = 60_000

/** "Nov 26": a day without its year. */
const shortDay = (day: string) => shownDay(day).replace(/, \d+$/, '')
const everyDays = 3

const look = {
  contentStyle: {
    padding: '4px 8px',
    color: 'var(--text)',
    background: 'var(--raised)',
    border: '1px solid var(--line)',
    borderRadius: 6,
    fontSize: 13,
  },
  itemStyle: { color: 'var(--text)', padding: 0 },
  labelFormatter: (day: unknown) => shownDay(String(day)),
  isAnimationActive: false,
  cursor: { stroke: 'var(--line-strong)' },
}

interface ChartProps {
  days: readonly Day[]
  /** The labels of the axis and their places. If absent, the library chooses them. */
  marks?: number[]
  format?: (value: number) => string
  tooltip?: (value: unknown) => string
  children: ReactNode
}

/** The frame of a chart of days. Every third day has a label, counted from the last one. */
function Chart({ days, marks, format = String, tooltip, children }: ChartProps) {
  const named = days.flatMap(({ day }, index) => ((days.length - 1 - index) % everyDays === 0 ? [day] : []))
  return (
    <ResponsiveContainer width="100%" height={height}>
      <ComposedChart data={[...days]} margin={margin} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="day"
          ticks={named}
          interval={0}
          tickFormatter={shortDay}
          tick={tick}
          tickLine={false}
          axisLine={{ stroke: 'var(--line-strong)' }}
        />
        <YAxis
          width={axisWidth}
          tick={tick}
          tickFormatter={format}
          tickLine={false}
          axisLine={false}
          allowDecimals={false}
          interval={0}
          tickCount={4}
          {...(marks && { ticks: marks, domain: [0, marks.at(-1)!] })}
        />
        <Tooltip {...look} {...(tooltip && { formatter: tooltip })} />
        {children}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

const line = { strokeWidth: 2, isAnimationActive: false, type: 'linear', stroke: 'var(--chart-out)' } as const
/** Days on which nothing was filed have no value, so the line connects the days around them. */
const sparse = { ...line, connectNulls: true } as const

const InAndOut = ({ days }: { days: readonly Day[] }) => (
  <Chart days={days}>
    <Area
      dataKey="received"
      name="In"
      type="linear"
      stroke="var(--chart-in)"
      fill="var(--chart-in)"
      fillOpacity={0.2}
      isAnimationActive={false}
    />
    <Line {...line} dataKey="filed" name="Out" dot={false} />
  </Chart>
)

const Turnaround = ({ days }: { days: readonly Day[] }) => (
  <Chart
    days={days}
    marks={hourMarks(Math.max(0, ...days.map(({ p90Minutes, medianMinutes }) => p90Minutes ?? medianMinutes ?? 0)))}
    format={(minutes) => (minutes === 0 ? '0' : `${minutes / 60} h`)}
    tooltip={(minutes) => ageText(Number(minutes) * minuteMs)}
  >
    <Line
      {...sparse}
      dataKey="p90Minutes"
      name="90th percentile"
      stroke="var(--chart-in)"
      strokeDasharray="4 3"
      dot={{ r: 2, fill: 'var(--chart-in)', strokeDasharray: '' }}
    />
    <Line {...sparse} dataKey="medianMinutes" name="Median" dot={{ r: 2, fill: 'var(--chart-out)' }} />
  </Chart>
)

/** Both charts of the fourteen days, with their legends. Screen readers read a table instead (`days-part.tsx`). */
export function DaysCharts({ days }: { days: readonly Day[] }) {
  return (
    <div aria-hidden className="days-charts">
      <div>
        <p className="days-legend">
          <strong>Jobs a day</strong> <span className="days-sign is-in" /> In <span className="days-sign is-line" /> Out
        </p>
        <InAndOut days={days} />
      </div>
      <div>
        <p className="days-legend">
          <strong>Turnaround</strong> <span className="days-sign is-line" /> Median{' '}
          <span className="days-sign is-p90" /> 90th percentile
        </p>
        <Turnaround days={days} />
      </div>
    </div>
  )
}
