import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'

/** Days as the address keeps them, `yyyy-mm-dd`, both included; empty: no end. */
export interface Days {
  from: string
  to: string
}

const format = 'MMM D, YYYY'
const wire = 'YYYY-MM-DD'
const asDay = (day: string): Dayjs | null => (day && dayjs(day).isValid() ? dayjs(day) : null)
const presets = (today: Dayjs): { label: string; value: [Dayjs, Dayjs] }[] => [
  { label: 'Today', value: [today, today] },
  { label: 'Last 7 days', value: [today.subtract(6, 'day'), today] },
  { label: 'Last 30 days', value: [today.subtract(29, 'day'), today] },
]

/** The days for the server, which knows when they begin and end at the clinic; undefined for an open end. */
export const daysSent = ({ from, to }: Days) => ({
  first: asDay(from)?.format(wire),
  last: asDay(to)?.format(wire),
})

/** Chooses days up to today (AUD-04, AUD-08, BILR-19). */
export const DayRange = ({ days, onChange }: { days: Days; onChange: (days: Days) => void }) => (
  <DatePicker.RangePicker
    id={{ start: 'audit-from', end: 'audit-to' }}
    aria-label="Days"
    className="audit-days"
    format={format}
    allowEmpty={[true, true]}
    maxDate={dayjs()}
    presets={presets(dayjs())}
    placeholder={['First day', 'Last day']}
    value={[asDay(days.from), asDay(days.to)]}
    onChange={(range) => onChange({ from: range?.[0]?.format(wire) ?? '', to: range?.[1]?.format(wire) ?? '' })}
  />
)
