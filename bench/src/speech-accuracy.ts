import { execFile } from 'node:child_process'
import { mkdtempDisposable, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { countWordErrors, type RecognisedWord, writeNote } from '@dictara/dictation'
import systemHeadings from '../../server/src/features/templates/system-headings.json' with { type: 'json' }
import { wordsOf } from '../../server/src/gateways/speech/pocketsphinx.ts'
import { readTrie } from '../../server/src/gateways/speech/language-model/read-trie.ts'
import {
  type LanguageModel,
  prepareLanguageModel,
} from '../../server/src/gateways/speech/language-model/prepare-language-model.ts'

/**
 * Recognises dictations that synthetic voices read, with the basic engine. Prints the wrong words and the found
 * headings with their limits. `--each` also prints the recognised texts, and `--stock` also uses the stock model.
 */
const limits = { unknown: 12, known: 6, headings: 0.95 }
const quietly = ['-logfn', '/dev/null', '-time', 'yes']
const voices = ['rms', 'slt', 'awb']
const atOnce = 2
const usualWords = 5_000
const stockModel = '/usr/share/pocketsphinx/model/en-us/en-us.lm.bin'
const run = promisify(execFile)

interface Dictation {
  name: string
  spoken: string
}

/** Reads texts that were not used to train the language model, of the dictation package and of eight specialties. */
async function readDictations(): Promise<Dictation[]> {
  const folders = ['../../dictation/src/test-data', 'read-aloud'].map((folder) => join(import.meta.dirname, folder))
  const files = await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).map((name) => ({ name, path: join(folder, name) }))),
  )
  const texts = files.flat().filter(({ name }) => /^(t\d|[a-z]+)\.txt$/.test(name))
  return Promise.all(texts.map(async ({ name, path }) => ({ name, spoken: (await readFile(path, 'utf8')).trim() })))
}

async function readAloud(folder: string, voice: string, { name, spoken }: Dictation): Promise<string> {
  const wav = join(folder, `${voice}-${name}.wav`)
  await run('flite', ['-voice', voice, '-t', spoken, '-o', `${wav}.flite`])
  await run('ffmpeg', ['-v', 'error', '-y', '-f', 'wav', '-i', `${wav}.flite`, '-ac', '1', '-ar', '16000', wav])
  return wav
}

async function hear(wav: string, model: LanguageModel | undefined): Promise<RecognisedWord[]> {
  const args = model ? ['-lm', model.languageModel, '-dict', model.dictionary] : []
  return wordsOf((await run('pocketsphinx_continuous', ['-infile', wav, ...quietly, ...args])).stdout)
}

/** Returns the words that a clinic would put into its word file: those that are unusual in general English. */
async function termsAmong(said: ReadonlySet<string>): Promise<string[]> {
  const stock = readTrie(await readFile(stockModel))
  const usual = [...stock.words.keys()].toSorted((a, b) => stock.unigrams[b]! - stock.unigrams[a]!).slice(0, usualWords)
  const isUsual = new Set(usual.map((index) => stock.words[index]!))
  return [...said].filter((word) => !isUsual.has(word))
}

const headingsOf = (words: readonly RecognisedWord[]) =>
  writeNote(words, { templateHeadings: [], systemHeadings })
    .map(({ heading }) => heading.customUIHeading)
    .filter(Boolean)
const asWords = (spoken: string): RecognisedWord[] =>
  spoken.split(/\s+/).map((word, at) => ({ word, start: at / 3, end: (at + 1) / 3, confidence: null }))

/** The results of one model with all texts. */
class Result {
  readonly errors = new Map<string, { wrong: number; words: number }>()
  found = 0
  expected = 0
  given = 0

  add(voice: string, { name, spoken }: Dictation, heard: readonly RecognisedWord[]) {
    const text = heard.map(({ word }) => word).join(' ')
    const { wrong, words } = countWordErrors(spoken, text)
    for (const kind of ['all', voice, name]) {
      const sum = this.errors.get(kind) ?? { wrong: 0, words: 0 }
      this.errors.set(kind, { wrong: sum.wrong + wrong, words: sum.words + words })
    }
    const [right, got] = [headingsOf(asWords(spoken)), headingsOf(heard)]
    this.found += right.filter((heading) => got.includes(heading)).length
    this.expected += right.length
    this.given += got.length
    if (process.argv.includes('--each')) console.log(`${voice} ${name} ${wrong}/${words}: ${text}`)
  }
  rate(kind: string) {
    const { wrong, words } = this.errors.get(kind)!
    return (wrong / words) * 100
  }
  get headingsF1() {
    return (2 * this.found) / (this.expected + this.given)
  }
}

/** Recognises every text in every voice, two at a time. */
async function measure(wavs: readonly { wav: string; voice: string; text: Dictation }[], model?: LanguageModel) {
  const result = new Result()
  const queue = wavs.values()
  const hearNext = async () => {
    for (const { wav, voice, text } of queue) result.add(voice, text, await hear(wav, model))
  }
  await Promise.all(Array.from({ length: atOnce }, hearNext))
  return result
}

async function main() {
  await using made = await mkdtempDisposable(join(tmpdir(), 'dictara-accuracy-'))
  const folder = made.path
  const dictations = await readDictations()
  const wavs: { wav: string; voice: string; text: Dictation }[] = []
  for (const voice of voices)
    for (const text of dictations) wavs.push({ voice, text, wav: await readAloud(folder, voice, text) })
  const headings = systemHeadings.flatMap(({ spoken }) => spoken)
  const shipped = await prepareLanguageModel({ folder: join(folder, 'shipped'), headings })
  if (!shipped) throw new Error('No language model could be made; see start for the programs that it takes.')
  const said = new Set(dictations.flatMap(({ spoken }) => spoken.split(/\s+/)))
  const vocabulary = await termsAmong(said)
  const taught = (await prepareLanguageModel({ folder: join(folder, 'taught'), headings, vocabulary }))!
  const known = new Set((await readFile(shipped.dictionary, 'utf8')).split('\n').map((line) => line.split(/[ (]/)[0]!))
  const unknown = vocabulary.filter((word) => !known.has(word))
  console.log(`${dictations.length} texts, ${vocabulary.length} terms, of which unknown: ${unknown.join(' ')}`)
  if (process.argv.includes('--stock')) print('stock model', await measure(wavs))
  const asShipped = await measure(wavs, shipped)
  print('clinical model', asShipped)
  const withTerms = await measure(wavs, taught)
  print('clinical model with the terms of the texts', withTerms)
  const rows: [string, string, string, boolean][] = [
    [
      'wrong words',
      `${asShipped.rate('all').toFixed(1)} %`,
      `≤ ${limits.unknown} %`,
      asShipped.rate('all') <= limits.unknown,
    ],
    [
      'wrong words, terms in the vocabulary',
      `${withTerms.rate('all').toFixed(1)} %`,
      `≤ ${limits.known} %`,
      withTerms.rate('all') <= limits.known,
    ],
    [
      'headings found, F1',
      asShipped.headingsF1.toFixed(3),
      `≥ ${limits.headings}`,
      asShipped.headingsF1 >= limits.headings,
    ],
  ]
  for (const [what, ours, limit, isWithin] of rows)
    console.log(`${what}: ${ours}, limit ${limit}${isWithin ? '' : ' — NOT REACHED'}`)
  if (rows.some(([, , , isWithin]) => !isWithin)) process.exitCode = 1
}

const print = (model: string, result: Result) => {
  const kinds = [...result.errors.keys()].map((kind) => `${kind} ${result.rate(kind).toFixed(1)} %`)
  console.log(`${model}: wrong words ${kinds.join(', ')}; headings F1 ${result.headingsF1.toFixed(3)}`)
}

await main()
