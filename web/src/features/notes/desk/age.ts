/** Whole years between a birth date (MM/DD/YYYY) and a day (YYYY-MM-DD); empty when it is not known. */
export function ageOn(day: string, born: string): string {
  const [, month, date, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(born) ?? []
  if (!year) return ''
  const years = Number(day.slice(0, 4)) - Number(year)
  return String(day.slice(5) < `${month}-${date}` ? years - 1 : years)
}
