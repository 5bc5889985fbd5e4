import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { newId } from '@dictara/contract/new-id'
import { type AuthorPhrase, indexPhrases, type RecognisedWord, sayInsert, writeWholeNote } from '@dictara/dictation'
import systemHeadings from '../../server/src/features/templates/system-headings.json' with { type: 'json' }

const phrasesMost = 2_000
const ratioMost = 1.02
const rounds = 60
const notesARound = 40

const textOf = (name: string) =>
  readFile(fileURLToPath(new URL(`../../dictation/src/test-data/${name}.txt`, import.meta.url)), 'utf8')
const wordsOf = (text: string): RecognisedWord[] =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .map((word, index) => ({ word, start: index, end: index + 0.5, confidence: 1 }))

/** Phrases with keys of two words, letters and a number, some of them dynamic. */
const manyPhrases = (): AuthorPhrase[] =>
  Array.from({ length: phrasesMost }, (_, number) => ({
    id: newId(),
    key: `${['normal', 'chest', 'knee', 'plan', 'echo'][number % 5]} exam${number}`,
    phrase: `<b>Number ${number}</b>: no acute findings.\\n{{Age}} years.`.replace('\\n', '\n'),
    dynamic: number % 4 === 0,
    headings: number % 10 === 0 ? ['PLAN'] : null,
  }))

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** How long a note is in the writing with 2,000 phrases of its author beside none; answers whether the limit is kept. */
export async function benchPhrases(): Promise<boolean> {
  const dictations = (await Promise.all(['t1', 't2', 't3', 't4'].map(textOf))).map(wordsOf)
  const phrases = manyPhrases()
  const headings = { templateHeadings: [], systemHeadings }
  const others = { keyAlone: false, fields: { Age: '54' }, newBlankId: newId }
  // As the conversion does it: phrases are looked at only in a dictation that may call for one.
  const write = (words: RecognisedWord[], of: readonly AuthorPhrase[]) =>
    writeWholeNote(words, headings, { ...others, index: indexPhrases(sayInsert(words) ? of : []) })
  const timed = (of: readonly AuthorPhrase[]) => {
    const started = performance.now()
    for (let note = 0; note < notesARound; note += 1) write(dictations[note % dictations.length]!, of)
    return performance.now() - started
  }
  timed([])
  timed(phrases)
  const pairs = Array.from({ length: rounds }, (_, round) => {
    const first = round % 2 ? timed(phrases) : timed([])
    const second = round % 2 ? timed([]) : timed(phrases)
    return round % 2 ? { none: second, many: first } : { none: first, many: second }
  })
  const ratio = median(pairs.map(({ none, many }) => many / none))
  const aNote = median(pairs.map(({ none }) => none)) / notesARound

  // A dictation that calls for one has its author's keys made ready once.
  const calling = wordsOf(`${await textOf('t1')} insert knee exam twelve`)
  const readied = Array.from({ length: rounds }, () => {
    const started = performance.now()
    write(calling, phrases)
    return performance.now() - started
  })
  const isReached = ratio <= ratioMost
  console.log(
    `writing a note with ${phrasesMost} phrases beside none, median of ${rounds} pairs of ${notesARound} notes: ` +
      `${aNote.toFixed(2)} ms a note, ratio ${ratio.toFixed(3)} (at most ${ratioMost}): ${isReached ? 'reached' : 'MISSED'}; ` +
      `one that calls for a phrase, its keys made ready: ${median(readied).toFixed(1)} ms`,
  )
  return isReached
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await benchPhrases()) ? 0 : 1
