/** The first readable letter, e.g. an emoji of several code points. */
const firstLetter = (word: string) =>
  [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word)][0]?.segment.toUpperCase() ?? ''

/** The first letters of a person's first and last name. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return words
    .filter((_, at) => at === 0 || at === words.length - 1)
    .map(firstLetter)
    .join('')
}
