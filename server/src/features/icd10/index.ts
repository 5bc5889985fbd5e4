import { icd10Calls } from '@dictara/contract/icd10'
import type { Work } from '../../platform/database/index.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { findCodes } from './find-codes.ts'
import { findCodesOfNames } from './icd10.store.ts'
import { bareWords } from './words.ts'

export { findLoadedList, type LoadedList } from './icd10.store.ts'
export { loadCodeList, releaseOf } from './load-code-list.ts'
export { BadCodeList } from './read-code-list.ts'

/**
 * Finds codes by the names of problems: the code of the only billable one of the loaded list that is called so, whatever case, marks
 * and "unspecified" at the end. One query.
 * @returns tells the code of a name
 */
export async function findCodesByName(
  work: Work,
  names: readonly string[],
): Promise<(name: string) => string | undefined> {
  const asked = new Set(names.map(bareWords).filter((name) => name !== ''))
  const codes = asked.size > 0 ? await findCodesOfNames(work, [...asked]) : new Map<string, string>()
  return (name) => codes.get(bareWords(name))
}

/** The codes of ICD-10-CM: a list that whoever runs Dictara loads, or those that the rules of inference know. */
export const icd10Feature = (): Feature => ({
  name: 'icd10',
  calls: serve(icd10Calls, {
    findIcd10Codes: async ({ work, query }) => ({ result: await findCodes(work, query.searchValue) }),
  }),
})
