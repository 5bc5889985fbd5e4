const twelveHoursMs = 12 * 3_600_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one costs more than all that it writes on a page. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(timeZone, format)
  return format
}

/** The clock and the day of a moment somewhere, in parts. */
function partsOf(at: Date, timeZone: string) {
  const part = Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return {
    day: `${part['month']} ${part['day']}, ${part['year']}`,
    clock: `${part['hour']}:${part['minute']}:${part['second']}`,
  }
}

/** "Today HH:mm:ss" within 12 hours on the same day of the facility's zone, otherwise the full date (JOBS-60, Q183). */
export function lastUpdated(iso: string, timeZone: string, now = new Date()): string {
  const at = new Date(iso)
  const { day, clock } = partsOf(at, timeZone)
  const isToday = now.getTime() - at.getTime() <= twelveHoursMs && partsOf(now, timeZone).day === day
  return isToday ? `Today ${clock}` : `${day} ${clock}`
}
