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

/** What is wrong with a heading beside the others (TMPL-33 to TMPL-35). */
export const headingProblems = (heading: Named, others: readonly Named[]): HeadingProblems =>
  problemsOf(heading, (name) => others.some((other) => nameOfItem(other.customUIHeading) === name))

/** What is wrong with each of some headings; asked at each letter of one of them, so each name is read once. */
export function problemsOfEach(headings: readonly Named[]): HeadingProblems[] {
  const times = new Map<string, number>()
  for (const { customUIHeading } of headings) {
    const name = nameOfItem(customUIHeading)
    times.set(name, (times.get(name) ?? 0) + 1)
  }
  return headings.map((heading) => problemsOf(heading, (name) => times.get(name)! > 1))
}

export const isWrong = (problems: HeadingProblems): boolean => Object.keys(problems).length > 0

/** The first heading that cannot stand like this. */
export const firstWrong = (headings: readonly DraftHeading[]): DraftHeading | undefined =>
  headings[problemsOfEach(headings).findIndex(isWrong)]

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
  return Object.values(problemsOfEach(headings).find(isWrong) ?? {})[0]
}
