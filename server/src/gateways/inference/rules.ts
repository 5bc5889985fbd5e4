import { setImmediate as nextTurn } from 'node:timers/promises'
import { inferInSteps, type InferredItem, type NoteSection } from '@dictara/dictation/inference'
import type { InferenceEngine } from './port.ts'

/** So many characters are read at once; a step takes some 30 ms. */
const pieceMost = 20_000

/** A part of a section that is read at once, and where in the section it begins. */
interface Piece extends NoteSection {
  section: number
  offset: number
}

/** A long section in pieces that end with a line, where there is one. */
function piecesOf({ heading, text }: NoteSection, section: number): Piece[] {
  const pieces: Piece[] = []
  for (let offset = 0; offset < text.length; ) {
    const last = text.length - offset <= pieceMost ? -1 : text.lastIndexOf('\n', offset + pieceMost)
    const end = text.length - offset <= pieceMost ? text.length : last > offset ? last + 1 : offset + pieceMost
    pieces.push({ heading, text: text.slice(offset, end), section, offset })
    offset = end
  }
  return pieces
}

/** Dictara's own rules: no network, nothing leaves the server. Other work runs between the sections. */
export const rules: InferenceEngine = {
  async infer(sections, signal) {
    const pieces = sections.flatMap(piecesOf)
    const items: InferredItem[] = []
    for (const found of inferInSteps(pieces)) {
      for (const item of found) {
        const { section, offset } = pieces[item.section]!
        items.push({ ...item, section, start: item.start + offset, end: item.end + offset })
      }
      await nextTurn(undefined, { signal })
    }
    return { items, dropped: 0, engine: 'Rules' }
  },
}
