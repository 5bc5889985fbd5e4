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

/**
 * Looks phrases up by every word of a search, anywhere in key or text, case and accents aside. Those whose key begins with it come
 * first, then those whose key has it.
 */
export function phraseFinder(phrases: readonly ShownPhrase[]): (search: string) => ShownPhrase[] {
  const known = phrases
    .map((phrase) => ({ phrase, key: folded(phrase.key), all: folded(`${phrase.key} ${phrase.text}`) }))
    .sort((a, b) => a.key.localeCompare(b.key))
  return (search) => {
    const whole = folded(search)
    const words = whole.split(' ')
    const rank = (key: string) => (key.startsWith(whole) ? 0 : words.every((word) => key.includes(word)) ? 1 : 2)
    return known
      .filter(({ all }) => words.every((word) => all.includes(word)))
      .map(({ phrase, key }) => ({ phrase, rank: rank(key) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ phrase }) => phrase)
  }
}

/** As it is shown beside a dictation on `templateId`. */
export const toShown =
  (templateId: string | undefined) =>
  ({ id, key, phrase, restrictedToTemplates, templateMapping }: PhraseOption): ShownPhrase => ({
    id,
    key,
    text: phrasePlainText(phrase).replaceAll(/\{\{\s*([^{}\n]+?)\s*\}\}/g, '[$1]'),
    only: restrictedToTemplates && templateMapping.length > 0 ? onlyWords(templateMapping, templateId) : undefined,
  })

function onlyWords(mapping: PhraseOption['templateMapping'], templateId: string | undefined): string | undefined {
  const here = mapping.find((one) => one.templateId === templateId)
  if (!here) return 'Not with the template of this dictation'
  return here.allHeadings ? undefined : `Only under ${here.templateHeadings.join(', ')}`
}
