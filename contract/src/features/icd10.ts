import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { workers } from '../roles.ts'
import { text } from '../shapes.ts'

/** The most codes that a search answers. */
export const codesMost = 20

/** A code of ICD-10-CM with its dot, "E11.9". */
export const Icd10Code = z.object({
  code: z.string(),
  description: z.string(),
  /** False: a category above other codes, e.g. E11. */
  billable: z.boolean(),
})
export type Icd10Code = z.output<typeof Icd10Code>

export const icd10Calls = defineCalls({
  findIcd10Codes: {
    method: 'GET',
    path: '/clinic/icd10-code',
    summary:
      'The ICD-10-CM codes that fit the beginning of a code or of words best, at most 20: of the list that was loaded, or else of those that Dictara knows.',
    callers: workers,
    query: z.object({ searchValue: text(200, 1) }),
    result: Icd10Code,
    example: { query: { searchValue: 'diabetes' } },
  },
})
