import type { InferredItem, ProblemItem } from '@dictara/dictation/inference'
import type { Work } from '../../platform/database/index.ts'
import { findCodesByName } from '../icd10/index.ts'

/** The bare name of a problem on a side is not the whole of it. */
const lacksCode = (item: InferredItem): item is ProblemItem =>
  item.kind === 'problem' && item.icd10 === undefined && item.side === undefined && !item.negated

/** Gives the problems without a suggested code that of the loaded list, where it has exactly one code called so. */
export async function withListedCodes(work: Work, items: readonly InferredItem[]): Promise<InferredItem[]> {
  const codeOf = await findCodesByName(
    work,
    items.filter(lacksCode).map(({ name }) => name),
  )
  return items.map((item) => {
    const icd10 = lacksCode(item) ? codeOf(item.name) : undefined
    return icd10 ? { ...item, icd10 } : item
  })
}
