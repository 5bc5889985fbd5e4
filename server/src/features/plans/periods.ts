const dayMs = 86_400_000

/** The day so many months after a day (`yyyy-mm-dd`), or the last day of a month that is too short for it. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0))
  const wanted = Math.min(date, lastOfMonth.getUTCDate())
  return new Date(lastOfMonth.setUTCDate(wanted)).toISOString().slice(0, 10)
}

/** The day so many days after a day (`yyyy-mm-dd`). */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/**
 * The first day of the period of so many months that today lies in. The anchor is the first day of one of the periods: counted from
 * it, a short month moves no later period.
 */
export function periodStart(anchor: string, months: number, today: string): string {
  const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  const passed = Math.floor((monthOf(today) - monthOf(anchor)) / months)
  const start = addMonths(anchor, passed * months)
  return start <= today ? start : addMonths(anchor, (passed - 1) * months)
}
