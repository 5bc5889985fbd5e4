import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'

dayjs.extend(customParseFormat)

/** How dates of inference are written (INFR-15). */
export const dateFormat = 'MM/DD/YY'

/** The day of a value; null where it is none. */
export const dayOf = (value: string | undefined): Dayjs | null => {
  const day = dayjs(value ?? '', dateFormat, true)
  return day.isValid() ? day : null
}

/** Which end of a period a field is, and the name of its other end (INFR-16, Q131); undefined for any other field. */
export function endOfPeriod(key: string): { is: 'start' | 'end'; other: string } | undefined {
  const [, before, word] = /^(Chief Complaint |Surgery\/Procedure |)(Start|End) Date$/i.exec(key) ?? []
  if (word === undefined) return undefined
  const isStart = word.toLowerCase() === 'start'
  return { is: isStart ? 'start' : 'end', other: `${before}${isStart ? 'End' : 'Start'} Date` }
}

/** Whether a day cannot be chosen for one end of a period, because of what the other end is. */
export function isOutOfPeriod(day: Dayjs, end: 'start' | 'end', other: string | undefined): boolean {
  const limit = dayOf(other)
  if (!limit) return false
  return end === 'start' ? day.isAfter(limit, 'day') : day.isBefore(limit, 'day')
}
