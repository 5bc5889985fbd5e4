import type { EditorView } from '@tiptap/pm/view'

/** One registry serves the whole page; every editor adds its own range. */
const spokenHighlight = () => {
  const registry = globalThis.CSS?.highlights
  // A browser without this API plays without showing the word.
  if (!registry) return undefined
  const known = registry.get('dictara-spoken')
  if (known) return known
  const made = new Highlight()
  registry.set('dictara-spoken', made)
  return made
}

/** Highlights the spoken word without changing the document or elements. */
export const createSpokenWord = (view: EditorView) => {
  const highlight = spokenHighlight()
  const range = document.createRange()
  const hide = () => highlight?.delete(range)
  return {
    hide,
    /** Highlights a range of the document as the spoken word; returns its range in the page. */
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
