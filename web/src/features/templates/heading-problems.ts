import { nameOfItem } from '@dictara/contract/collection'
import type { DraftHeading } from './template-values.ts'

type Named = Pick<DraftHeading, 'customUIHeading' | 'systemHeading'>
export type HeadingProblems = Partial<Record<keyof Named, string>>

function problemsOf({ customUIHeading, systemHeading }: Named, isTwice: (name: string) => boolean): HeadingProblems {
  const name = nameOfItem(customUIHeading)
  const problems: HeadingProblems = {}
  if (!name) problems.customUIHeading = 'Section heading is mandatory'
  else if (isTwice(name)) problems.customUIHeading = 'Duplicate heading'
  if (!systemHeading) problems.systemHeading = 'Mapping value is mandatory'
  return problems
}

/** The problems of a heading among the others (TMPL-33 to TMPL-35). */
export const headingProblems = (heading: Named, others: readonly Named[]): HeadingProblems =>
  problemsOf(heading, (name) => others.some((other) => nameOfItem(other.customUIHeading) === name))

/** The problems of each heading; called for each letter typed, so each name is read once. */
export function problemsOfEach(headings: readonly Named[]): HeadingProblems[] {
  const times = new Map<string, number>()
  for (const { customUIHeading } of headings) {
    const name = nameOfItem(customUIHeading)
    times.set(name, (times.get(name) ?? 0) + 1)
  }
  return headings.map((heading) => problemsOf(heading, (name) => times.get(name)! > 1))
}

export const isWrong = (problems: HeadingProblems): boolean => Object.keys(problems).length > 0

/** The first heading with a problem. */
export const firstWrong = (headings: readonly DraftHeading[]): DraftHeading | undefined =>
  headings[problemsOfEach(headings).findIndex(isWrong)]

/** A heading that is being added, in its current state. */
export interface Pending extends Named {
  /** Add was pressed: missing values are shown from then on. */
  isTried: boolean
}
export const nothingPending: Pending = { customUIHeading: '', systemHeading: '', isTried: false }

/** Why a template cannot be saved with these headings (TMPL-36, TMPL-37). */
export function headingsRefused(headings: readonly DraftHeading[], isAdding: boolean): string | undefined {
  if (isAdding) return 'Save or cancel the new heading section'
  if (headings.length === 0) return 'Add atleast one section heading to save template'
  return Object.values(problemsOfEach(headings).find(isWrong) ?? {})[0]
}
