import { createReadStream, readFileSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type RunIn, runProcess } from '../../../platform/processes.ts'
import { learnLettersToSounds } from './letters-to-sounds.ts'
import { inContexts, makeDictations, readCorpus } from './make-dictations.ts'
import { mixModels } from './mix-models.ts'
import { afterOne, historyOf, wordOf } from './ngram-model.ts'
import { pronounce } from './pronounce.ts'
import { readTrie } from './read-trie.ts'
import { sentenceEnd, sentenceStart, trainNgrams } from './train-ngrams.ts'
import { completeHistories, writeArpa } from './write-arpa.ts'

export interface Recipe {
  /** Files of the corpus, and the spoken headings. */
  corpus: readonly string[]
  headings: readonly string[]
  /** Words and phrases of this installation. */
  vocabulary: readonly string[]
  /** Debian's model of general English, and its dictionary. */
  stockModel: string
  stockDictionary: string
}

const rounds = 40
/** Weight of clinical against general English (speech.md, The language model). */
const domainShare = 0.5
/** Number of the most frequent general words that are known besides the clinical ones. */
const generalWords = 24_000
/** Pronunciations of a new word besides espeak-ng's: people differ, and so do rules. */
const otherWays = 2
/** In letters. */
const longWord = 9
/** Learning from every third word of the dictionary is enough. */
const learntFrom = 3
const limits = { timeLimitSeconds: 300, memoryLimitMb: 2_000 }

/** Notes write "follow up" and "x ray" as separate words, so that other spellings would only interfere. */
const isPlain = (word: string) => /^(<\/?s>|[a-z']+)$/.test(word) && word !== 'followup'

/** Lines of a dictionary by word: `word PHONES` and `word(2) PHONES`. */
async function readDictionary(path: string): Promise<Map<string, string[]>> {
  const entries = new Map<string, string[]>()
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const word = /^(\S+?)(?:\(\d+\))?\s/.exec(line)?.[1]
    if (word) entries.set(word, [...(entries.get(word) ?? []), line])
  }
  return entries
}

/** Dictionary lines for words that are missing or have too few pronunciations. */
async function waysToSay(words: readonly string[], dictionary: ReadonlyMap<string, string[]>, runIn: RunIn) {
  const phonesIn = (line: string) => line.split(/\s+/).slice(1)
  const learnt = learnLettersToSounds(
    [...dictionary]
      .filter(([word]) => /^[a-z]{3,}$/.test(word))
      .filter((_, index) => index % learntFrom === 0)
      .map(([word, [line]]) => [word, phonesIn(line!)]),
  )
  const unknown = words.filter((word) => !dictionary.has(word))
  const byRules = await pronounce(unknown, runIn)
  return new Map(
    words.flatMap((word): [string, string[]][] => {
      const known = dictionary.get(word)?.map((line) => phonesIn(line).join(' ')) ?? [byRules.get(word) ?? []].flat()
      const others = /^[a-z]+$/.test(word) ? learnt.say(word, otherWays + 1) : []
      const ways = [...new Set([...known, ...others])].slice(0, Math.max(1, known.length) + otherWays)
      return ways.length > 0 ? [[word, ways.map((way, at) => `${word}${at > 0 ? `(${at + 1})` : ''} ${way}`)]] : []
    }),
  )
}

/**
 * Builds the language model and dictionary of the basic offline engine in a folder: trigrams of clinical dictations,
 * mixed with the stock model of general English. Takes about thirty-five seconds of one processor.
 */
export async function buildLanguageModel(recipe: Recipe, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const dictionary = await readDictionary(recipe.stockDictionary)
  const corpus = readCorpus(recipe.corpus.map((file) => readFileSync(file, 'utf8')).join('\n'))
  const sentences = [...makeDictations(corpus, recipe.headings, rounds), ...recipe.vocabulary.flatMap(inContexts)]
  const clinicalWords = [...new Set(sentences.flat())]
  const processOptions = { folder, signal: new AbortController().signal }
  // An unrecognised heading costs a section, so its long words get further pronunciations.
  const headingWords = recipe.headings
    .flatMap((heading) => heading.split(' '))
    .filter((word) => word.length >= longWord)
  const toSay = new Set([...clinicalWords.filter((word) => !dictionary.has(word)), ...headingWords])
  const pronounced = await waysToSay([...toSay], dictionary, processOptions)
  const isSayable = (word: string) => dictionary.has(word) || pronounced.has(word)
  const trie = readTrie(await readFile(recipe.stockModel))
  const general = [...trie.words.keys()]
    .toSorted((a, b) => trie.unigrams[b]! - trie.unigrams[a]!)
    .map((index) => trie.words[index]!)
    .filter((word) => dictionary.has(word) && isPlain(word))
    .slice(0, generalWords)
  const words = [...new Set([sentenceStart, sentenceEnd, ...clinicalWords.filter(isSayable), ...general])]
  const numbers = new Map(words.map((word, index) => [word, index]))
  const sayable = sentences.filter((sentence) => sentence.length > 0 && sentence.every((word) => numbers.has(word)))
  const mixed = mixModels(trainNgrams(sayable, numbers), trie.pick(numbers), domainShare)
  completeHistories(mixed, (key) => afterOne(mixed, historyOf(key), wordOf(key)))

  const arpa = join(folder, 'model.arpa')
  await writeArpa(arpa, mixed, words)
  const binary = join(folder, 'model.lm.bin')
  await runProcess('sphinx_lm_convert', ['-i', arpa, '-o', binary], { ...limits, ...processOptions })
  await rm(arpa)
  const lines = words.flatMap((word) => pronounced.get(word) ?? dictionary.get(word) ?? [])
  await writeFile(join(folder, 'model.dict'), `${lines.join('\n')}\n`)
}

// A separate program, so that no request waits for it: `build-language-model.ts RECIPE.json FOLDER`.
const [recipeFile, folder] = process.argv.slice(2)
if (/build-language-model\.[jt]s$/.test(process.argv[1] ?? '') && recipeFile && folder)
  await buildLanguageModel(JSON.parse(await readFile(recipeFile, 'utf8')) as Recipe, folder)
