import type { ImportOutcome } from '@dictara/contract/imports'
import type { Actor } from '../../platform/actor.ts'
import type { ClinicWork, Work } from '../../platform/database/index.ts'
import type { CsvColumns, CsvLine } from './read-csv.ts'

/** What a row of the file comes to. */
export interface ReadRow {
  line: number
  fullName: string
  /** What is shown of the other columns, in the order of the kind. */
  cells: string[]
  /** As its form would send it; null where the row cannot be added. */
  input: object | null
  outcome: Exclude<ImportOutcome, 'ADDED'>
  why: string
}

export interface RowToAdd {
  line: number
  input: object
}

/** What became of a row. */
export interface SettledRow {
  line: number
  outcome: 'ADDED' | 'HERE' | 'CANNOT'
  why: string
}

/** Who or what is imported: its columns, what a line would do, and how lines are added. */
export interface ImportKind<C extends string = string> {
  name: 'people' | 'patients'
  columns: CsvColumns<C>
  /** So many rows are added in one transaction: what a server that is killed does again. */
  batch: number
  /** What each line would do, in the order of the file; nothing is added. */
  read(work: ClinicWork, lines: readonly CsvLine<C>[]): Promise<ReadRow[]>
  /** Adds rows that could be added when they were read; what one is refused for now stands in it. */
  add(work: ClinicWork, rows: readonly RowToAdd[]): Promise<SettledRow[]>
  /** The actor with the rights that they have at this moment; null when they may import no more. */
  actorNow(work: Work, actor: Actor): Promise<Actor | null>
}

/** How other programs call the columns that every kind has, letters only. */
export const otherNames = {
  given: 'First Name',
  givenname: 'First Name',
  forename: 'First Name',
  surname: 'Last Name',
  familyname: 'Last Name',
  dob: 'Date of Birth',
  birthdate: 'Date of Birth',
  birthday: 'Date of Birth',
} as const

/** Cells in which a formula would be run by whoever opens the list elsewhere. */
export const isFormula = (cell: string) => /^[=+\-@]/.test(cell)

/** A day as Excel writes it in the United States, too. */
export function dayOf(cell: string): string {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(cell) ?? []
  return year ? `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}` : cell
}

export const tooManyCells = 'This line has more cells than the first one. Check its quotes and commas.'
