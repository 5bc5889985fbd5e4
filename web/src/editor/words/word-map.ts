import type { Node } from '@tiptap/pm/model'
import type { Mapping } from '@tiptap/pm/transform'
import type { RecognisedWord, TokenWords } from '../sections.ts'
import { type Block, blocksOf, changedBlocks } from './blocks.ts'
import { fillGaps } from './fill-gaps.ts'
import { type PlacedWord, type Spoken, spokenTokens, spokenWords } from './place-words.ts'

const isWordCharacter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** A word after an edit: grown to the whole token it is now part of, and marked when its text is no longer the spoken one. */
const settled = (word: PlacedWord, textBefore: string, text: string): PlacedWord => {
  let { from, to } = word
  while (isWordCharacter(text[from - 1])) from -= 1
  while (isWordCharacter(text[to])) to += 1
  return { ...word, from, to, isAsSpoken: word.isAsSpoken && text.slice(from, to) === textBefore }
}

/**
 * Where the recognised words stand in the document: beside it, never in it. Places are kept per block, relative to its
 * start, under the block's own node: an edit costs only the blocks it touches, everything else keeps its node.
 */
export class WordMap {
  private readonly placed = new WeakMap<Node, readonly PlacedWord[]>()
  private readonly spokenIn: (sectionId: string) => readonly Spoken[]
  readonly words: readonly RecognisedWord[]

  /** `tokens` is the conversion's own map; without it the text is matched to the words as they were recognised. */
  constructor(words: readonly RecognisedWord[], tokens: readonly TokenWords[] = []) {
    this.words = words
    const raw = tokens.length ? [] : spokenWords(words)
    const bySection = Map.groupBy(tokens, ({ sectionId }) => sectionId)
    const mapped = new Map([...bySection].map(([id, list]) => [id, spokenTokens(list)]))
    this.spokenIn = (sectionId) => (tokens.length ? (mapped.get(sectionId) ?? []) : raw)
  }

  placedIn = (block: Node): readonly PlacedWord[] => this.placed.get(block) ?? []

  private fill(blocks: readonly Block[], low?: number, high?: number) {
    for (const [node, words] of fillGaps(blocks, this.placedIn, this.spokenIn, low, high)) this.placed.set(node, words)
  }

  /** Places the words of a whole document. */
  placeAll(doc: Node) {
    const blocks = blocksOf(doc)
    // Without the conversion's map the recording runs through all sections, so they are matched as one text.
    this.fill(this.spokenIn('').length ? blocks.map((block) => ({ ...block, sectionId: '' })) : blocks)
  }

  /** Follows an edit from one document to the next; after undo and redo (`isHistory`) lost words are looked up again. */
  carry(before: Node, after: Node, mapping: Mapping, isHistory: boolean) {
    const { gone, come, above, below } = changedBlocks(blocksOf(before), blocksOf(after))
    const changed = come.filter(({ node }) => !this.placed.has(node))
    const carried = gone.flatMap(({ node, start }) =>
      this.placedIn(node).map((word) => ({
        word,
        text: node.textContent.slice(word.from, word.to),
        from: mapping.map(start + word.from, 1),
        to: mapping.map(start + word.to, -1),
      })),
    )
    for (const { node, start } of changed) {
      const text = node.textContent
      const here = carried.filter(({ from, to }) => from < to && from >= start && to <= start + text.length)
      const words = here.map((each) =>
        settled({ ...each.word, from: each.from - start, to: each.to - start }, each.text, text),
      )
      this.placed.set(node, words)
    }
    if (!isHistory || !changed.length) return
    const last = above.flatMap(({ node }) => this.placedIn(node).slice(-1)).at(-1)
    const next = below.flatMap(({ node }) => this.placedIn(node).slice(0, 1))[0]
    this.fill(come, last && last.last + 1, next?.first)
  }

  /** Seconds at which the text at a position was spoken; between two known words, the end of the first. */
  secondsAt(doc: Node, pos: number): number | undefined {
    let before: PlacedWord | undefined
    let next: PlacedWord | undefined
    for (const { node, start } of blocksOf(doc)) {
      for (const word of this.placedIn(node)) {
        if (start + word.from <= pos) before = { ...word, to: start + word.to }
        else next ??= word
      }
    }
    if (before) return pos <= before.to ? this.words[before.first]?.start : this.words[before.last]?.end
    return this.words[next?.first ?? -1]?.start
  }

  /** Where the word stands that is spoken at a time, as positions in the document. */
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

/** How long a word stays the spoken one in the pause after it. */
const lingerSeconds = 0.5
