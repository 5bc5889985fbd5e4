import { codesMost, type Icd10Code } from '@dictara/contract/icd10'
import { knownCodes } from '@dictara/dictation/inference'
import type { Work } from '../../platform/database/index.ts'
import { findListedCodes, hasList } from './icd10.store.ts'
import { type CodeSearch, plainWords, readSearch } from './words.ts'

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const ownCodes = knownCodes.map(({ code, names }) => ({
  code,
  description: capitalised(names[0]!),
  billable: true,
  words: plainWords(names.join(' ')).split(' '),
}))

/** Of the codes that Dictara's rules know those that fit best, in the order of a loaded list. */
export function findOwnCodes({ code, words }: CodeSearch): Icd10Code[] {
  const rankOf = (one: { code: string; words: string[] }) => {
    if (code !== null && one.code === code) return 0
    if (code !== null && one.code.startsWith(code)) return 1
    return words.length > 0 && words.every((word) => one.words.some((own) => own.startsWith(word))) ? 2 : 3
  }
  const found = ownCodes.map((one) => ({ rank: rankOf(one), one })).filter(({ rank }) => rank < 3)
  const inOrder = found.toSorted(
    (a, b) =>
      a.rank - b.rank || a.one.description.length - b.one.description.length || (a.one.code < b.one.code ? -1 : 1),
  )
  // Two problems may have one code.
  const seen = new Set<string>()
  return inOrder.flatMap(({ one }) => (seen.size === seen.add(one.code).size ? [] : [one])).slice(0, codesMost)
}

/** The codes that fit a search best: of the loaded list, or of those that Dictara's rules know where none is loaded. */
export async function findCodes(work: Work, searchValue: string): Promise<Icd10Code[]> {
  const search = readSearch(searchValue)
  if (search.code === null && search.words.length === 0) return []
  const listed = await findListedCodes(work, search, codesMost)
  return listed.length > 0 || (await hasList(work)) ? listed : findOwnCodes(search)
}
