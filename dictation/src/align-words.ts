/** One step from a reference to a hypothesis; positions count words. */
export type WordStep =
  | { kind: 'same' | 'substituted'; reference: number; hypothesis: number }
  | { kind: 'deleted'; reference: number }
  | { kind: 'inserted'; hypothesis: number }

/**
 * Finds the cheapest edit path from one word list to another, in order. Time and memory grow with the product of both
 * lengths, not counting equal beginnings and ends.
 */
export function alignWords(reference: readonly string[], hypothesis: readonly string[]): WordStep[] {
  let start = 0
  while (start < reference.length && start < hypothesis.length && reference[start] === hypothesis[start]) start += 1
  let [endReference, endHypothesis] = [reference.length, hypothesis.length]
  while (
    endReference > start &&
    endHypothesis > start &&
    reference[endReference - 1] === hypothesis[endHypothesis - 1]
  ) {
    endReference -= 1
    endHypothesis -= 1
  }
  const same = (from: number, shift: number, count: number): WordStep[] =>
    Array.from({ length: count }, (_, index) => ({
      kind: 'same',
      reference: from + index,
      hypothesis: from + index + shift,
    }))
  return [
    ...same(0, 0, start),
    ...alignChanged(reference, hypothesis, { start, endReference, endHypothesis }),
    ...same(endReference, endHypothesis - endReference, reference.length - endReference),
  ]
}

function alignChanged(
  reference: readonly string[],
  hypothesis: readonly string[],
  { start, endReference, endHypothesis }: { start: number; endReference: number; endHypothesis: number },
): WordStep[] {
  const [rows, columns] = [endReference - start, endHypothesis - start]
  const width = columns + 1
  const costs = new Uint32Array((rows + 1) * width)
  for (let column = 1; column <= columns; column += 1) costs[column] = column
  for (let row = 1; row <= rows; row += 1) {
    costs[row * width] = row
    for (let column = 1; column <= columns; column += 1) {
      const differs = Number(reference[start + row - 1] !== hypothesis[start + column - 1])
      costs[row * width + column] = Math.min(
        costs[(row - 1) * width + column - 1]! + differs,
        costs[(row - 1) * width + column]! + 1,
        costs[row * width + column - 1]! + 1,
      )
    }
  }
  const steps: WordStep[] = []
  for (let [row, column] = [rows, columns]; row > 0 || column > 0; ) {
    const cost = costs[row * width + column]!
    const at = { reference: start + row - 1, hypothesis: start + column - 1 }
    const differs = Number(reference[at.reference] !== hypothesis[at.hypothesis])
    if (row > 0 && column > 0 && costs[(row - 1) * width + column - 1]! + differs === cost) {
      steps.push({ kind: differs ? 'substituted' : 'same', ...at })
      row -= 1
      column -= 1
    } else if (row > 0 && costs[(row - 1) * width + column]! + 1 === cost) {
      steps.push({ kind: 'deleted', reference: at.reference })
      row -= 1
    } else {
      steps.push({ kind: 'inserted', hypothesis: at.hypothesis })
      column -= 1
    }
  }
  return steps.toReversed()
}

/** The wrong words of a hypothesis (substituted, deleted and inserted), and the number of words in the reference. */
export interface WordErrors {
  wrong: number
  words: number
}

/** Counts wrong words, ignoring case. */
export function countWordErrors(reference: string, hypothesis: string): WordErrors {
  const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean)
  const words = wordsOf(reference)
  const wrong = alignWords(words, wordsOf(hypothesis)).filter(({ kind }) => kind !== 'same').length
  return { wrong, words: words.length }
}

/** Wrong words divided by words of the reference: 0 is perfect, values above 1 are possible; for an empty reference 0 or 1. */
export function wordErrorRate(reference: string, hypothesis: string): number {
  const { wrong, words } = countWordErrors(reference, hypothesis)
  return words === 0 ? Math.min(1, wrong) : wrong / words
}
