/**
 * A trigram model with back-off, as probabilities (not logarithms). Words are numbers; an n-gram's key is one number,
 * made by `keyOf`.
 */
export interface NgramModel {
  unigrams: Float64Array
  /** Back-off weights of single words; 1 if nothing follows. */
  unigramBackOffs: Float64Array
  bigrams: Map<number, number>
  bigramBackOffs: Map<number, number>
  trigrams: Map<number, number>
}

/** More words than any model here has; the cube of this number is still a safe integer. */
export const mostWords = 131_072

export const keyOf = (history: number, word: number): number => history * mostWords + word
export const wordOf = (key: number): number => key % mostWords
export const historyOf = (key: number): number => Math.floor(key / mostWords)

export const emptyModel = (words: number): NgramModel => ({
  unigrams: new Float64Array(words),
  unigramBackOffs: new Float64Array(words).fill(1),
  bigrams: new Map(),
  bigramBackOffs: new Map(),
  trigrams: new Map(),
})

/** P(word | one word before). */
export const afterOne = (model: NgramModel, before: number, word: number): number =>
  model.bigrams.get(keyOf(before, word)) ?? model.unigramBackOffs[before]! * model.unigrams[word]!

/**
 * P(word
 * two words before), which are given as a bigram's key.
 */
export function afterTwo(model: NgramModel, before: number, word: number): number {
  const known = model.trigrams.get(before * mostWords + word)
  return known ?? (model.bigramBackOffs.get(before) ?? 1) * afterOne(model, wordOf(before), word)
}

/** Computes the back-off weights: the rest of every history's probability goes to shorter histories. */
export function fillBackOffs(model: NgramModel): void {
  const pairs = restsOf(model.bigrams, (key) => model.unigrams[wordOf(key)]!)
  for (const [before, weight] of pairs) model.unigramBackOffs[before] = weight
  model.bigramBackOffs = restsOf(model.trigrams, (key) => afterOne(model, wordOf(historyOf(key)), wordOf(key)))
}

function restsOf(ngrams: Map<number, number>, shorter: (key: number) => number): Map<number, number> {
  const sums = new Map<number, { own: number; shorter: number }>()
  for (const [key, probability] of ngrams) {
    const history = historyOf(key)
    const sum = sums.get(history)
    if (sum) {
      sum.own += probability
      sum.shorter += shorter(key)
    } else sums.set(history, { own: probability, shorter: shorter(key) })
  }
  const least = 1e-6
  return new Map(
    [...sums].map(([history, sum]) => [history, Math.max(least, 1 - sum.own) / Math.max(least, 1 - sum.shorter)]),
  )
}
