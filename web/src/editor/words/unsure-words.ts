import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Mapping, StepMap } from '@tiptap/pm/transform'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { redraw } from '../redraw.ts'
import { eachBlock, sharedEnds } from './blocks.ts'
import { linesOnScreen, type Window, watchVisible } from './visible-blocks.ts'
import type { WordMap } from './word-map.ts'

/** The blocks that are drawn, and for very long blocks only some positions. */
interface Drawing extends Window {
  readonly parts: readonly Window[]
}

const nothing: Drawing = { from: 0, to: 0, parts: [] }
const visibleBlocks = new PluginKey<Drawing>('visibleBlocks')

/**
 * Number of characters from which only a block's lines around the screen are drawn. In a paragraph of 15,000 words with
 * 1,800 elements the browser takes half a second for a key, without them a thirtieth of a second.
 */
const longBlock = 6000
const isLong = (block: Node) => block.content.size > longBlock
/** How much of a long block is drawn above and below the screen, in characters. */
const besideMost = 1500

const holds = (part: Window, { from, to }: Window) => part.from <= from && to <= part.to
const meets = (part: Window, from: number, to: number) => part.from < to && from < part.to

const marksOf = (doc: Node, map: WordMap, windows: readonly Window[], parts: readonly Window[]): Decoration[] => {
  const marks: Decoration[] = []
  for (const { from, to } of windows)
    eachBlock(doc, from, Math.min(to, doc.childCount), (block, start) => {
      const isAll = !isLong(block)
      for (const word of map.unsureIn(block)) {
        const [first, last] = [start + word.from, start + word.to]
        if (isAll || parts.some((part) => meets(part, first, last)))
          marks.push(Decoration.inline(first, last, { class: 'dictara-unsure' }))
      }
    })
  return marks
}

/** The marks after typing in one block: only that block's marks are computed again. */
const marksBehindKey = (
  { doc: before, marks }: { doc: Node; marks: DecorationSet },
  doc: Node,
  head: number,
  map: WordMap,
  windows: readonly Window[],
) => {
  const start = doc.resolve(0).posAtIndex(head)
  const typed = new StepMap([start, before.child(head).nodeSize, doc.child(head).nodeSize])
  const isDrawn = windows.some(({ from, to }) => from <= head && head < to)
  const own = isDrawn ? marksOf(doc, map, [{ from: head, to: head + 1 }], []) : []
  return marks.map(new Mapping([typed]), doc).add(doc, own)
}

/** The lines of each very long block that are on the screen. */
const longOnScreen = (view: EditorView, { from, to }: Window) => {
  const parts: Window[] = []
  const { doc } = view.state
  eachBlock(doc, from, Math.min(to, doc.childCount), (block, start) => {
    const text = { from: start, to: start + block.content.size }
    if (isLong(block)) parts.push(linesOnScreen(text, (position) => view.coordsAtPos(position).bottom))
  })
  return parts
}

const widened = ({ from, to }: Window): Window => ({ from: from - besideMost, to: to + besideMost })

/**
 * The caret's block and its neighbours if they are not on the screen yet, or the caret's part of a very long block.
 * They are drawn before an arrow key moves there, and not while the page scrolls afterwards: drawing under the caret
 * makes the browser forget its column, and the end of a wrapped line at which it stands.
 */
const besideDrawing = ({ doc, selection: { $head } }: EditorState, { from, to, parts }: Drawing) => {
  const [first, behind] = [Math.max(0, $head.index(0) - 1), Math.min(doc.childCount, $head.index(0) + 2)]
  const pieces = [
    { from: first, to: Math.min(behind, from) },
    { from: Math.max(first, to), to: behind },
  ]
  const blocks = pieces.filter((piece) => piece.from < piece.to)
  if (!isLong($head.parent) || parts.some((part) => meets(part, $head.pos, $head.pos + 1))) return { blocks }
  // Rounded, so that it stays the same for the next keys.
  const start = $head.start() + besideMost * Math.floor($head.parentOffset / besideMost)
  return { blocks, part: widened({ from: start, to: start + besideMost }) }
}
type Beside = ReturnType<typeof besideDrawing>

const isSameBeside = (one: Beside, other: Beside) =>
  one.part?.from === other.part?.from &&
  one.blocks.length === other.blocks.length &&
  one.blocks.every(({ from, to }, index) => from === other.blocks[index]?.from && to === other.blocks[index]?.to)

/** The number of the only block that differs; undefined if more differ. */
const typedBlock = (before: Node, after: Node) => {
  const { head, tail } = sharedEnds(before, after)
  return before.childCount === after.childCount && head + tail === after.childCount - 1 ? head : undefined
}

/** The same blocks and parts after an edit. */
const carried = ({ from, to, parts }: Drawing, tr: Transaction): Drawing => {
  const grown = Math.max(0, tr.doc.childCount - tr.before.childCount)
  const carry = (part: Window) => ({ from: tr.mapping.map(part.from), to: tr.mapping.map(part.to) })
  return { from, to: to + grown, parts: parts.map(carry) }
}

/** Redraws the unsure words after `take` has changed them. */
export const redrawUnsure = (view: EditorView, take: () => void) =>
  redraw(view, (tr) => {
    take()
    return tr.setMeta(visibleBlocks, visibleBlocks.getState(view.state))
  })

/**
 * Marks the unsure words on the screen until somebody changes them. Decorations are used, about forty elements at a
 * time: with a CSS highlight, the browser repaints every paragraph at every key, which took 0.9 ms of the 1.6 ms that
 * typing here takes above a bare contenteditable (bench/src/typing.ts).
 */
export const unsureWords = (map: () => WordMap) => {
  let drawn: { doc: Node; map: WordMap; drawing: Drawing; beside: Beside; marks: DecorationSet } | undefined
  const marksNow = (doc: Node, drawing: Drawing, beside: Beside) => {
    const windows = [drawing, ...beside.blocks]
    const parts = beside.part ? [...drawing.parts, beside.part] : drawing.parts
    const isElsewhere =
      drawn?.map !== map() ||
      parts.length > 0 ||
      drawn.drawing.from !== drawing.from ||
      drawn.drawing.to !== drawing.to ||
      !isSameBeside(drawn.beside, beside)
    const typed = drawn && !isElsewhere ? typedBlock(drawn.doc, doc) : undefined
    return drawn && typed !== undefined
      ? marksBehindKey(drawn, doc, typed, map(), windows)
      : DecorationSet.create(doc, marksOf(doc, map(), windows, parts))
  }
  return new Plugin<Drawing>({
    key: visibleBlocks,
    state: {
      init: () => nothing,
      apply: (tr, drawing) => tr.getMeta(visibleBlocks) ?? (tr.docChanged ? carried(drawing, tr) : drawing),
    },
    props: {
      decorations: (state) => {
        const { doc } = state
        const drawing = visibleBlocks.getState(state) ?? nothing
        const beside = besideDrawing(state, drawing)
        const isAsBefore = drawn?.doc === doc && drawn.map === map() && drawn.drawing === drawing
        if (!drawn || !isAsBefore || !isSameBeside(drawn.beside, beside)) {
          drawn = { doc, map: map(), drawing, beside, marks: marksNow(doc, drawing, beside) }
        }
        return drawn.marks
      },
    },
    view: (view) => ({
      destroy: watchVisible(view.dom, (window) => {
        const { from, to, parts } = visibleBlocks.getState(view.state) ?? nothing
        const shown = longOnScreen(view, window)
        const isDrawn = shown.every((lines) => parts.some((part) => holds(part, lines)))
        if (from !== window.from || to !== window.to || !isDrawn)
          redraw(view, (tr) => tr.setMeta(visibleBlocks, { ...window, parts: shown.map(widened) }))
      }),
    }),
  })
}
