export interface ComparedPart {
  kind: 'same' | 'added' | 'taken'
  text: string
}

const wordsOf = (text: string) => text.match(/\s+|[^\s]+/g) ?? []

/** Above this many cells the middle is told as one replacement: comparing may not freeze the page. */
const mostCells = 4_000_000

/** Lengths of the longest common runs of words from each pair of places to the ends. */
function commonLengths(one: readonly string[], other: readonly string[]): Uint32Array {
  const width = other.length + 1
  const lengths = new Uint32Array((one.length + 1) * width)
  for (let i = one.length - 1; i >= 0; i -= 1)
    for (let j = other.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        one[i] === other[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
  return lengths
}

function compareMiddle(before: readonly string[], after: readonly string[]): ComparedPart[] {
  if (before.length * after.length > mostCells)
    return [
      { kind: 'taken', text: before.join('') },
      { kind: 'added', text: after.join('') },
    ]
  const lengths = commonLengths(before, after)
  const width = after.length + 1
  const parts: ComparedPart[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      parts.push({ kind: 'same', text: before[i]! })
      i += 1
      j += 1
    } else if (
      j >= after.length ||
      (i < before.length && lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!)
    ) {
      parts.push({ kind: 'taken', text: before[i]! })
      i += 1
    } else {
      parts.push({ kind: 'added', text: after[j]! })
      j += 1
    }
  }
  return parts
}

/** What turns one text into the other, word by word; equal neighbours are joined. */
export function compareTexts(before: string, after: string): ComparedPart[] {
  const [one, other] = [wordsOf(before), wordsOf(after)]
  let head = 0
  while (head < one.length && head < other.length && one[head] === other[head]) head += 1
  let tail = 0
  while (tail < one.length - head && tail < other.length - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1
  const parts: ComparedPart[] = [
    { kind: 'same', text: one.slice(0, head).join('') },
    ...compareMiddle(one.slice(head, one.length - tail), other.slice(head, other.length - tail)),
    { kind: 'same', text: one.slice(one.length - tail).join('') },
  ]
  const joined: ComparedPart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (part.text === '') continue
    if (last?.kind === part.kind) last.text += part.text
    else joined.push({ ...part })
  }
  return joined
}
