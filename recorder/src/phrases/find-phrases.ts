import { phrasePlainText } from '@dictara/dictation/phrase-text'
import type { PhraseOption } from '../details/remembered-lists.ts'

/** A phrase as it is shown and looked for. */
export interface ShownPhrase {
  id: string
  key: string
  /** Without formats; lines are parted by line feeds. */
  text: string
  /** To which template and headings it is kept; undefined: it may be said anywhere. */
  only: string | undefined
}

const folded = (text: string) =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** Without formats, the fields in brackets. */
const textOf = ({ phrase }: PhraseOption) => phrasePlainText(phrase).replaceAll(/\{\{\s*([^{}\n]+?)\s*\}\}/g, '[$1]')

export interface PhraseFinder {
  find(search: string): PhraseOption[]
  /** Reads on in their texts, which a search does otherwise; false once all of them are read. */
  readSome(): boolean
}

const readAtOnce = 50

/**
 * Looks phrases up by every word of a search, anywhere in key or text, case and accents aside. Those whose key begins with it come
 * first, then those whose key has it. All of them are there at once; to be searched, their texts are read.
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

/** As it is shown beside a dictation on `templateId`. */
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
