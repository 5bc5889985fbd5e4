import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { readCaret } from '../schema/caret-first.ts'
import { eachBlock } from './blocks.ts'
import { type Window, watchVisible } from './visible-blocks.ts'
import type { WordMap } from './word-map.ts'

const visibleBlocks = new PluginKey<Window>('visibleBlocks')

const marksOf = (doc: Node, map: WordMap, windows: readonly Window[]) => {
  const marks: Decoration[] = []
  for (const { from, to } of windows)
    eachBlock(doc, from, Math.min(to, doc.childCount), (block, start) => {
      for (const word of map.unsureIn(block))
        marks.push(Decoration.inline(start + word.from, start + word.to, { class: 'dictara-unsure' }))
    })
  return DecorationSet.create(doc, marks)
}

/**
 * The block of the caret, when it is not on the screen yet: it is drawn as the caret comes, and not while the page scrolls
 * after it. A block that is drawn under the caret makes the browser forget at which end of a wrapped line it stands.
 */
const besideWindow = ({ selection: { $head } }: EditorState, { from, to }: Window) => {
  const at = $head.index(0)
  return at < from || at >= to ? at : undefined
}

/** Draws the unsure words anew: other ones are on the screen, or the words are others. */
export const redrawUnsure = (view: EditorView, window = visibleBlocks.getState(view.state)) =>
  view.dispatch(readCaret(view).tr.setMeta(visibleBlocks, window))

/**
 * Marks the words on the screen that the recogniser was unsure of, until somebody changes them. As decorations, some
 * forty elements at a time beside the document: the browser repaints every paragraph with a CSS highlight at every
 * key, which cost 0.9 ms of the 1.6 that typing here takes above a bare contenteditable (bench/src/typing.ts).
 */
export const unsureWords = (map: () => WordMap) => {
  let drawn: { doc: Node; map: WordMap; window: Window; beside: number | undefined; marks: DecorationSet } | undefined
  return new Plugin<Window>({
    key: visibleBlocks,
    state: {
      init: () => ({ from: 0, to: 0 }),
      apply: (tr, window) => {
        const grown = tr.doc.childCount - tr.before.childCount
        return tr.getMeta(visibleBlocks) ?? (grown > 0 ? { ...window, to: window.to + grown } : window)
      },
    },
    props: {
      decorations: (state) => {
        const { doc } = state
        const window = visibleBlocks.getState(state) ?? { from: 0, to: 0 }
        const beside = besideWindow(state, window)
        const isDrawn = drawn?.doc === doc && drawn.map === map() && drawn.window === window && drawn.beside === beside
        if (!drawn || !isDrawn) {
          const windows = beside === undefined ? [window] : [window, { from: beside, to: beside + 1 }]
          drawn = { doc, map: map(), window, beside, marks: marksOf(doc, map(), windows) }
        }
        return drawn.marks
      },
    },
    view: (view) => ({
      destroy: watchVisible(view.dom, (window) => {
        const { from, to } = visibleBlocks.getState(view.state) ?? window
        if (from !== window.from || to !== window.to) redrawUnsure(view, window)
      }),
    }),
  })
}
