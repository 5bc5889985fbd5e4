import { auditRefusals } from '@dictara/contract/audit'
import { type RawBuilder, sql } from 'kysely'
import type { ClinicWork } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { findClinicDay } from '../facilities/index.ts'

/** The period that a list is limited to: each end is a day, `yyyy-mm-dd`, or a moment. A missing end is open. */
export interface Range {
  first?: string
  last?: string
}

const isDay = (end: string | undefined): end is string => end?.length === 10
/** A day that no month has, such as the 31st of February, means the one that follows; PostgreSQL has no year 0. */
const dayOf = (day: string) => (day < '0001' ? '0001-01-01' : new Date(day).toISOString().slice(0, 10))

/**
 * Reads both ends of a range.
 * @throws Refusal 422 when the first is after the last
 */
export function rangeOf(first: string | undefined, last: string | undefined): Range {
  const ends = [first, last && isDay(last) ? `${last}T23:59:59.999Z` : last].map((end) => end && Date.parse(end))
  refuseUnless(!ends[0] || !ends[1] || ends[0] <= ends[1], auditRefusals.rangeReversed)
  return { ...(first && { first }), ...(last && { last }) }
}

/** True when the moment in a column lies within the range. Days are those of the main facility, in whose zone the audit shows times. */
export async function isWithin(
  work: ClinicWork,
  column: RawBuilder<unknown>,
  { first, last }: Range,
): Promise<RawBuilder<boolean>> {
  const zone = isDay(first) || isDay(last) ? (await findClinicDay(work)).timeZone : 'UTC'
  const begin = (day: RawBuilder<unknown>) => sql`${day}::timestamp at time zone ${zone}::text`
  const from = isDay(first) ? begin(sql`${dayOf(first)}::date`) : first && sql`${new Date(first)}::timestamptz`
  const to = isDay(last) ? begin(sql`(${dayOf(last)}::date + 1)`) : last && sql`${new Date(last)}::timestamptz`
  const isBefore = isDay(last) ? sql`<` : sql`<=`
  return sql<boolean>`(${from ? sql`${column} >= ${from}` : sql`true`} and ${to ? sql`${column} ${isBefore} ${to}` : sql`true`})`
}
