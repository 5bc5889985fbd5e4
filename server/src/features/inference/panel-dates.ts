/** Two-digit years from this one on are 19xx, earlier ones 20xx, as in the web's date fields. */
const firstOfLastCentury = 69
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const isRealDay = (year: number, month: number, day: number) => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}
const twoDigits = (value: number) => String(value % 100).padStart(2, '0')

/** A date of the panel, MM/DD/YY (INFR-15), as days since 1970-01-01. @returns undefined for anything else */
export function dayOf(value: string): number | undefined {
  const [, month = 0, day = 0, short = 0] = (/^(\d\d)\/(\d\d)\/(\d\d)$/.exec(value) ?? []).map(Number)
  const year = short + (short < firstOfLastCentury ? 2000 : 1900)
  return isRealDay(year, month, day) && month > 0 ? Date.UTC(year, month - 1, day) / 86_400_000 : undefined
}

/**
 * A date of a note as MM/DD/YY: "03/14/2026", "3/4/26", "2026-03-14", "March 14, 2026". Undefined for a date without a year, a relative
 * date such as "yesterday", and a year that MM/DD/YY cannot tell.
 */
export function panelDateOf(said: string): string | undefined {
  const text = said.trim().toLowerCase()
  const [, m1, d1, y1] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d\d)$/.exec(text) ?? []
  const [, y2, m2, d2] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? []
  const [, name, d3, y3] = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/.exec(text) ?? []
  const month = Number(m1 ?? m2 ?? (name ? months.indexOf(name.slice(0, 3)) + 1 : 0))
  const day = Number(d1 ?? d2 ?? d3 ?? 0)
  const written = Number(y1 ?? y2 ?? y3 ?? -1)
  const value = `${twoDigits(month)}/${twoDigits(day)}/${twoDigits(written)}`
  const read = dayOf(value)
  if (written < 0 || read === undefined) return undefined
  return written < 100 || new Date(read * 86_400_000).getUTCFullYear() === written ? value : undefined
}
