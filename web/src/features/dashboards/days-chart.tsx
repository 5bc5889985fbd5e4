import type { Pipeline } from '@dictara/contract/dashboards'
import { Bar, BarChart, CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { ageText, shownDay } from '@dictara/browser/moments'

type Day = Pipeline['days'][number]

const height = 112
/** Room for the figures beside a chart. */
const axisWidth = 40
const margin = { top: 4, right: 4, bottom: 0, left: 0 }
const tick = { fontSize: 11, fill: 'var(--text-quiet)' }
const minuteMs = 60_000

const dayOfMonth = (day: string) => String(Number(day.slice(8, 10)))
const lasting = (minutes: number) => ageText(minutes * minuteMs)
/** An axis has no room for hours and minutes. */
const roughly = (minutes: number) =>
  minutes < 60 ? `${minutes} m` : minutes < 1440 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} d`

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
  cursor: { fill: 'var(--tint)', stroke: 'var(--line)' },
}

const axes = (format: (value: number) => string) => [
  <CartesianGrid key="grid" vertical={false} stroke="var(--line)" />,
  <XAxis
    key="days"
    dataKey="day"
    tickFormatter={dayOfMonth}
    tick={tick}
    tickLine={false}
    axisLine={{ stroke: 'var(--line-strong)' }}
    interval="preserveEnd"
    minTickGap={8}
  />,
  <YAxis
    key="figures"
    width={axisWidth}
    tick={tick}
    tickFormatter={format}
    tickLine={false}
    axisLine={false}
    allowDecimals={false}
    interval={0}
    tickCount={4}
  />,
]

/** How many jobs came in on each day, and how many were filed: hollow and full bars. */
export const InAndOut = ({ days }: { days: readonly Day[] }) => (
  <ResponsiveContainer width="100%" height={height}>
    <BarChart data={[...days]} margin={margin} barGap={1} barCategoryGap="20%" accessibilityLayer={false}>
      {axes(String)}
      <Tooltip {...look} />
      <Bar
        dataKey="received"
        name="In"
        fill="var(--card)"
        stroke="var(--chart-in)"
        strokeWidth={1.5}
        isAnimationActive={false}
      />
      <Bar dataKey="filed" name="Out" fill="var(--chart-out)" stroke="var(--chart-out)" isAnimationActive={false} />
    </BarChart>
  </ResponsiveContainer>
)

const line = { strokeWidth: 2, isAnimationActive: false, type: 'linear' } as const

/** How long it took on each day: half of what was filed no longer than the full line, nine tenths no longer than the dashed one. */
export const Turnaround = ({ days }: { days: readonly Day[] }) => (
  <ResponsiveContainer width="100%" height={height}>
    <LineChart data={[...days]} margin={margin} accessibilityLayer={false}>
      {axes(roughly)}
      <Tooltip {...look} formatter={(minutes: unknown) => lasting(Number(minutes))} />
      <Line
        {...line}
        dataKey="p90Minutes"
        name="9 of 10 within"
        stroke="var(--chart-in)"
        strokeDasharray="4 3"
        dot={{ r: 2, fill: 'var(--chart-in)', strokeDasharray: '' }}
      />
      <Line
        {...line}
        dataKey="medianMinutes"
        name="Median"
        stroke="var(--chart-out)"
        dot={{ r: 2, fill: 'var(--chart-out)' }}
      />
    </LineChart>
  </ResponsiveContainer>
)

/** Both charts of the fourteen days, with what their signs mean. What they show is read out as a table (`days-part.tsx`). */
export function DaysCharts({ days }: { days: readonly Day[] }) {
  return (
    <div aria-hidden className="days-charts">
      <div>
        <p className="days-legend">
          <span className="days-sign is-in" /> In <span className="days-sign is-out" /> Out
        </p>
        <InAndOut days={days} />
      </div>
      <div>
        <p className="days-legend">
          <span className="days-sign is-median" /> Median <span className="days-sign is-p90" /> 9 of 10 within
        </p>
        <Turnaround days={days} />
      </div>
    </div>
  )
}
