import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunIn, runProcess } from '../../platform/processes.ts'
import type { ClinicalModel } from './clinical-model.ts'
import type { SpotPhrases, SpottedPhrase } from './port.ts'

/**
 * Measured with the clinical dictations of flite's three voices: 41 of 42 headings are found, and one false heading in
 * 8 minutes; none in 23 seconds of people reading and speaking.
 */
const threshold = '1e-10'
const limits = { timeLimitSeconds: 20, memoryLimitMb: 1_500, isPatient: true }

/** Whole dictionaries are read a few times a day, not every few seconds of each dictation. */
const keptMost = 50

interface Sayable {
  /** Lines of the dictionary. */
  lines: string[]
  phrases: string[]
  unknown: string[]
}

/**
 * Searches only for a few phrases, which takes a twentieth of the time of recognition. It uses a dictionary of their
 * words, since loading the whole one takes longer than the search. A phrase with a word of unknown pronunciation is not
 * searched for, and reported.
 */
export function phraseSpotter(program: string, clinical: ClinicalModel): SpotPhrases {
  const kept = new Map<string, Sayable>()
  return async (wav, phrases, options) => {
    const model = await clinical.ready()
    if (!model) return undefined
    const name = [model.dictionary, ...phrases].join('\n')
    const known = kept.get(name) ?? sayable(phrases, await readFile(model.dictionary, 'utf8'))
    if (kept.size >= keptMost) kept.clear()
    kept.set(name, known)
    if (known.phrases.length === 0) return undefined
    const printed = await run(program, wav, known.lines, known.phrases, options)
    return { said: spottedOf(printed), unknown: known.unknown }
  }
}

function sayable(phrases: readonly string[], dictionary: string): Sayable {
  const words = new Set(phrases.flatMap((phrase) => phrase.split(' ')))
  const wordOf = (line: string) => line.slice(0, line.indexOf(' ')).replace(/\(\d+\)$/, '')
  const lines = dictionary.split('\n').filter((line) => words.has(wordOf(line)))
  const known = new Set(lines.map(wordOf))
  const isKnown = (phrase: string) => phrase.split(' ').every((word) => known.has(word))
  return { lines, phrases: phrases.filter(isKnown), unknown: phrases.filter((phrase) => !isKnown(phrase)) }
}

async function run(program: string, wav: string, lines: string[], phrases: string[], options: RunIn): Promise<string> {
  const [dictionary, list] = [join(options.folder, 'spot.dict'), join(options.folder, 'spot.list')]
  await writeFile(dictionary, `${lines.join('\n')}\n`)
  await writeFile(list, phrases.map((phrase) => `${phrase} /${threshold}/\n`).join(''))
  const what = ['-kws', list, '-dict', dictionary, '-infile', wav, '-logfn', '/dev/null', '-time', 'yes']
  return runProcess(program, what, { ...limits, ...options })
}

/** Phrases that begin within this time are in the same place; an unrecognised word before a phrase takes longer. */
const sameMs = 60

/**
 * If two phrases are found in one place, the longer one was said, since "subjective" contains "objective"; of two in
 * the same part, the likelier one: "dogs. Objective" is nearly "subjective". In the order of the sound.
 */
export function spottedOf(printed: string): SpottedPhrase[] {
  const rows = printed.split('\n').flatMap((line) => {
    const row = /^(\S.*?)\s+(\d+\.\d+) (\d+\.\d+) (\S+)$/.exec(line.trim())
    if (!row) return []
    const [startMs, endMs] = [Number(row[2]) * 1000, Number(row[3]) * 1000]
    return [{ phrase: row[1]!, startMs, endMs, lengthMs: endMs - startMs, likely: Number(row[4]) }]
  })
  const kept: typeof rows = []
  for (const row of rows.sort((a, b) => b.lengthMs - a.lengthMs)) {
    const [other, ...more] = kept.filter(({ startMs, endMs }) => row.startMs < endMs && startMs < row.endMs)
    if (!other) kept.push(row)
    else if (more.length === 0 && other.lengthMs - row.lengthMs < sameMs && row.likely > other.likely)
      kept.splice(kept.indexOf(other), 1, row)
  }
  return kept.sort((a, b) => a.startMs - b.startMs).map(({ phrase, startMs, endMs }) => ({ phrase, startMs, endMs }))
}
