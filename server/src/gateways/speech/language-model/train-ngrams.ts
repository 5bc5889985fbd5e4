import { emptyModel, fillBackOffs, historyOf, keyOf, type NgramModel, wordOf } from './ngram-model.ts'

/** The words of a model by number, beginning with the marks of a sentence's beginning and end. */
export const sentenceStart = '<s>'
export const sentenceEnd = '</s>'

const add = (counts: Map<number, number>, key: number, count = 1) => counts.set(key, (counts.get(key) ?? 0) + count)

/**
 * The amount subtracted from every count, from the numbers of n-grams that occur once and twice (Kneser and Ney 1995).
 */
function discountOf(counts: Map<number, number>): number {
  let once = 0
  let twice = 0
  for (const count of counts.values()) {
    if (count === 1) once += 1
    else if (count === 2) twice += 1
  }
  return once === 0 ? 0.5 : Math.min(0.95, Math.max(0.1, once / (once + 2 * twice)))
}

/** Discounted counts mixed with the shorter history's probability (interpolated Kneser-Ney). */
function estimate(counts: Map<number, number>, shorter: (key: number) => number): Map<number, number> {
  const discount = discountOf(counts)
  const totals = new Map<number, number>()
  const kinds = new Map<number, number>()
  for (const [key, count] of counts) {
    add(totals, historyOf(key), count)
    add(kinds, historyOf(key))
  }
  return new Map(
    [...counts].map(([key, count]) => {
      const total = totals.get(historyOf(key))!
      const rest = (discount * kinds.get(historyOf(key))!) / total
      return [key, Math.max(count - discount, 0) / total + rest * shorter(key)]
    }),
  )
}

/**
 * Trains trigrams on sentences.
 * @param numbers number of every word, including the marks of beginning and end; sentences contain no other words.
 */
export function trainNgrams(sentences: Iterable<readonly string[]>, numbers: ReadonlyMap<string, number>): NgramModel {
  const pairCounts = new Map<number, number>()
  const trigramCounts = new Map<number, number>()
  const start = numbers.get(sentenceStart)!
  for (const sentence of sentences) {
    const row = [sentenceStart, ...sentence, sentenceEnd].map((word) => numbers.get(word)!)
    add(pairCounts, keyOf(start, row[1]!))
    for (let at = 2; at < row.length; at += 1) add(trigramCounts, keyOf(keyOf(row[at - 2]!, row[at - 1]!), row[at]!))
  }
  // Lower orders count the different contexts of a word, not its occurrences.
  for (const key of trigramCounts.keys()) add(pairCounts, keyOf(wordOf(historyOf(key)), wordOf(key)))
  const wordCounts = new Map<number, number>()
  for (const key of pairCounts.keys()) add(wordCounts, wordOf(key))

  const model = emptyModel(numbers.size)
  const total = [...wordCounts.values()].reduce((sum, count) => sum + count, 0)
  for (const [word, count] of wordCounts) model.unigrams[word] = count / total
  model.bigrams = estimate(pairCounts, (key) => model.unigrams[wordOf(key)]!)
  model.trigrams = estimate(trigramCounts, (key) => model.bigrams.get(keyOf(wordOf(historyOf(key)), wordOf(key))) ?? 0)
  fillBackOffs(model)
  return model
}
