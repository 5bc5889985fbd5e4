import { besideMost, type NotePlace, quoteMost } from '@dictara/contract/notes'

/** The text of a section, its heading and paragraphs one line each. */
export interface SectionLines {
  readonly id: string
  readonly text: string
}

/** Where the words of a comment stand in the text of today, or what stands in their place. */
export interface FoundPlace {
  readonly sectionId: string
  readonly from: number
  readonly to: number
  readonly isChanged: boolean
}

/** So much beside it that is the same tells one word from another that reads alike. */
const sureBeside = 8
/** Words that stand nowhere else in the note are those, when they are so long. */
const sureAlone = 12
/** So much more may stand in a changed place than stood there. */
const grownMost = 80

/** A cut through a letter that is two characters leaves no half. */
const whole = (text: string) => text.replace(/^[\uDC00-\uDFFF]/, '').replace(/[\uD800-\uDBFF]$/, '')

/** The place of a stretch of a section, as it is kept: spaces around the words are none of them, and of many words the first. */
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

/** How many characters two texts end with alike. */
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
  /** Characters beside it that are as they were. */
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

/** The words are the same in this section, or this is where they were moved to. */
function sameWords(sections: readonly SectionLines[], place: NotePlace): Candidate | undefined {
  const all = sections.flatMap((section) => candidatesIn(section, place))
  const own = all.filter(({ sectionId }) => sectionId === place.sectionId)
  const enough = Math.min(sureBeside, place.before.length + place.after.length)
  const isSure = ({ beside }: Candidate) => beside >= enough || (all.length === 1 && place.quote.length >= sureAlone)
  return [best(own), best(all)].find((candidate) => candidate && isSure(candidate))
}

/** What stands now between `size` characters before the words and as many behind them. */
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

/** What stands in the place of the words; the less beside it is the same, the later it is believed. */
const changedWords = (section: SectionLines, place: NotePlace) =>
  between(section, place, sureBeside * 2) ?? between(section, place, sureBeside)

/**
 * Looks for the words of a comment in the text of today. Among several that read alike those with the same text beside them are
 * meant; where they are gone, but what stood beside them is there, what stands between now. Nothing is guessed: else they are gone.
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
