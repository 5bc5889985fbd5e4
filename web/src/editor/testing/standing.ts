import type { Node as Kept } from '@tiptap/pm/model'

export interface Place {
  readonly block: number
  readonly offset: number
}

/** The text and the caret of an editable element, block by block. Only letters are compared. */
export interface Standing {
  readonly blocks: readonly string[]
  readonly anchor: Place
  readonly head: Place
}

const lettersOf = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ').toUpperCase()

/** Returns the text of the blocks that the editor would save, or undefined for an element without an editor. */
const keptIn = (root: HTMLElement) => {
  const { pmViewDesc } = root as { pmViewDesc?: { node: Kept } }
  return pmViewDesc?.node.children.map(({ textContent }) => lettersOf(textContent))
}

/** Returns the text of the headings and paragraphs of an editable element, and the position of the browser's caret. */
export const standingOf = (root: HTMLElement): Standing => {
  const elements = [...root.querySelectorAll('h2, p')]
  const placeOf = (node: Node | null | undefined, offset: number): Place => {
    const block = elements.findIndex((each) => node && each.contains(node))
    const element = elements[block]
    if (!element || !node) {
      // The caret is between two blocks: use the start of the following one.
      const before = node === root ? elements.findIndex((each) => root.childNodes[offset]?.contains(each)) : -1
      return { block: before, offset: 0 }
    }
    const range = document.createRange()
    range.setStart(element, 0)
    range.setEnd(node, offset)
    return { block, offset: range.toString().length }
  }
  const selection = document.getSelection()
  const shown = elements.map(({ textContent }) => lettersOf(textContent))
  const kept = keptIn(root)
  return {
    blocks: kept && kept.join('\n') !== shown.join('\n') ? ['NOT KEPT AS SHOWN:', ...kept] : shown,
    anchor: placeOf(selection?.anchorNode, selection?.anchorOffset ?? 0),
    head: placeOf(selection?.focusNode, selection?.focusOffset ?? 0),
  }
}

/** Returns a generator of random numbers that repeats the same sequence for the same seed. */
export const randomOf = (seed: number) => {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    below: (limit: number) => Math.floor(next() * limit),
    oneOf: <T>(choices: readonly T[]): T => choices[Math.floor(next() * choices.length)] as T,
  }
}
