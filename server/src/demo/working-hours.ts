const minute = 60_000
const day = 24 * 60 * minute
const [opens, closes] = [8 * 60, 17 * 60].map((time) => time * minute) as [number, number]

/** The time zone of the demo's facilities. */
export const demoZone = 'America/New_York'

/** The local time in the zone, as if it were UTC. */
function shownAt(moment: Date): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: demoZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const part = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 0, day: date = 0, hour = 0, minute: minutes = 0, second = 0 } = part
  return Date.UTC(year, month - 1, date, hour, minutes, second, moment.getUTCMilliseconds())
}

/** The moment of a local time in the zone. Nobody of the demo works in the hour in which the clocks change. */
function momentOf(shown: number): Date {
  const offset = (at: number) => shownAt(new Date(at)) - at
  return new Date(shown - offset(shown - offset(shown)))
}

const midnightOf = (shown: number) => Math.floor(shown / day) * day
const isWeekend = (shown: number) => [0, 6].includes(new Date(shown).getUTCDay())

/** Weekday and hour in the zone. */
export function inDemoZone(moment: Date): { isWeekend: boolean; hour: number; date: string } {
  const shown = shownAt(moment)
  return {
    isWeekend: isWeekend(shown),
    hour: (shown - midnightOf(shown)) / (60 * minute),
    date: new Date(shown).toISOString().slice(0, 10),
  }
}

/**
 * The moment so many minutes of work before another one. Work is on Mondays to Fridays, from 8 to 17 o'clock in the
 * zone.
 */
export function workBefore(now: Date, minutes: number): Date {
  let left = minutes * minute
  let shown = shownAt(now)
  for (;;) {
    const opening = midnightOf(shown) + opens
    const until = Math.min(shown, midnightOf(shown) + closes)
    if (!isWeekend(shown) && until - opening >= left && until > opening) return momentOf(until - left)
    if (!isWeekend(shown)) left -= Math.max(until - opening, 0)
    shown = midnightOf(shown) - minute
  }
}
