import { lineCountRefusals, lineDaysMost, type LineCounts, type LineGroup } from '@dictara/contract/line-counts'
import type { ClinicWork } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { countRows, findRate, type Period } from './line-counts.store.ts'

const dayMs = 86_400_000

/**
 * Lines and minutes of a period by group, and what they cost.
 * @throws Refusal 422 for days in the wrong order, or more than a year
 */
export async function countLines(work: ClinicWork, { by, ...period }: Period & { by: LineGroup }): Promise<LineCounts> {
  refuseUnless(period.from <= period.to, lineCountRefusals.daysReversed)
  refuseUnless((Date.parse(period.to) - Date.parse(period.from)) / dayMs < lineDaysMost, lineCountRefusals.tooManyDays)
  const counted = await countRows(work, by, period)
  const sum = (of: (row: (typeof counted)[number]) => number) => counted.reduce((total, row) => total + of(row), 0)
  const rows = counted.map(({ hundredths, ...row }) => ({ ...row, lines: hundredths / 100 }))
  return {
    rows,
    totals: {
      jobs: sum(({ jobs }) => jobs),
      lines: sum(({ hundredths }) => hundredths) / 100,
      seconds: sum(({ seconds }) => Math.round(seconds * 1000)) / 1000,
      payCents: rows.every(({ payCents }) => payCents === null) ? null : sum(({ payCents }) => payCents ?? 0),
    },
    usualRate: await findRate(work, null),
  }
}
