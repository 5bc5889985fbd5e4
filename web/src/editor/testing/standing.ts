import type { Node as Kept } from '@tiptap/pm/model'

export interface Place {
  readonly block: number
  readonly offset: number
}

/** Text and caret of an editable element, block by block, letters only. */
export interface Standing {
  readonly blocks: readonly string[]
  readonly anchor: Place
  readonly head: Place
}

const lettersOf = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ').toUpperCase()

/** The blocks that an editor keeps and would save; undefined for a bare element. */
const keptIn = (root: HTMLElement) => {
  const { pmViewDesc } = root as { pmViewDesc?: { node: Kept } }
  return pmViewDesc?.node.children.map(({ textContent }) => lettersOf(textContent))
}

/** The content of an editable element of headings and paragraphs, and the position of the browser's caret. */
export const standingOf = (root: HTMLElement): Standing => {
  const elements = [...root.querySelectorAll('h2, p')]
  const placeOf = (node: Node | null | undefined, offset: number): Place => {
    const block = elements.findIndex((each) => node && each.contains(node))
    const element = elements[block]
    if (!element || !node) {
      // Between two blocks: before the following one.
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

/** Random numbers that are the same for the same seed. */
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
