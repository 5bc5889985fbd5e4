import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { managers, userTypes } from '../roles.ts'
import { day, id, idList, idOf } from '../shapes.ts'

export const lineGroups = ['typist', 'author', 'facility'] as const
export type LineGroup = (typeof lineGroups)[number]

/** What the columns of a group are called, on the page and in the CSV file. */
export const lineGroupLabels: Record<LineGroup, string> = {
  typist: 'Transcriptionist',
  author: 'Author',
  facility: 'Facility',
}

/** Rates are in hundredths of a cent a line: a line of 9.5 cents is 950. */
export const rateUnitsOfDollar = 10_000
export const rateMost = 10 * rateUnitsOfDollar
export const rateOutside = 'Enter a rate from $0 to $10 a line, in steps of $0.0001.'
/** The most days that are counted at once: a leap year. */
export const lineDaysMost = 366

const counted = {
  /** Dictations whose typing was completed. */
  jobs: z.number(),
  /** With two decimals. */
  lines: z.number(),
  /** Of dictation. */
  seconds: z.number(),
  /** Null: nobody of them has a rate. */
  payCents: z.nullable(z.number()),
}

export const LineCount = z.object({
  id,
  name: z.string(),
  /** Null for facilities. */
  userType: z.nullable(z.enum(userTypes)),
  ...counted,
  /** Of a person who typed; null: none, or the row is of an author or a facility. */
  rate: z.nullable(z.number()),
  /** It is the person’s own, and not that of all transcriptionists. */
  hasOwnRate: z.boolean(),
})
export type LineCount = z.output<typeof LineCount>

export const LineCounts = z.object({
  rows: z.array(LineCount),
  /** Pay is the sum of the rows, so it is what they are paid together. */
  totals: z.object(counted),
  /** Of every transcriptionist who has no rate of their own. */
  usualRate: z.nullable(z.number()),
})
export type LineCounts = z.output<typeof LineCounts>

const rate = z.nullable(
  z
    .number({ error: rateOutside })
    .check(z.int(rateOutside), z.minimum(0, rateOutside), z.maximum(rateMost, rateOutside)),
)
const PayRate = z.object({ rate })

export const lineCountRefusals = defineRefusals({
  daysReversed: { status: 422, code: 'line-days-reversed', message: 'The first day is after the last one.' },
  tooManyDays: { status: 422, code: 'line-days-many', message: 'Choose at most a year.' },
})

const query = z.object({
  /** Both days are included, by the clock of each facility. */
  from: day,
  to: day,
  by: z.prefault(z.enum(lineGroups, { error: 'Group by typist, author or facility.' }), 'typist'),
  facilityIds: idList('facility'),
})
const exampleQuery = { from: '2026-10-01', to: '2026-10-31', facilityIds: ['$facility'] }
/** `seen`: the rate that is replaced, so that nobody overwrites what somebody else entered meanwhile. */
const change = z.strictObject({ rate, seen: rate })

export const lineCountCalls = defineCalls({
  countLines: {
    method: 'GET',
    path: '/clinic/line-counts',
    summary:
      'Lines and minutes that were typed in a period, by transcriptionist, author or facility. A dictation counts once: when its typing was completed first.',
    callers: managers,
    query,
    result: LineCounts,
    example: { query: exampleQuery },
  },
  exportLines: {
    method: 'POST',
    path: '/clinic/line-counts/csv',
    summary: 'The same as a CSV file.',
    kind: 'download',
    callers: managers,
    query,
    result: z.object({}),
    audit: 'lines.exported',
    example: { query: exampleQuery },
  },
  setUsualRate: {
    method: 'PUT',
    path: '/clinic/pay-rate',
    summary: 'Sets what a line is paid to every transcriptionist who has no rate of their own.',
    callers: ['clinicAdmin'],
    body: change,
    result: PayRate,
    example: { body: { rate: 950, seen: null } },
  },
  setOwnRate: {
    method: 'PUT',
    path: '/clinic/pay-rate/{userId}',
    summary: 'Sets what a line is paid to one person; null: as to everybody.',
    callers: ['clinicAdmin'],
    params: z.object({ userId: idOf('managed-user') }),
    body: change,
    result: PayRate,
    example: { params: { userId: '$reviewer' }, body: { rate: 950, seen: null } },
  },
})
