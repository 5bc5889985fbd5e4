import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { historyOf, keyOf, type NgramModel, wordOf } from './ngram-model.ts'
import { sentenceStart } from './train-ngrams.ts'

const piecesOf = 4_096
/** The logarithm for the impossible; ARPA's minus infinity. */
const never = -99

const logarithm = (value: number) => (value > 0 ? Math.log10(value).toFixed(4) : String(never))

function* linesOf(model: NgramModel, words: readonly string[]) {
  yield '\\data\\'
  yield `ngram 1=${words.length}`
  yield `ngram 2=${model.bigrams.size}`
  yield `ngram 3=${model.trigrams.size}`
  yield '\n\\1-grams:'
  for (const [word, name] of words.entries()) {
    const probability = name === sentenceStart ? 0 : model.unigrams[word]!
    yield `${logarithm(probability)} ${name} ${logarithm(model.unigramBackOffs[word]!)}`
  }
  yield '\n\\2-grams:'
  for (const [key, probability] of model.bigrams) {
    const name = `${words[historyOf(key)]} ${words[wordOf(key)]}`
    yield `${logarithm(probability)} ${name} ${logarithm(model.bigramBackOffs.get(key) ?? 1)}`
  }
  yield '\n\\3-grams:'
  for (const [key, probability] of model.trigrams) {
    const before = historyOf(key)
    yield `${logarithm(probability)} ${words[historyOf(before)]} ${words[wordOf(before)]} ${words[wordOf(key)]}`
  }
  yield '\n\\end\\\n'
}

/** Adds the history of every n-gram with a probability: the readers of this format require it. */
export function completeHistories(model: NgramModel, probability: (key: number) => number): void {
  for (const key of model.trigrams.keys())
    for (const pair of [historyOf(key), keyOf(wordOf(historyOf(key)), wordOf(key))])
      if (!model.bigrams.has(pair)) model.bigrams.set(pair, probability(pair))
}

/** Writes a model as ARPA text. */
export async function writeArpa(path: string, model: NgramModel, words: readonly string[]): Promise<void> {
  const pieces = function* () {
    let piece: string[] = []
    for (const line of linesOf(model, words)) {
      piece.push(line)
      if (piece.length < piecesOf) continue
      yield `${piece.join('\n')}\n`
      piece = []
    }
    yield `${piece.join('\n')}\n`
  }
  await pipeline(Readable.from(pieces()), createWriteStream(path))
}
