import { auditRefusals } from '@dictara/contract/audit'
import { type RawBuilder, sql } from 'kysely'
import { refuseUnless } from '../../platform/refusal.ts'

/** The period that a list is limited to. A missing end is open. */
export interface Range {
  from?: Date
  to?: Date
}

const dayLength = 86_400_000

/** Reads a moment from the request. A day without a time means its first or its last millisecond, in UTC. */
function momentOf(sent: string | undefined, end: 'first' | 'last'): Date | undefined {
  if (!sent) return undefined
  const isDay = sent.length === 10
  return new Date(new Date(sent).getTime() + (isDay && end === 'last' ? dayLength - 1 : 0))
}

/**
 * Reads both ends of a range.
 * @throws Refusal 422 when the first is after the last
 */
export function rangeOf(first: string | undefined, last: string | undefined): Range {
  const [from, to] = [momentOf(first, 'first'), momentOf(last, 'last')]
  refuseUnless(!from || !to || from <= to, auditRefusals.rangeReversed)
  return { ...(from && { from }), ...(to && { to }) }
}

/** True when the moment in a column lies within the range. */
export const isWithin = (column: RawBuilder<unknown>, { from, to }: Range): RawBuilder<boolean> =>
  sql<boolean>`(${from ? sql`${column} >= ${from}::timestamptz` : sql`true`} and ${to ? sql`${column} <= ${to}::timestamptz` : sql`true`})`
