import { afterOne, afterTwo, emptyModel, fillBackOffs, historyOf, type NgramModel, wordOf } from './ngram-model.ts'

/**
 * Mixes two models over the same words: each n-gram of either gets the weighted mean of both probabilities.
 * @param share weight of `one`, 0 to 1.
 */
export function mixModels(one: NgramModel, other: NgramModel, share: number): NgramModel {
  const mean = (a: number, b: number) => share * a + (1 - share) * b
  const mixed = emptyModel(one.unigrams.length)
  const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0)
  const [all, allOthers] = [total(one.unigrams), total(other.unigrams)]
  for (const word of mixed.unigrams.keys())
    mixed.unigrams[word] = mean(one.unigrams[word]! / all, other.unigrams[word]! / allOthers)
  const each = (
    ngrams: (model: NgramModel) => Map<number, number>,
    probability: (model: NgramModel, history: number, word: number) => number,
  ) => {
    const into = ngrams(mixed)
    const take = (key: number) => {
      const [history, word] = [historyOf(key), wordOf(key)]
      into.set(key, mean(probability(one, history, word), probability(other, history, word)))
    }
    for (const key of ngrams(one).keys()) take(key)
    for (const key of ngrams(other).keys()) if (!into.has(key)) take(key)
  }
  each((model) => model.bigrams, afterOne)
  each((model) => model.trigrams, afterTwo)
  fillBackOffs(mixed)
  return mixed
}
