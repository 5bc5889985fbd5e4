import type { Place, randomOf, Standing } from './standing.ts'

export const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
const travel = [...arrows, 'Home', 'End', 'PageUp', 'PageDown', ...arrows.slice(0, 2).map((key) => `Ctrl+${key}`)]
const far = ['Ctrl+Home', 'Ctrl+End', 'PageDown', 'PageUp', 'ArrowDown', 'ArrowUp']
const selecting = [...travel, ...far].map((key) =>
  key.startsWith('Ctrl+') ? `Ctrl+Shift+${key.slice(5)}` : `Shift+${key}`,
)
export const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ ']

const order = (one: Place, other: Place) => one.block - other.block || one.offset - other.offset

/**
 * Chooses the next key of the walk. At the beginning and end of a heading the note has its own rules, which other tests
 * check. So this walk deletes nothing across these places, and splits a heading only at its end.
 */
export const nextKey = (
  random: ReturnType<typeof randomOf>,
  { blocks, anchor, head }: Standing,
  isHeading: (block: number) => boolean,
) => {
  const [from, to] = order(anchor, head) <= 0 ? [anchor, head] : [head, anchor]
  const isEmpty = order(anchor, head) === 0
  if (!isEmpty && from.block !== to.block) {
    const touchesHeading = Array.from({ length: to.block - from.block + 1 }, (_, at) => from.block + at).some(isHeading)
    if (touchesHeading || to.block - from.block > 2) return random.oneOf([...arrows, ...travel, ...selecting])
  }
  const kind = random.below(20)
  if (kind < 4) return random.oneOf(travel)
  if (kind < 7) return random.oneOf(far)
  if (kind < 9) return random.oneOf(selecting)
  const length = blocks[from.block]?.length ?? 0
  const joinsHeading = (first: number) => isHeading(first) || isHeading(first + 1)
  // At the end of a heading without text, Enter moves to the empty line below it.
  const isBare = blocks[from.block + 1] === '' && (isHeading(from.block + 2) || from.block + 2 === blocks.length)
  if (kind === 9 && !(isHeading(from.block) && (to.offset < length || !isEmpty || isBare))) return 'Enter'
  if (kind === 10 && !(isEmpty && from.offset === 0 && joinsHeading(from.block - 1))) return 'Backspace'
  if (kind === 11 && !(isEmpty && from.offset === length && joinsHeading(from.block))) return 'Delete'
  // A space at the end of a heading is dropped when it is saved.
  return isHeading(from.block) ? random.oneOf(letters.slice(0, -1)) : random.oneOf(letters)
}
