import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'

dayjs.extend(customParseFormat)

/** The format of dates in inference (INFR-15). */
export const dateFormat = 'MM/DD/YY'

/** Parses the day of a value; null if it is no day. */
export const dayOf = (value: string | undefined): Dayjs | null => {
  const day = dayjs(value ?? '', dateFormat, true)
  return day.isValid() ? day : null
}

/**
 * For a field that is one end of a period: which end, and the name of the other end (INFR-16, Q131). Undefined for any
 * other field.
 */
export function endOfPeriod(key: string): { is: 'start' | 'end'; other: string } | undefined {
  const [, before, word] = /^(Chief Complaint |Surgery\/Procedure |)(Start|End) Date$/i.exec(key) ?? []
  if (word === undefined) return undefined
  const isStart = word.toLowerCase() === 'start'
  return { is: isStart ? 'start' : 'end', other: `${before}${isStart ? 'End' : 'Start'} Date` }
}

/** Whether a day cannot be chosen for one end of a period, because of the other end. */
export function isOutOfPeriod(day: Dayjs, end: 'start' | 'end', other: string | undefined): boolean {
  const limit = dayOf(other)
  if (!limit) return false
  return end === 'start' ? day.isAfter(limit, 'day') : day.isBefore(limit, 'day')
}
