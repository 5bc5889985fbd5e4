const dayMs = 86_400_000

/** Where the gateway's days begin and end. */
const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** What a clock at the gateway shows, e.g. `2026-11-20T02:00:00`. */
export function localTime(moment: number): string {
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    parts.formatToParts(moment).map(({ type, value }) => [type, value]),
  )
  return `${year}-${month}-${day}T${hour}:${minute}:${second}`
}

export const dayAtGateway = (moment: number) => localTime(moment).slice(0, 10)

/** The moment at which clocks at the gateway show an hour of a day. */
export function momentOf(day: string, hour: number): number {
  const wanted = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
  let moment = wanted
  // Twice: the first guess may lie on the other side of a change of the clocks.
  for (let turn = 0; turn < 2; turn += 1) moment += wanted - Date.parse(`${localTime(moment)}Z`)
  return moment
}

/** The day on which a subscription is charged: the same of each month, or the last of a month that is too short for it. */
export function chargeDay(startDate: string, interval: { length: number; unit: 'days' | 'months' }, number: number) {
  const passed = interval.length * (number - 1)
  if (interval.unit === 'days') return isoDay(Date.parse(startDate) + passed * dayMs)
  const [year, month, day] = startDate.split('-').map(Number) as [number, number, number]
  const lastDay = new Date(Date.UTC(year, month + passed, 0)).getUTCDate()
  return isoDay(Date.UTC(year, month - 1 + passed, Math.min(day, lastDay)))
}

const isoDay = (moment: number) => new Date(moment).toISOString().slice(0, 10)

export const isDay = (text: unknown): text is string =>
  typeof text === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  isoDay(Date.parse(text)) === text
