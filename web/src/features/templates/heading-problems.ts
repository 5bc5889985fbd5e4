import { nameOfItem } from '@dictara/contract/collection'
import type { DraftHeading } from './template-values.ts'

type Named = Pick<DraftHeading, 'customUIHeading' | 'systemHeading'>
export type HeadingProblems = Partial<Record<keyof Named, string>>

/** What is wrong with a heading beside the others (TMPL-33 to TMPL-35). */
export function headingProblems({ customUIHeading, systemHeading }: Named, others: readonly Named[]): HeadingProblems {
  const name = nameOfItem(customUIHeading)
  const problems: HeadingProblems = {}
  if (!name) problems.customUIHeading = 'Section heading is mandatory'
  else if (others.some((other) => nameOfItem(other.customUIHeading) === name))
    problems.customUIHeading = 'Duplicate heading'
  if (!systemHeading) problems.systemHeading = 'Mapping value is mandatory'
  return problems
}

const isWrong = (problems: HeadingProblems) => Object.keys(problems).length > 0

/** The first heading that cannot stand like this. */
export const firstWrong = (headings: readonly DraftHeading[]): DraftHeading | undefined =>
  headings.find((heading) =>
    isWrong(
      headingProblems(
        heading,
        headings.filter((other) => other !== heading),
      ),
    ),
  )

/** A heading that is being added, as far as it has come. */
export interface Pending extends Named {
  /** Add was pressed: what is missing is said from then on. */
  isTried: boolean
}
export const nothingPending: Pending = { customUIHeading: '', systemHeading: '', isTried: false }

/** Why a template cannot be saved with these headings (TMPL-36, TMPL-37). */
export function headingsRefused(headings: readonly DraftHeading[], isAdding: boolean): string | undefined {
  if (isAdding) return 'Save or cancel the new heading section'
  if (headings.length === 0) return 'Add atleast one section heading to save template'
  const wrong = firstWrong(headings)
  if (!wrong) return undefined
  const problems = headingProblems(
    wrong,
    headings.filter((other) => other !== wrong),
  )
  return Object.values(problems)[0]
}
