/** A date or moment to the precision that was written. */
export interface Moment {
  /** `yyyy`, `yyyy-mm` or `yyyy-mm-dd`, as written: without regard to a zone. */
  date: string
  /** `hh:mm:ss.fff`; absent if only a date was written. */
  time?: string
  /** Minutes east of UTC; absent if no zone was written. */
  offset?: number
}

const form =
  /^(\d{4})(?:(0[1-9]|1[0-2])(?:(0[1-9]|[12]\d|3[01])(?:([01]\d|2[0-3])(?:([0-5]\d)(?:([0-5]\d)(?:\.(\d{1,9}))?)?)?)?)?)?(?:([+-])(\d{2})([0-5]\d))?$/
/** ISO 8601, which some senders write: it cannot be mistaken for another date. */
const isoForm =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?(?:(Z)|([+-]\d{2}):?(\d{2}))?$/
const mostOffset = 14 * 60

/** Rewrites an ISO date into the form of HL7; another text stays as it is. */
function fromIso(text: string): string {
  const found = isoForm.exec(text)
  if (!found) return text
  const [, year, month, day, hour = '', minute = '', second = '', fraction, zulu, zoneHour = '', zoneMinute = ''] =
    found
  return `${year}${month}${day}${hour}${minute}${second}${fraction ? `.${fraction}` : ''}${zulu ? '+0000' : zoneHour + zoneMinute}`
}

const daysIn = (year: number, month: number) => new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()

/** Reads a TS, DTM or DT of HL7: `YYYY[MM[DD[HH[MM[SS[.S]]]]]][+ZZZZ]`. Null for anything else, also for days that do not exist. */
export function readMoment(written: string): Moment | null {
  const found = form.exec(fromIso(written.trim()))
  if (!found) return null
  const [, year = '', month, day, hour, minute = '00', second = '00', fraction = '0', sign, zoneHour, zoneMinute] =
    found
  if (year === '0000') return null
  if (day && Number(day) > daysIn(Number(year), Number(month))) return null
  const moment: Moment = { date: [year, month, day].filter((part) => part !== undefined).join('-') }
  if (hour !== undefined) moment.time = `${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}`
  if (sign) {
    moment.offset = (Number(zoneHour) * 60 + Number(zoneMinute)) * (sign === '-' ? -1 : 1)
    if (Math.abs(moment.offset) > mostOffset) return null
  }
  return moment
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA-u-hc-h23', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(timeZone, made)
  return made
}

/** What clocks show in a zone at an instant, as if it were UTC: milliseconds. */
function clockAt(instant: number, timeZone: string): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const clock = new Date(Date.UTC(2000, of('month') - 1, of('day'), of('hour'), of('minute'), of('second')))
  clock.setUTCFullYear(of('year'))
  return clock.getTime() + (((instant % 1000) + 1000) % 1000)
}

/**
 * The instant in ISO 8601, UTC. A moment without a zone is in that of the facility, `timeZone` (IANA). A date alone is its first
 * moment; a year or month alone is no instant. Where clocks are put forward, a time that no clock shows is taken an hour later.
 */
export function instantOf({ date, time = '00:00:00.000', offset }: Moment, timeZone: string): string | null {
  if (date.length < 10) return null
  const clock = Date.parse(`${date}T${time}Z`)
  if (offset !== undefined) return new Date(clock - offset * 60_000).toISOString()
  const guess = clock - (clockAt(clock, timeZone) - clock)
  const better = clock - (clockAt(guess, timeZone) - guess)
  return new Date(clockAt(better, timeZone) === clock ? better : Math.max(guess, better)).toISOString()
}

/** The day at the facility: as written, unless another zone is written with a time. */
export function dayOf(moment: Moment, timeZone: string): string {
  if (moment.offset === undefined || moment.time === undefined) return moment.date
  const instant = instantOf(moment, timeZone)
  return instant === null ? moment.date : new Date(clockAt(Date.parse(instant), timeZone)).toISOString().slice(0, 10)
}

/** An instant as HL7 writes it, in UTC to the second: `20260115120000+0000`. */
export const writeInstant = (instant: Date): string =>
  `${instant.toISOString().replaceAll(/\D/g, '').slice(0, 14)}+0000`

/** A date `yyyy-mm-dd`, or a part of it, as HL7 writes it. */
export const writeDay = (date: string): string => date.replaceAll('-', '')
