import { emptyModel, keyOf, mostWords, type NgramModel } from './ngram-model.ts'

const header = 'Trie Language Model'
const quantBits = 16
const bins = 2 ** quantBits
const unigramBytes = 12
const logBase = Math.log(1.0001)

const bitsFor = (value: number) => (value === 0 ? 0 : Math.floor(Math.log2(value)) + 1)

/** Reads up to 25 bits, starting at any bit. */
const readBits = (bytes: Buffer, at: number, count: number) =>
  (bytes.readUInt32LE(Math.floor(at / 8)) >>> (at % 8)) & (2 ** count - 1)

/** The binary form of a trigram model, as in Debian's stock one (speech.md, The stock model). */
export interface Trie {
  words: string[]
  /** Probability of each single word. */
  unigrams: Float64Array
  /** The n-grams of the words in `numbers`, with those numbers. */
  pick(numbers: ReadonlyMap<string, number>): NgramModel
}

/**
 * Reads a binary trigram model of sphinxbase.
 * @throws Error if the bytes are not one.
 */
export function readTrie(bytes: Buffer): Trie {
  if (bytes.toString('latin1', 0, header.length) !== header || bytes[header.length] !== 3)
    throw new Error('This is no binary trigram model.')
  let at = header.length + 1
  const [words, pairs, triples] = [0, 4, 8].map((offset) => bytes.readUInt32LE(at + offset)) as [number, number, number]
  at += 16
  const table = () => {
    const values = Float64Array.from({ length: bins }, (_, index) =>
      Math.exp(bytes.readFloatLE(at + index * 4) * logBase),
    )
    at += bins * 4
    return values
  }
  const [pairProbabilities, pairBackOffs, tripleProbabilities] = [table(), table(), table()]
  const unigramsAt = at
  at += (words + 1) * unigramBytes
  const [wordBits, nextBits] = [bitsFor(words), bitsFor(triples)]
  const pairBits = wordBits + 2 * quantBits + nextBits
  const tripleBits = wordBits + quantBits
  const pairsAt = at
  at += Math.floor(((1 + pairs) * pairBits + 7) / 8) + 8
  const triplesAt = at
  at += Math.floor(((1 + triples) * tripleBits + 7) / 8) + 8
  const names = bytes
    .toString('utf8', at + 4, at + 4 + bytes.readUInt32LE(at))
    .split('\0')
    .slice(0, words)
  const unigram = (word: number) => unigramsAt + word * unigramBytes
  const probability = (offset: number) => Math.exp(bytes.readFloatLE(offset) * logBase)

  return {
    words: names,
    unigrams: Float64Array.from(names, (_, word) => probability(unigram(word))),
    pick(numbers) {
      const model = emptyModel(numbers.size)
      const idOf = names.map((name) => numbers.get(name) ?? -1)
      const bits = (base: number, offset: number, count: number) => readBits(bytes, base * 8 + offset, count)
      // The history is stored below the word it precedes, nearest word first.
      for (let last = 0; last < words; last += 1) {
        const word = idOf[last]!
        if (word < 0) continue
        model.unigrams[word] = probability(unigram(last))
        model.unigramBackOffs[word] = probability(unigram(last) + 4)
        const end = bytes.readUInt32LE(unigram(last + 1) + 8)
        for (let pair = bytes.readUInt32LE(unigram(last) + 8); pair < end; pair += 1) {
          const before = idOf[bits(pairsAt, pair * pairBits, wordBits)]!
          if (before < 0) continue
          const offset = pair * pairBits + wordBits
          const key = keyOf(before, word)
          model.bigrams.set(key, pairProbabilities[bits(pairsAt, offset + quantBits, quantBits)]!)
          model.bigramBackOffs.set(key, pairBackOffs[bits(pairsAt, offset, quantBits)]!)
          const nextAt = offset + 2 * quantBits
          const lastTriple = bits(pairsAt, nextAt + pairBits, nextBits)
          for (let triple = bits(pairsAt, nextAt, nextBits); triple < lastTriple; triple += 1) {
            const first = idOf[bits(triplesAt, triple * tripleBits, wordBits)]!
            if (first < 0) continue
            const value = tripleProbabilities[bits(triplesAt, triple * tripleBits + wordBits, quantBits)]!
            model.trigrams.set(first * mostWords * mostWords + key, value)
          }
        }
      }
      return model
    },
  }
}
