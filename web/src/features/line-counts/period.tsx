import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'

/** Days, `yyyy-mm-dd`, both included. */
export interface Period {
  from: string
  to: string
}

const iso = 'YYYY-MM-DD'
const day = /^\d{4}-\d{2}-\d{2}$/
const isDay = (text: string | null): text is string =>
  text !== null && day.test(text) && dayjs(text).format(iso) === text

const monthOf = (moment: Dayjs): [Dayjs, Dayjs] => [moment.startOf('month'), moment.endOf('month')]
const presets = (today: Dayjs): { label: string; value: [Dayjs, Dayjs] }[] => [
  { label: 'This month', value: monthOf(today) },
  { label: 'Last month', value: monthOf(today.subtract(1, 'month')) },
  { label: 'The month before', value: monthOf(today.subtract(2, 'month')) },
  { label: 'This year', value: [today.startOf('year'), today.endOf('year')] },
]

/** The period in the address. It is last month unless the address names two days in order. */
export function periodIn(address: URLSearchParams): Period {
  const [from, to] = [address.get('from'), address.get('to')]
  if (isDay(from) && isDay(to) && from <= to) return { from, to }
  const [first, last] = monthOf(dayjs().subtract(1, 'month'))
  return { from: first.format(iso), to: last.format(iso) }
}

export const PeriodPicker = ({ period, onChange }: { period: Period; onChange: (period: Period) => void }) => (
  <DatePicker.RangePicker
    id={{ start: 'lines-from', end: 'lines-to' }}
    aria-label="Days"
    className="line-counts-days"
    format="MMM D, YYYY"
    allowClear={false}
    presets={presets(dayjs())}
    value={[dayjs(period.from), dayjs(period.to)]}
    onChange={(range) => range?.[0] && range[1] && onChange({ from: range[0].format(iso), to: range[1].format(iso) })}
  />
)
