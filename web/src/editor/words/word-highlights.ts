import type { Node } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import type { PlacedWord } from './place-words.ts'
import { createVisibleBlocks } from './visible-blocks.ts'
import type { WordMap } from './word-map.ts'

/** Below this the recogniser was more often wrong than one may overlook (reference/speech.md 1.3). */
export const unsureBelow = 0.5

/** One registry serves the whole page, so editors share the two highlights and each adds its own ranges. */
const highlight = (name: string) => {
  const registry = globalThis.CSS?.highlights
  // A browser without the interface shows the note without marks.
  if (!registry) return undefined
  const known = registry.get(name)
  if (known) return known
  const made = new Highlight()
  registry.set(name, made)
  return made
}

interface Place {
  readonly from: number
  readonly to: number
}

interface Painted {
  readonly block: Node
  readonly placed: readonly PlacedWord[]
  readonly ranges: readonly Range[]
}

/**
 * Paints words without touching the document: the spoken one, and those the recogniser was unsure of. Only blocks on
 * or near the screen hold ranges, and a range that the browser itself moved along with the text is left alone: 900
 * ranges, or 10 made anew at every key, cost milliseconds a key.
 */
export const createWordHighlights = (view: EditorView, map: () => WordMap) => {
  const unsure = highlight('dictara-unsure')
  const spoken = highlight('dictara-spoken')
  const painted = new Map<Element, Painted>()
  let spokenRange: Range | undefined

  /**
   * A range over a place in the document, one of the known ones where that fits. The page carries every range through
   * every change until it is collected, so none is made without need.
   */
  const rangeOf = ({ from, to }: Place, known: readonly Range[]) => {
    const start = view.domAtPos(from, 1)
    const end = view.domAtPos(to, -1)
    const fitting = known.find(
      ({ startContainer, startOffset, endContainer, endOffset }) =>
        startContainer === start.node &&
        startOffset === start.offset &&
        endContainer === end.node &&
        endOffset === end.offset,
    )
    if (fitting) return fitting
    const range = document.createRange()
    range.setStart(start.node, start.offset)
    range.setEnd(end.node, end.offset)
    return range
  }
  const isUnsure = ({ first, last, isAsSpoken }: PlacedWord) =>
    isAsSpoken &&
    map()
      .words.slice(first, last + 1)
      .some(({ confidence }) => (confidence ?? 1) < unsureBelow)

  const erase = (element: Element) => {
    for (const range of painted.get(element)?.ranges ?? []) unsure?.delete(range)
    painted.delete(element)
  }
  const paint = (element: Element, block: Node, start: number) => {
    const placed = map().placedIn(block)
    const before = painted.get(element)
    const isSame = before?.block === block && before.placed === placed
    if (isSame && before.ranges.every(({ startContainer }) => element.contains(startContainer))) return
    const ranges = placed
      .filter(isUnsure)
      .map(({ from, to }) => rangeOf({ from: start + from, to: start + to }, before?.ranges ?? []))
    for (const range of before?.ranges ?? []) if (!ranges.includes(range)) unsure?.delete(range)
    for (const range of ranges) unsure?.add(range)
    painted.set(element, { block, placed, ranges })
  }

  /** Brings the unsure words up to date with the document and the screen. */
  const update = () => {
    if (!unsure) return
    const stale = new Set(painted.keys())
    const { doc } = view.state
    let start = 1
    for (let index = 0; index < doc.childCount; index += 1) {
      // The document is flat: its blocks are the editor's elements, one by one.
      const element = view.dom.children[index]
      const block = doc.child(index)
      if (element && blocks.has(element)) {
        stale.delete(element)
        paint(element, block, start)
      }
      start += block.nodeSize
    }
    for (const element of stale) erase(element)
  }
  const blocks = createVisibleBlocks(view.dom, update)

  return {
    update,
    /** Shows a word as the spoken one; the answer is where it stands on the screen. */
    speak: (place: Place | undefined): Range | undefined => {
      const range = place && rangeOf(place, spokenRange ? [spokenRange] : [])
      if (range === spokenRange) return range
      if (spokenRange) spoken?.delete(spokenRange)
      if (range) spoken?.add(range)
      spokenRange = range
      return range
    },
    stop: () => {
      blocks.stop()
      for (const element of painted.keys()) erase(element)
      if (spokenRange) spoken?.delete(spokenRange)
    },
  }
}
