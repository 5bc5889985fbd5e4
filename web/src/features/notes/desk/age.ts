import { ageOf } from '../../jobs/index.ts'

/** The age, as lists tell it, on a day (YYYY-MM-DD) of who was born on another (MM/DD/YYYY); empty when that is not known. */
export function ageOn(day: string, born: string): string {
  const [, month, date, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(born) ?? []
  return year ? ageOf(`${year}-${month}-${date}`, Date.parse(day)) : ''
}
