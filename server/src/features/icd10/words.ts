/** The words of a text, separated by blanks: lower case, without accents and marks. "Bell's palsy, left" is "bells palsy left". */
export const plainWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, ' ')
    .trim()

/** The words of a description or of a problem without "unspecified" at their end. */
export const bareWords = (text: string): string => plainWords(text).replace(/ unspecified$/, '')

/** "e119" and "E11.9" → "E11.9". */
export function dotted(code: string): string {
  const plain = code.replaceAll('.', '').toUpperCase()
  return plain.length > 3 ? `${plain.slice(0, 3)}.${plain.slice(3)}` : plain
}

/** What a search asks for. */
export interface CodeSearch {
  /** The beginning of a code, with its dot; null where it can't be one. */
  code: string | null
  /** The beginnings of words; none: only a code is looked for. */
  words: string[]
}

/** A letter alone would be the beginning of thousands of words. */
const shortestSearch = 2

export function readSearch(searchValue: string): CodeSearch {
  const asked = searchValue.trim()
  const plain = plainWords(asked)
  return {
    code: /^[a-z](?:\d[a-z\d]?(?:\.?[a-z\d]{0,4})?)?$/i.test(asked) ? dotted(asked) : null,
    words: plain.length < shortestSearch ? [] : [...new Set(plain.split(' '))],
  }
}
