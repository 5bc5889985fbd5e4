import { ageOf } from '../../jobs/index.ts'

/** The age, in the form used in lists, on a day (YYYY-MM-DD) of a person born on another (MM/DD/YYYY); empty if unknown. */
export function ageOn(day: string, born: string): string {
  const [, month, date, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(born) ?? []
  return year ? ageOf(`${year}-${month}-${date}`, Date.parse(day)) : ''
}
