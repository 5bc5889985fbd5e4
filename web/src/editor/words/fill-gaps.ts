import type { Node } from '@tiptap/pm/model'
import type { Block } from './blocks.ts'
import { type PlacedWord, placeTokens, type Spoken, tokensOf } from './place-words.ts'

interface Gap {
  tokens: { block: Block; from: number; to: number; key: string }[]
  sectionId: string
  /** The recognised words that may stand here: from `low` up to, but not including, `high`. */
  low: number
  high: number
}

/**
 * Runs of tokens without a recognised word, each inside one section, with the words left between their placed
 * neighbours.
 */
const gapsOf = (
  blocks: readonly Block[],
  placedIn: (node: Node) => readonly PlacedWord[],
  low: number,
  high: number,
) => {
  const gaps: Gap[] = []
  let open: Gap | undefined
  let lowest = low
  for (const block of blocks) {
    const placed = placedIn(block.node)
    if (open?.sectionId !== block.sectionId) open = undefined
    for (const token of tokensOf(block.node.textContent)) {
      const word = placed.find(({ from, to }) => token.from < to && token.to > from)
      if (word) {
        for (const gap of gaps) if (gap.high === high && gap.low <= word.first) gap.high = word.first
        lowest = word.last + 1
        open = undefined
      } else {
        if (!open) {
          open = { tokens: [], sectionId: block.sectionId, low: lowest, high }
          gaps.push(open)
        }
        open.tokens.push({ ...token, block })
      }
    }
  }
  return gaps
}

/**
 * Places the tokens of consecutive blocks that have no recognised word yet. `spokenIn` returns what was spoken for a
 * section; only words from `low` up to `high` are used, unless none are left because sections were moved.
 */
export const fillGaps = (
  blocks: readonly Block[],
  placedIn: (node: Node) => readonly PlacedWord[],
  spokenIn: (sectionId: string) => readonly Spoken[],
  low = 0,
  high = Number.POSITIVE_INFINITY,
) => {
  const filled = new Map<Node, PlacedWord[]>(blocks.map(({ node }) => [node, [...placedIn(node)]]))
  const bounds = low < high ? ([low, high] as const) : ([0, Number.POSITIVE_INFINITY] as const)
  for (const gap of gapsOf(blocks, placedIn, ...bounds)) {
    const spoken = spokenIn(gap.sectionId).filter(({ first, last }) => first >= gap.low && last < gap.high)
    for (const [index, place] of placeTokens(gap.tokens, spoken).entries()) {
      const node = gap.tokens[index]?.block.node
      if (place && node) filled.get(node)?.push(place)
    }
  }
  for (const words of filled.values()) words.sort((one, other) => one.from - other.from)
  return filled
}
