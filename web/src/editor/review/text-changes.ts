import { commonRuns } from '../words/common-runs.ts'

/** One place where a text differs from an older one. */
export interface TextChange {
  /** New text, as positions in the newer document; both are equal for a pure deletion. */
  readonly from: number
  readonly to: number
  readonly taken: string
  readonly added: string
}

/** A heading or paragraph: its text, and the position of its first character. */
export interface TextBlock {
  readonly text: string
  readonly start: number
}

interface Token {
  text: string
  from: number
  to: number
}

/** A number stays whole, since 0.5 is not 5; a full stop does not belong to its word. */
const tokens = /\s+|[\p{L}\p{N}]+(?:[.,'’/-][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]/gu

/** Words, the text between them, and the end of each block. */
const tokensOf = (blocks: readonly TextBlock[]): Token[] =>
  blocks.flatMap(({ text, start }) => {
    const words = [...text.matchAll(tokens)].map(({ 0: word, index }) => ({
      text: word,
      from: start + index,
      to: start + index + word.length,
    }))
    const end = start + text.length
    return [...words, { text: '\n', from: end, to: end }]
  })

const endOf = (block: TextBlock | undefined) => (block ? block.start + block.text.length : 0)
const joined = (tokens: readonly Token[]) => tokens.map(({ text }) => text).join('')

/** Joins differences with only spaces between them: "left arm" became "right leg". */
const gathered = (changes: readonly TextChange[], between: (from: number, to: number) => string | undefined) => {
  const all: TextChange[] = []
  for (const change of changes) {
    const last = all.at(-1)
    const space = last && between(last.to, change.from)
    if (!last || space === undefined || !/^[^\S\n]*$/.test(space)) all.push(change)
    else
      all[all.length - 1] = {
        from: last.from,
        to: change.to,
        taken: last.taken + space + change.taken,
        added: last.added + space + change.added,
      }
  }
  return all.filter(({ taken, added }) => (taken + added).trim() !== '')
}

/** Compares differing blocks; `place` is the position of the deletion if none of the new ones is left. */
const compareStretch = (before: readonly TextBlock[], after: readonly TextBlock[], place: number): TextChange[] => {
  const [one, other] = [tokensOf(before), tokensOf(after)]
  const end = after.length > 0 ? endOf(after.at(-1)) : place
  const changes: TextChange[] = []
  let [a, b] = [0, 0]
  const runs = commonRuns(
    one.map(({ text }) => text),
    other.map(({ text }) => text),
  )
  for (const run of [...runs, { a: one.length, b: other.length, length: 0 }]) {
    const [taken, added] = [joined(one.slice(a, run.a)), joined(other.slice(b, run.b))]
    const from = other[b]?.from ?? end
    if (taken || added) changes.push({ from, to: added ? (other[run.b - 1]?.to ?? from) : from, taken, added })
    a = run.a + run.length
    b = run.b + run.length
  }
  return changes
}

/**
 * The changes from an older text, word by word. Whole blocks are compared first, and words only in those that differ.
 * Changes of spaces and line ends alone are ignored.
 */
export function textChanges(before: readonly TextBlock[], after: readonly TextBlock[]): TextChange[] {
  const changes: TextChange[] = []
  const runs = commonRuns(
    before.map(({ text }) => text),
    after.map(({ text }) => text),
  )
  let [a, b] = [0, 0]
  for (const run of [...runs, { a: before.length, b: after.length, length: 0 }]) {
    const place = after[b]?.start ?? endOf(after.at(-1))
    if (run.a > a || run.b > b) changes.push(...compareStretch(before.slice(a, run.a), after.slice(b, run.b), place))
    a = run.a + run.length
    b = run.b + run.length
  }
  return gathered(changes, (from, to) => {
    const block = after.findLast(({ start }) => start <= from)
    return block && to <= endOf(block) ? block.text.slice(from - block.start, to - block.start) : undefined
  })
}
