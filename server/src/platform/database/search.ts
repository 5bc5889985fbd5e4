import { type Expression, type RawBuilder, sql } from 'kysely'

/** Text in a pattern of `like` that stands for itself. */
export const escapedForLike = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

/** What was searched for, word by word in lower case: "Okafor, Dana" asks for the same as "dana okafor". */
export const wordsOf = (search: string): string[] =>
  search
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)

/** What texts in lower case are like that hold every word of a search somewhere. */
export const patternsOf = (search: string): string[] => wordsOf(search).map((word) => `%${escapedForLike(word)}%`)

/** True for texts that hold every word of a search somewhere, case and accents aside; for every text without a word. */
export const hasWords = (text: Expression<string>, search: string): RawBuilder<boolean> =>
  hasWordsReady(sql<string>`unaccent(lower(${text}))`, search)

/** As `hasWords`, of texts that stand in lower case and without accents already. */
export function hasWordsReady(text: Expression<string>, search: string): RawBuilder<boolean> {
  const patterns = patternsOf(search)
  if (patterns.length === 0) return sql<boolean>`true`
  return sql<boolean>`${text} like all(array(select unaccent(pattern) from unnest(${patterns}::text[]) pattern))`
}
