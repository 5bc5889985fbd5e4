import type { EditorView } from '@tiptap/pm/view'

/** One registry serves the whole page; every editor adds its own range. */
const spokenHighlight = () => {
  const registry = globalThis.CSS?.highlights
  // A browser without the interface plays without showing the word.
  if (!registry) return undefined
  const known = registry.get('dictara-spoken')
  if (known) return known
  const made = new Highlight()
  registry.set('dictara-spoken', made)
  return made
}

/** Paints the spoken word over the text, without touching document or elements. */
export const createSpokenWord = (view: EditorView) => {
  const highlight = spokenHighlight()
  const range = document.createRange()
  const hide = () => highlight?.delete(range)
  return {
    hide,
    /** Shows a place in the document as the spoken word; the answer is where it stands on the screen. */
    show: ({ from, to }: { from: number; to: number }): Range => {
      const start = view.domAtPos(from, 1)
      const end = view.domAtPos(to, -1)
      range.setStart(start.node, start.offset)
      range.setEnd(end.node, end.offset)
      highlight?.add(range)
      return range
    },
  }
}
