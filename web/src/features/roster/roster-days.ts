/** Days are `yyyy-mm-dd`; a day belongs to a facility, and what a clock says there is asked only where a moment is needed. */

const dayMs = 86_400_000
const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

export const addDays = (day: string, days: number): string =>
  new Date(startOf(day) + days * dayMs).toISOString().slice(0, 10)

/** The first day of the week in a locale (ROST-04): 0 is Sunday, 1 Monday, 6 Saturday. */
export function firstDayOfWeek(locale: string): number {
  const of = new Intl.Locale(locale) as unknown as {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  return ((of.getWeekInfo?.() ?? of.weekInfo)?.firstDay ?? 7) % 7
}

/** The seven days of the week that contains a day. */
export function weekOf(day: string, firstDay: number): string[] {
  const before = (new Date(startOf(day)).getUTCDay() - firstDay + 7) % 7
  return Array.from({ length: 7 }, (_, index) => addDays(day, index - before))
}

const clocks = new Map<string | undefined, Intl.DateTimeFormat>()
/** The clock format of a time zone. Each zone has only one, because formats are large. */
function clockOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const number = 'numeric'
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      year: number,
      month: number,
      day: number,
      hour: number,
      minute: number,
      second: number,
      hourCycle: 'h23',
      ...(timeZone && { timeZone }),
    })
  clocks.set(timeZone, clock)
  return clock
}

/** The local time of a zone at a moment, expressed as if it were UTC, in milliseconds. */
function shownAt(moment: number, timeZone: string | undefined): number {
  const of: Record<string, number> = {}
  for (const { type, value } of clockOf(timeZone).formatToParts(moment)) of[type] = Number(value)
  return Date.UTC(of['year']!, of['month']! - 1, of['day']!, of['hour']!, of['minute']!, of['second']!)
}

/** Noon of a day in a zone, in Unix seconds (ROST-24). Noon is far from every clock change, so it stays on its day. */
export function noonIn(day: string, timeZone?: string): number {
  const wall = startOf(day) + dayMs / 2
  const aheadAt = (moment: number) => shownAt(moment, timeZone) - moment
  return (wall - aheadAt(wall - aheadAt(wall))) / 1000
}

const name = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long' })
export const dayName = (day: string): string => name.format(startOf(day))
