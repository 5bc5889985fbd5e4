import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunIn, runProcess } from '../../platform/processes.ts'
import type { ClinicalModel } from './clinical-model.ts'
import type { SpotPhrases, SpottedPhrase } from './port.ts'

/** Measured on flite, as it arrives: 28 of 30 headings are found, one as another, and 2 in 5.8 minutes of prose that nobody said. */
const threshold = '1e-10'
const limits = { timeLimitSeconds: 20, memoryLimitMb: 1_500, isPatient: true }

/**
 * Listens for a few phrases alone, a twentieth of what recognition takes: with a dictionary of their words, for loading the
 * whole one takes longer than listening. A phrase with a word that nobody knows how to say is not listened for.
 */
export const phraseSpotter =
  (program: string, clinical: ClinicalModel): SpotPhrases =>
  async (wav, phrases, options) => {
    const model = await clinical.ready()
    if (!model) return []
    const words = new Set(phrases.flatMap((phrase) => phrase.split(' ')))
    const wordOf = (line: string) => line.slice(0, line.indexOf(' ')).replace(/\(\d+\)$/, '')
    const lines = (await readFile(model.dictionary, 'utf8')).split('\n').filter((line) => words.has(wordOf(line)))
    const known = new Set(lines.map(wordOf))
    const spoken = phrases.filter((phrase) => phrase.split(' ').every((word) => known.has(word)))
    if (spoken.length === 0) return []
    return spottedOf(await run(program, wav, lines, spoken, options))
  }

async function run(program: string, wav: string, lines: string[], phrases: string[], options: RunIn): Promise<string> {
  const [dictionary, list] = [join(options.folder, 'spot.dict'), join(options.folder, 'spot.list')]
  await writeFile(dictionary, `${lines.join('\n')}\n`)
  await writeFile(list, phrases.map((phrase) => `${phrase} /${threshold}/\n`).join(''))
  const what = ['-kws', list, '-dict', dictionary, '-infile', wav, '-logfn', '/dev/null', '-time', 'yes']
  return runProcess(program, what, { ...limits, ...options })
}

/** Of two that are heard in one place the longer was said: "subjective" holds "objective". In the order of the sound. */
export function spottedOf(printed: string): SpottedPhrase[] {
  const rows = printed.split('\n').flatMap((line) => {
    const row = /^(\S.*?)\s+(\d+\.\d+) (\d+\.\d+) \S+$/.exec(line.trim())
    return row ? [{ phrase: row[1]!, startMs: Number(row[2]) * 1000, endMs: Number(row[3]) * 1000 }] : []
  })
  const lengthOf = ({ startMs, endMs }: SpottedPhrase) => endMs - startMs
  const kept: SpottedPhrase[] = []
  for (const row of rows.sort((a, b) => lengthOf(b) - lengthOf(a)))
    if (!kept.some(({ startMs, endMs }) => row.startMs < endMs && startMs < row.endMs)) kept.push(row)
  return kept.sort((a, b) => a.startMs - b.startMs)
}
