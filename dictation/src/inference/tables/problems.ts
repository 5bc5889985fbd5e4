import { phraseTable, listOf } from '../phrase-table.ts'
import { abnormal, generalNouns, measured, problemNouns, problemWords, stronglyAbnormal } from './findings.ts'
import { bellyProblems } from './problems-belly.ts'
import { chestProblems } from './problems-chest.ts'
import { nerveProblems } from './problems-nerves.ts'
import { skinProblems } from './problems-skin.ts'

/**
 * The most frequent problems, written for Dictara. A row is `name = synonym, synonym | code`. Codes are from ICD-10-CM
 * (National Center for Health Statistics, in the public domain), and are given only if exactly one code is right for
 * the bare name. They follow the list of the fiscal year 2025, except G35 and R10.2, which were divided on October 1,
 * 2025, and have their codes of 2026. `[129]` in a code holds the digits of right, left and no side. Only the server
 * and tests import these tables.
 */
export interface KnownProblem {
  /** The code, with the digits of its sides: "M25.56[129]". */
  code?: string
  /** An abbreviation that is another word in lower case: "PE", "PAD". */
  isCapitals?: boolean
}

/** The rows of a table: the names of a problem, with the usual one first, and its code. */
const readRows = (table: string): { names: string[]; code: string | undefined }[] =>
  table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [called = '', code] = line.split(' | ')
      const [name = '', others] = called.split(' = ')
      return { names: [name, ...listOf(others ?? '')], code: code?.trim() }
    })
const rows = [chestProblems, bellyProblems, nerveProblems, skinProblems].flatMap(readRows)

/** Makes the plural: "rash" → "rashes", "palsy" → "palsies", "wheeze" → "wheezes". A word that ends in "s" stays. */
export const pluralOf = (phrase: string): string =>
  phrase.endsWith('s')
    ? phrase
    : /(?:x|ch|sh)$/.test(phrase)
      ? `${phrase}es`
      : /[^aeiou]y$/.test(phrase)
        ? `${phrase.slice(0, -1)}ies`
        : `${phrase}s`

const known = rows.flatMap(({ names, code }) => {
  const problem: KnownProblem = code === undefined ? {} : { code }
  return names.map((name) => [name, /^[A-Z]{2,4}$/.test(name) ? { ...problem, isCapitals: true } : problem] as const)
})
/** The plurals come first, so that a phrase of the table itself overrides them. */
export const problems = phraseTable<KnownProblem>([
  ...new Map([
    ...listOf(problemNouns).flatMap((noun) => [[pluralOf(noun), {}] as const, [noun, {}] as const]),
    ...known.filter(([, { isCapitals }]) => !isCapitals).map(([name, problem]) => [pluralOf(name), problem] as const),
    ...known,
  ]),
])
export const adjectives = phraseTable(listOf(problemWords).map((word) => [word, true] as const))
export const abnormals = phraseTable(listOf(abnormal).map((word) => [word, true] as const))
export const measuredThings = phraseTable(listOf(measured).map((thing) => [thing, true] as const))
export const anyOf = phraseTable(listOf(stronglyAbnormal).map((word) => [word, true] as const))
export const general: ReadonlySet<string> = new Set(listOf(generalNouns).flatMap((noun) => [noun, pluralOf(noun)]))

/** The digits of right, left and no side in a code: "M25.56[129]". */
export const sideDigits = /\[(.)(.)(.)\]/

/**
 * The codes of the tables, each with the names of its problem, the usual one first. A code with sides counts once for
 * each side.
 */
export const knownCodes: readonly { code: string; names: readonly string[] }[] = rows.flatMap(({ names, code }) => {
  if (code === undefined) return []
  const [all, ...digits] = sideDigits.exec(code) ?? []
  if (!all) return [{ code, names }]
  return ['right', 'left', ''].map((side, at) => ({
    code: code.replace(all, digits[at]!),
    names: side ? names.map((name) => `${name}, ${side}`) : names,
  }))
})
