import type { RecognisedWord } from '@dictara/contract/notes'
import type { Node } from '@tiptap/pm/model'
import type { Mapping } from '@tiptap/pm/transform'
import type { TokenWords } from '../sections.ts'
import { type Block, blocksOf, eachBlock, sharedEnds } from './blocks.ts'
import { type Doubts, doubtedIn, doubtsOf, type Stretch, withMarks } from './doubt.ts'
import { fillGaps } from './fill-gaps.ts'
import { keyOf, type PlacedWord, type Spoken, spokenTokens, spokenWords } from './place-words.ts'
import { type Judged, judgeWords } from './unsure.ts'

const isWordCharacter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)
/** A mark that replaces an uncertain word is searched again after every edit. */
const isMarkPlace = ({ key }: PlacedWord) => !/[\p{L}\p{N}]/u.test(key)

/** A word after an edit: extended to the whole token it is now part of, and compared with what was spoken. */
const settled = (word: PlacedWord, text: string): PlacedWord => {
  let { from, to } = word
  while (isWordCharacter(text[from - 1])) from -= 1
  while (isWordCharacter(text[to])) to += 1
  return { ...word, from, to, isAsSpoken: keyOf(text.slice(from, to)) === word.key }
}

const holdsOne = ({ first, last }: PlacedWord, indexes: ReadonlySet<number>) => {
  for (let index = first; index <= last; index += 1) if (indexes.has(index)) return true
  return false
}

/**
 * The positions of the recognised words, kept beside the document and never in it. They are stored per block, relative
 * to its start, under the block's node: an edit affects only its own blocks, and all others keep their nodes.
 */
export class WordMap {
  private readonly placed = new WeakMap<Node, readonly PlacedWord[]>()
  private readonly spokenIn: (sectionId: string) => readonly Spoken[]
  readonly words: readonly RecognisedWord[]
  readonly judged: Judged
  private readonly doubts: Doubts
  private readonly unsure = new WeakMap<readonly PlacedWord[], readonly Stretch[]>()

  /** `tokens` is the conversion's own map; without it the text is matched to the words as recognised. */
  constructor(words: readonly RecognisedWord[], tokens: readonly TokenWords[] = []) {
    this.words = words
    this.judged = judgeWords(words)
    this.doubts = doubtsOf(tokens)
    const raw = tokens.length ? [] : spokenWords(words)
    const bySection = Map.groupBy(tokens, ({ sectionId }) => sectionId)
    const mapped = new Map([...bySection].map(([id, list]) => [id, spokenTokens(list, this.doubts.of)]))
    this.spokenIn = (sectionId) => (tokens.length ? (mapped.get(sectionId) ?? []) : raw)
  }

  placedIn = (block: Node): readonly PlacedWord[] => this.placed.get(block) ?? []

  /** The marked words of a block: all unsure words, and tokens with several readings, until somebody changes them. */
  unsureIn(block: Node): readonly Stretch[] {
    const placed = this.placedIn(block)
    let unsure = this.unsure.get(placed)
    if (!unsure) {
      const doubted = this.doubts.of.size > 0 ? doubtedIn(placed, block.textContent) : []
      const isDoubted = ({ doubt }: PlacedWord) => doubted.some((stretch) => stretch.doubt === doubt)
      const badlyHeard = placed.filter(
        (word) => word.isAsSpoken && holdsOne(word, this.judged.marked) && !isDoubted(word),
      )
      unsure = [...doubted, ...badlyHeard].toSorted((one, other) => one.from - other.from)
      this.unsure.set(placed, unsure)
    }
    return unsure
  }

  /** Number of marked words in the document; counted again only where somebody typed. */
  countUnsure(doc: Node): number {
    if (this.judged.marked.size === 0 && this.doubts.of.size === 0) return 0
    return doc.children.reduce((sum, block) => sum + this.unsureIn(block).length, 0)
  }

  /** Number of marked words in each section, by its id. */
  unsureOf(doc: Node): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const { node, sectionId } of blocksOf(doc))
      counts.set(sectionId, (counts.get(sectionId) ?? 0) + this.unsureIn(node).length)
    return counts
  }

  /** Whether the note still is a draft of which the engine understood too little. */
  isLittleUnderstood = (doc: Node): boolean =>
    this.judged.isLittleUnderstood &&
    doc.children.some((block) =>
      this.placedIn(block).some((word) => word.isAsSpoken && holdsOne(word, this.judged.unsure)),
    )

  /** The next or previous marked word from a selection; continues at the other end. */
  unsureBeside(doc: Node, selection: { from: number; to: number }, by: -1 | 1) {
    const places: { from: number; to: number; seconds: number }[] = []
    eachBlock(doc, 0, doc.childCount, (block, start) => {
      for (const { from, to, first } of this.unsureIn(block))
        places.push({ from: start + from, to: start + to, seconds: this.words[first]?.start ?? 0 })
    })
    // A selected word is the person's place; a caret directly before a word goes to that word.
    const isHere = ({ from, to }: { from: number; to: number }) => from === selection.from && to === selection.to
    return by > 0
      ? (places.find((place) => place.from >= selection.from && !isHere(place)) ?? places[0])
      : (places.findLast((place) => place.from < selection.from) ?? places.at(-1))
  }

  private fill(blocks: readonly Block[], low?: number, high?: number) {
    for (const [node, words] of fillGaps(blocks, this.placedIn, this.spokenIn, low, high)) this.place(node, words)
  }

  private place(node: Node, words: readonly PlacedWord[]) {
    const own = words.filter((word) => !isMarkPlace(word))
    this.placed.set(node, this.doubts.of.size > 0 ? withMarks(own, node.textContent, this.doubts) : own)
  }

  /** Places the words of a whole document. */
  placeAll(doc: Node) {
    const blocks = blocksOf(doc)
    // Without the conversion's map the recording belongs to all sections, so they are matched as one text.
    this.fill(this.spokenIn('').length ? blocks.map((block) => ({ ...block, sectionId: '' })) : blocks)
  }

  /**
   * Carries the positions over an edit. After undo, redo and a replaced token (`finds`), lost words are searched again.
   */
  carry(before: Node, after: Node, mapping: Mapping, finds: boolean) {
    const { head, tail } = sharedEnds(before, after)
    const carried: PlacedWord[] = []
    eachBlock(before, head, before.childCount - tail, (node, start) => {
      for (const word of this.placedIn(node)) {
        // Changed words are searched with the lost ones: they may be as spoken again.
        if (finds && !word.isAsSpoken) continue
        const from = mapping.map(start + word.from, 1)
        const to = mapping.map(start + word.to, -1)
        if (from < to && !isMarkPlace(word)) carried.push({ ...word, from, to })
      }
    })
    let hasNew = false
    eachBlock(after, head, after.childCount - tail, (node, start) => {
      if (this.placed.has(node)) return
      hasNew = true
      const text = node.textContent
      const here = carried.filter(({ from, to }) => from >= start && to <= start + text.length)
      const words = here.map((word) => settled({ ...word, from: word.from - start, to: word.to - start }, text))
      this.place(node, finds ? words.filter(({ isAsSpoken }) => isAsSpoken) : words)
    })
    if (finds && hasNew) this.refill(blocksOf(after), head, after.childCount - tail)
  }

  /** Searches lost words in the blocks `from` up to `to`, among the words not used by the blocks around them. */
  private refill(blocks: readonly Block[], from: number, to: number) {
    const above = blocks.slice(0, from).flatMap(({ node }) => this.placedIn(node).slice(-1))
    const below = blocks.slice(to).flatMap(({ node }) => this.placedIn(node).slice(0, 1))
    const last = above.at(-1)
    this.fill(blocks.slice(from, to), last && last.last + 1, below[0]?.first)
  }

  /** The second at which the text at a position was spoken; between two known words, the end of the first. */
  secondsAt(doc: Node, pos: number): number | undefined {
    let before: PlacedWord | undefined
    let next: PlacedWord | undefined
    for (const { node, start } of blocksOf(doc)) {
      for (const word of this.placedIn(node)) {
        // Before a mark, it is the end of the word that the mark belongs to.
        if (start + word.from < pos || (start + word.from === pos && !isMarkPlace(word)))
          before = { ...word, to: start + word.to }
        else next ??= word
      }
    }
    if (before) return pos <= before.to ? this.words[before.first]?.start : this.words[before.last]?.end
    return this.words[next?.first ?? -1]?.start
  }

  /**
   * The second at which a passage was finished: the end of its last word, or, if no word was heard, the beginning of
   * the next one.
   */
  secondsUntil(doc: Node, from: number, to: number): number | undefined {
    let last: PlacedWord | undefined
    let next: PlacedWord | undefined
    for (const { node, start } of blocksOf(doc)) {
      for (const word of this.placedIn(node)) {
        if (start + word.from >= to) next ??= word
        else if (start + word.to > from) last = word
      }
    }
    return last ? this.words[last.last]?.end : this.words[next?.first ?? -1]?.start
  }

  /** The range in the document of the word that is spoken at a time. */
  rangeAt(doc: Node, seconds: number): { from: number; to: number } | undefined {
    const index = this.words.findLastIndex(({ start }) => start <= seconds)
    const word = this.words[index]
    if (!word || seconds > word.end + lingerSeconds) return undefined
    let range: { from: number; to: number } | undefined
    doc.forEach((block, offset) => {
      const place = range ? undefined : this.placedIn(block).find(({ first, last }) => first <= index && index <= last)
      if (place) range = { from: offset + 1 + place.from, to: offset + 1 + place.to }
    })
    return range
  }
}

/** How long a word stays highlighted in the pause after it. */
const lingerSeconds = 0.5
