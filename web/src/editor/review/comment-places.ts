import { besideMost, type NotePlace, quoteMost } from '@dictara/contract/notes'

/** The text of a section: one line each for its heading and paragraphs. */
export interface SectionLines {
  readonly id: string
  readonly text: string
}

/** The place of a comment's words in the current text, or of the text that replaced them. */
export interface FoundPlace {
  readonly sectionId: string
  readonly from: number
  readonly to: number
  readonly isChanged: boolean
}

/** So many equal characters beside a word identify it among words that read alike. */
const sureBeside = 8
/** Words of at least this length that occur only once in the note are identified without context. */
const sureAlone = 12
/** A changed place may be longer than before by at most this many characters. */
const grownMost = 80

/** A cut through a surrogate pair leaves no half of it. */
const whole = (text: string) => text.replace(/^[\uDC00-\uDFFF]/, '').replace(/[\uD800-\uDBFF]$/, '')

/**
 * The place of a part of a section as stored: without surrounding spaces, and with only the first words of a long
 * quote.
 */
export function placeOf({ id, text }: SectionLines, from: number, to: number): Omit<NotePlace, 'second'> | undefined {
  const start = from + (/^[\uDC00-\uDFFF\s]*/.exec(text.slice(from, to))?.[0].length ?? 0)
  const quote = whole(text.slice(start, Math.min(to, start + quoteMost))).trimEnd()
  if (!quote) return undefined
  const end = start + quote.length
  return {
    sectionId: id,
    start,
    quote,
    before: whole(text.slice(Math.max(0, start - besideMost), start)),
    after: whole(text.slice(end, end + besideMost)),
  }
}

/** Number of equal characters at the end of two texts. */
function sameEnd(one: string, other: string): number {
  let length = 0
  while (length < one.length && length < other.length && one.at(-1 - length) === other.at(-1 - length)) length += 1
  return length
}
function sameStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1
  return length
}

interface Candidate {
  sectionId: string
  from: number
  /** Number of unchanged characters beside it. */
  beside: number
  distance: number
}

function candidatesIn({ id, text }: SectionLines, { quote, before, after, start }: NotePlace): Candidate[] {
  const found: Candidate[] = []
  for (let from = text.indexOf(quote); from >= 0; from = text.indexOf(quote, from + 1)) {
    const end = from + quote.length
    const beside =
      sameEnd(before, text.slice(Math.max(0, from - besideMost), from)) +
      sameStart(after, text.slice(end, end + besideMost))
    found.push({ sectionId: id, from, beside, distance: Math.abs(from - start) })
  }
  return found
}

const best = (candidates: readonly Candidate[]) =>
  candidates.toSorted((one, other) => other.beside - one.beside || one.distance - other.distance)[0]

/** Finds the unchanged words in this section, or in the section they were moved to. */
function sameWords(sections: readonly SectionLines[], place: NotePlace): Candidate | undefined {
  const all = sections.flatMap((section) => candidatesIn(section, place))
  const own = all.filter(({ sectionId }) => sectionId === place.sectionId)
  const enough = Math.min(sureBeside, place.before.length + place.after.length)
  const isSure = ({ beside }: Candidate) => beside >= enough || (all.length === 1 && place.quote.length >= sureAlone)
  return [best(own), best(all)].find((candidate) => candidate && isSure(candidate))
}

/** The current text between the `size` characters before the words and those after them. */
function between({ text }: SectionLines, { before, after, quote, start }: NotePlace, size: number) {
  const [left, right] = [before.slice(-size), after.slice(0, size)]
  if ((left + right).replace(/\s/g, '').length < sureBeside / 2) return undefined
  const places: { from: number; to: number }[] = []
  for (let at = left ? text.indexOf(left) : 0; at >= 0; at = left ? text.indexOf(left, at + 1) : -1) {
    const from = at + left.length
    const to = right ? text.indexOf(right, from) : text.length
    if (to >= 0 && to - from <= quote.length + grownMost) places.push({ from, to })
  }
  return places.toSorted((one, other) => Math.abs(one.from - start) - Math.abs(other.from - start))[0]
}

/** The text that replaced the words. A match with less equal text beside it is tried later. */
const changedWords = (section: SectionLines, place: NotePlace) =>
  between(section, place, sureBeside * 2) ?? between(section, place, sureBeside)

/**
 * Finds the words of a comment in the current text. Among equal words, those with the same text beside them are meant.
 * If the words are gone but the text beside them is there, the result is the text in between. Otherwise the words count
 * as gone; nothing is guessed.
 */
export function findPlace(sections: readonly SectionLines[], place: NotePlace): FoundPlace | undefined {
  const same = sameWords(sections, place)
  if (same) {
    const { sectionId, from } = same
    return { sectionId, from, to: from + place.quote.length, isChanged: false }
  }
  const own = sections.find(({ id }) => id === place.sectionId)
  const changed = own && changedWords(own, place)
  return changed && { ...changed, sectionId: place.sectionId, isChanged: true }
}
