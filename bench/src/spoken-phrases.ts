import { execFile } from 'node:child_process'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { newId } from '@dictara/contract/new-id'
import {
  type AuthorPhrase,
  indexPhrases,
  type TemplateHeading,
  type WrittenNote,
  type WrittenSection,
  writeWholeNote,
} from '@dictara/dictation'
import { sectionPlainText } from '@dictara/dictation/note-text'
import { phraseLines } from '@dictara/dictation/phrase-text'
import systemHeadings from '../../server/src/features/templates/system-headings.json' with { type: 'json' }
import {
  type LanguageModel,
  prepareLanguageModel,
} from '../../server/src/gateways/speech/language-model/prepare-language-model.ts'
import { wordsOf } from '../../server/src/gateways/speech/pocketsphinx.ts'
import templates from './spoken-phrases/templates.json' with { type: 'json' }

const run = promisify(execFile)
const voices = ['rms', 'slt', 'awb']
const shareLeast = 0.98
const fields = {
  'Patient Name': 'Ann Lee',
  Age: '54',
  MRN: '10234',
  'Room/Bed': null,
  'Date of Encounter': '11/24/2026',
  Facility: 'Hill Clinic',
}

interface SpokenNote {
  template: readonly TemplateHeading[]
  spoken: string
  /** The expected phrases under each heading, annotated by hand. */
  expected: { heading: string; key: string }[]
  emptyRequired: string[]
}

const textOf = (name: string) => readFile(new URL(`spoken-phrases/${name}`, import.meta.url), 'utf8')
const listOf = (text: string) => text.split(', ').filter(Boolean)

async function readPhrases(): Promise<AuthorPhrase[]> {
  return (await textOf('phrases.tsv'))
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [key, phrase, headings, dynamic] = line.split('\t') as [string, string, string?, string?]
      const kept = { phrase: phrase.replaceAll('\\n', '\n'), dynamic: dynamic === 'dynamic' }
      return { id: key, key, ...kept, headings: headings ? [headings] : null }
    })
}

async function readNotes(): Promise<SpokenNote[]> {
  return (await textOf('notes.txt'))
    .trim()
    .split('\n\n')
    .map((block) => {
      const [template, spoken, ...rest] = block.split('\n') as [keyof typeof templates, string, ...string[]]
      const told = rest.find((line) => line.startsWith('!'))!
      const expected = rest
        .filter((line) => line.startsWith('>'))
        .flatMap((line) => {
          const [, heading, keys] = /^> ?([^:]*): (.*)$/.exec(line)!
          return listOf(keys!).map((key) => ({ heading: heading!, key }))
        })
      return { template: templates[template], spoken, expected, emptyRequired: listOf(told.slice(2)) }
    })
}

/** Recognises a text that a synthetic voice reads, with the engine and its clinical model. */
async function heardOf(spoken: string, voice: string, folder: string, model: LanguageModel) {
  const wav = join(folder, `${newId()}.wav`)
  await run('flite', ['-voice', voice, '-t', spoken, '-o', `${wav}.flite`])
  await run('ffmpeg', ['-v', 'error', '-y', '-f', 'wav', '-i', `${wav}.flite`, '-ac', '1', '-ar', '16000', wav])
  const args = ['-lm', model.languageModel, '-dict', model.dictionary, '-logfn', '/dev/null', '-time', 'yes']
  return wordsOf((await run('pocketsphinx_continuous', ['-infile', wav, ...args])).stdout)
}

/** Returns the expected phrases that are missing under their headings, and the number of unexpected insertions. */
function compare(note: WrittenNote, { expected }: SpokenNote, phrases: readonly AuthorPhrase[]) {
  const textUnder = (heading: string) =>
    note.sections
      .filter((section: WrittenSection) => section.heading.customUIHeading === heading)
      .map(({ content }) => sectionPlainText(content.map((one) => ({ ...one, count: 0 }))))
      .join('\n')
  const shownOf = (key: string) => {
    const { phrase, dynamic } = phrases.find((one) => one.key === key)!
    const lines = phraseLines(phrase, dynamic ? fields : null, (question) => ({ id: '', second: 0, question }))
    return lines.map((runs) => runs.map(({ text }) => text).join('')).join('\n')
  }
  const missed = expected.filter(({ heading, key }) => !textUnder(heading).includes(shownOf(key)))
  const inserted = note.insertions.filter(({ phraseId }) => phraseId !== null).length
  return { missed, more: Math.max(0, inserted - (expected.length - missed.length)) }
}

/** Recognises 30 spoken notes with phrases and templates. @returns whether enough phrases are right */
export async function measureSpokenPhrases(): Promise<boolean> {
  await using made = await mkdtempDisposable(join(tmpdir(), 'dictara-spoken-phrases-'))
  const models = process.env['DICTARA_SPEECH_MODELS'] ?? join(made.path, 'models')
  const model = await prepareLanguageModel({ folder: models, headings: systemHeadings.flatMap(({ spoken }) => spoken) })
  if (!model) throw new Error('No language model could be made; see start for the programs that it takes.')
  const phrases = await readPhrases()
  const index = indexPhrases(phrases)
  const notes = await readNotes()
  const sum = { called: 0, right: 0, more: 0, told: 0, required: 0 }
  for (const [number, note] of notes.entries()) {
    const words = await heardOf(note.spoken, voices[number % voices.length]!, made.path, model)
    const written = writeWholeNote(
      words,
      { templateHeadings: note.template, systemHeadings },
      { index, keyAlone: false, fields, newBlankId: newId },
    )
    const { missed, more } = compare(written, note, phrases)
    const isTold = written.emptyRequired.join() === note.emptyRequired.join()
    sum.called += note.expected.length
    sum.right += note.expected.length - missed.length
    sum.more += more
    sum.required += note.emptyRequired.length
    sum.told += note.emptyRequired.filter((name) => written.emptyRequired.includes(name)).length
    const isWrong = missed.length > 0 || more > 0 || !isTold
    if (!isWrong && !process.argv.includes('--texts')) continue
    console.log(`note ${number + 1}, ${words.map(({ word }) => word).join(' ')}`)
    for (const { heading, key } of missed) console.log(`  missed under ${heading}: ${key}`)
    if (more > 0) console.log(`  ${more} put in that nobody called for there`)
    if (!isTold)
      console.log(
        `  told as empty: ${written.emptyRequired.join(', ') || 'none'}; empty are ${note.emptyRequired.join(', ')}`,
      )
  }
  const share = sum.right / (sum.called + sum.more)
  const isReached = share >= shareLeast && sum.told === sum.required
  console.log(
    `${notes.length} spoken notes, voices ${voices.join(', ')}: ${sum.right} of ${sum.called} expansions as written by hand, ` +
      `${sum.more} besides (${(share * 100).toFixed(1)} %, at least ${shareLeast * 100} %); ` +
      `${sum.told} of ${sum.required} empty required headings told: ${isReached ? 'reached' : 'MISSED'}`,
  )
  return isReached
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await measureSpokenPhrases()) ? 0 : 1
