import { phrasePlainText } from '@dictara/dictation/phrase-text'
import type { PhraseOption } from '../details/remembered-lists.ts'

/** A phrase as the panel shows and searches it. */
export interface ShownPhrase {
  id: string
  key: string
  /** Plain text; line feeds separate the lines. */
  text: string
  /** The template and headings that the phrase is limited to; undefined when it may be used anywhere. */
  only: string | undefined
}

const folded = (text: string) =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** Plain text with the fields in brackets. */
const textOf = ({ phrase }: PhraseOption) => phrasePlainText(phrase).replaceAll(/\{\{\s*([^{}\n]+?)\s*\}\}/g, '[$1]')

export interface PhraseFinder {
  find(search: string): PhraseOption[]
  /** Reads further texts ahead of a search; false once all are read. */
  readSome(): boolean
}

const readAtOnce = 50

/**
 * Finds phrases that contain every word of a search in their key or text, ignoring case and accents. Phrases whose key begins
 * with the search come first, then phrases whose key contains it. Showing all phrases needs no texts; a search reads them.
 */
export function phraseFinder(phrases: readonly PhraseOption[]): PhraseFinder {
  const known = phrases
    .map((phrase) => ({ phrase, key: folded(phrase.key) }))
    .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
  const all = known.map(({ phrase }) => phrase)
  const texts: string[] = []
  function readSome(most = readAtOnce) {
    for (const { phrase, key } of known.slice(texts.length, texts.length + most))
      texts.push(`${key} ${folded(textOf(phrase))}`)
    return texts.length < known.length
  }
  function find(search: string) {
    const whole = folded(search)
    if (!whole) return all
    readSome(known.length)
    const words = whole.split(' ')
    const rank = (key: string) => (key.startsWith(whole) ? 0 : words.every((word) => key.includes(word)) ? 1 : 2)
    return known
      .filter((_, at) => words.every((word) => texts[at]!.includes(word)))
      .map(({ phrase, key }) => ({ phrase, rank: rank(key) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ phrase }) => phrase)
  }
  return { find, readSome: () => readSome() }
}

/** The phrase as shown beside a dictation with `templateId`. */
export const toShown =
  (templateId: string | undefined) =>
  (option: PhraseOption): ShownPhrase => ({
    id: option.id,
    key: option.key,
    text: textOf(option),
    only:
      option.restrictedToTemplates && option.templateMapping.length > 0
        ? onlyWords(option.templateMapping, templateId)
        : undefined,
  })

function onlyWords(mapping: PhraseOption['templateMapping'], templateId: string | undefined): string | undefined {
  const here = mapping.find((one) => one.templateId === templateId)
  if (!here) return 'Not with the template of this dictation'
  return here.allHeadings ? undefined : `Only under ${here.templateHeadings.join(', ')}`
}
