/** How moments, days and lengths of time read on every screen. A time zone is a facility's; undefined: this computer's. */

type Zone = string | undefined
type Moment = string | number | Date

const formats = new Map<string, Intl.DateTimeFormat>()

/** Caches formats: making one costs more than all its uses on a page. */
function formatIn(timeZone: Zone, options: Intl.DateTimeFormatOptions, locale = 'en-US'): Intl.DateTimeFormat {
  const key = `${timeZone} ${locale} ${Object.keys(options).join(' ')}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, ...(timeZone && { timeZone }) })
  formats.set(key, format)
  return format
}

const shortDay = { month: 'short', day: 'numeric' } as const
const clockTime = { hour: 'numeric', minute: '2-digit' } as const

/** Some browsers write a narrow space before "PM", and "at" before the time. */
const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, ' ').replace(' at ', ', ')

/** The calendar day of a moment: "2026-11-26". */
export const dayIn = (at: Moment, timeZone?: Zone): string =>
  formatIn(timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA').format(new Date(at))

/** "Nov 26, 2026, 3:24 PM" (JOBS-21). */
export const fullMomentIn = (at: Moment, timeZone?: Zone): string =>
  plain(formatIn(timeZone, { ...shortDay, year: 'numeric', ...clockTime }).format(new Date(at)))

/** "Nov 26, 3:24 PM"; includes the year if it is not the current year. */
export const momentIn = (at: Moment, timeZone?: Zone, now: Moment = Date.now()): string =>
  dayIn(at, timeZone).slice(0, 4) === dayIn(now, timeZone).slice(0, 4)
    ? plain(formatIn(timeZone, { ...shortDay, ...clockTime }).format(new Date(at)))
    : fullMomentIn(at, timeZone)

const isDay = /^\d{4}-\d{2}-\d{2}/

/** A calendar day, or the day of a moment on the wire: "2026-11-26" becomes "Nov 26, 2026"; anything else stays as it is. */
export const shownDay = (day: string): string =>
  isDay.test(day) ? formatIn('UTC', { ...shortDay, year: 'numeric' }).format(new Date(day.slice(0, 10))) : day

/** A date of birth. Null: an interface brought the patient, and nobody has told it. */
export const shownBirth = (birthDate: string | null): string =>
  birthDate ? shownDay(birthDate) : 'date of birth not known'

/** The same beside a name. */
export const bornWords = (birthDate: string | null): string =>
  birthDate ? `born ${shownDay(birthDate)}` : shownBirth(null)

const twelveHoursMs = 12 * 3_600_000

/** "Today 15:24:07" within twelve hours on the same day; otherwise the full date and time (JOBS-60, Q183). */
export function lastUpdated(at: Moment, timeZone: string, now: Moment = Date.now()): string {
  const [then, present] = [new Date(at), new Date(now)]
  if (+present - +then > twelveHoursMs || dayIn(then, timeZone) !== dayIn(present, timeZone))
    return fullMomentIn(then, timeZone)
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
  return `Today ${formatIn(timeZone, clock, 'en-GB').format(then)}`
}

const minuteMs = 60_000
const two = (value: number, unit: string, rest: number, unitOfRest: string) =>
  rest > 0 ? `${value}${unit} ${rest}${unitOfRest}` : `${value}${unit}`

/** A duration in milliseconds as text: "<1m", "12m", "16h 44m", "2d 3h". A negative one (a slow clock) counts as zero. */
export function ageText(ms: number): string {
  const minutes = Math.floor(ms / minuteMs)
  if (minutes < 1) return '<1m'
  if (minutes < 60) return `${minutes}m`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return two(hours, 'h', minutes % 60, 'm')
  return two(Math.floor(hours / 24), 'd', hours % 24, 'h')
}

/** How long ago something was: "18m ago", "just now". */
export const agoText = (ms: number): string => (ms < minuteMs ? 'just now' : `${ageText(ms)} ago`)
