import type { InferredItem } from '@dictara/dictation/inference'

/** An item as it is kept with a note. */
export interface KeptItem {
  sectionId: string
  /** The words that it stands on. */
  words: string
  item: InferredItem
  /** It was found in the first reading of the text, so it was dictated and not typed. */
  isHeard?: true
  /** Its words are not in the section any more. */
  isGone?: true
}

/** The text of a section of a note. */
export interface SectionTexts {
  id: string
  heading: string
  systemHeading: string
  text: string
}

/** What an item is about. A drug stays the same when its dose changes. */
function subjectOf(item: InferredItem): string {
  if (item.kind === 'allergy') return item.substance
  if (item.kind === 'date') return `${item.what} ${item.value}`
  if (item.kind === 'followUp') return item.what
  if (item.kind === 'side') return `${item.side} ${item.part}`
  return item.name
}
const keyOf = ({ sectionId, item }: Pick<KeptItem, 'sectionId' | 'item'>) =>
  `${sectionId} ${item.kind} ${subjectOf(item).toLowerCase()}`

/**
 * What is kept of a new reading. A dictated item that is no longer found in its section stays, marked as gone. An item that a person
 * typed and removed again does not stay. An item of which only a part changed, such as the dose of a drug, is not gone.
 * @param before the items of the reading before; undefined for the first reading of a text
 */
export function keepItems(
  sections: readonly SectionTexts[],
  items: readonly InferredItem[],
  before: readonly KeptItem[] | undefined,
): KeptItem[] {
  const heard = new Set(before?.filter(({ isHeard }) => isHeard).map(keyOf))
  const found = items.map((item): KeptItem => {
    const { id: sectionId, text } = sections[item.section]!
    const kept = { sectionId, words: text.slice(item.start, item.end), item }
    return before === undefined || heard.has(keyOf(kept)) ? { ...kept, isHeard: true } : kept
  })
  const present = new Set(found.map(keyOf))
  const standing = new Set(sections.map(({ id }) => id))
  const gone = (before ?? []).filter(
    (kept) => kept.isHeard && standing.has(kept.sectionId) && !present.has(keyOf(kept)),
  )
  return [...found, ...gone.map((kept) => ({ ...kept, isGone: true as const }))]
}

/** How many characters away the words of an item are looked for after the text has changed. */
const movedMost = 2000

/** Where the words of an item are in a text that may have changed since it was read; undefined if they are not there. */
export function placeOf({ item: { start, end }, words, isGone }: KeptItem, text: string) {
  if (isGone || words === '') return undefined
  if (text.startsWith(words, start)) return { startIndex: start, endIndex: end }
  const from = Math.max(0, start - movedMost)
  const at = text.slice(from, end + movedMost).indexOf(words)
  return at < 0 ? undefined : { startIndex: from + at, endIndex: from + at + words.length }
}
