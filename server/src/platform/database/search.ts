import { type Expression, type RawBuilder, sql } from 'kysely'

/** Escapes text so that a `like` pattern matches it literally. */
export const escapedForLike = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

/** The words of a search in lower case: "Okafor, Dana" means the same as "dana okafor". */
export const wordsOf = (search: string): string[] =>
  search
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)

/** The `like` patterns that a lower-case text must all match to contain every word of a search. */
export const patternsOf = (search: string): string[] => wordsOf(search).map((word) => `%${escapedForLike(word)}%`)

/** True when a text contains every word of a search, ignoring case and accents. A search without words matches every text. */
export const hasWords = (text: Expression<string>, search: string): RawBuilder<boolean> =>
  hasWordsReady(sql<string>`unaccent(lower(${text}))`, search)

/** Like `hasWords`, for texts that are already in lower case and without accents. */
export function hasWordsReady(text: Expression<string>, search: string): RawBuilder<boolean> {
  const patterns = patternsOf(search)
  if (patterns.length === 0) return sql<boolean>`true`
  return sql<boolean>`${text} like all(array(select unaccent(pattern) from unnest(${patterns}::text[]) pattern))`
}
