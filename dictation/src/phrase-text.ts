import { type Blank, blankText, cleanText, plainText, readText, type Run, writeText } from './note-text.ts'

/** A field of a dynamic phrase: `{{name}}`. */
const field = /\{\{([^{}\n]+)\}\}/g

const paragraphEnds = /<\/p\s*>|<br\s*\/?>|\r\n?|[\u2028\u2029\v\f]/gi
const paragraphBegins = /<p(?:\s[^<>]*)?>/gi

/**
 * A phrase as it is stored (K2P-49, Q074): text of a note, its lines parted by line feeds. Ends of paragraphs and breaks become line
 * feeds, the last ones go; what else looks like markup is letters.
 */
export const cleanPhrase = (phrase: string): string =>
  phrase
    .replace(paragraphBegins, '')
    .replace(paragraphEnds, '\n')
    .split('\n')
    .map((line) => cleanText(line))
    .join('\n')
    .trimEnd()

/** The letters of a phrase, its lines parted by line feeds, fields as they are written. */
export const phrasePlainText = (phrase: string): string =>
  phrase
    .split('\n')
    .map((line) => plainText(line))
    .join('\n')

/** The names of the fields in a phrase, each once, in the order of the text. */
export const fieldsOf = (phrase: string): string[] => [
  ...new Set([...phrasePlainText(phrase).matchAll(field)].map(([, name]) => name!.trim())),
]

/** A phrase without its fields (K2P-43, DICT-12): those too that change their format within; every other letter keeps its own. */
export const withoutFields = (phrase: string): string =>
  phrase
    .split('\n')
    .map((line) => {
      const runs = readText(line)
      const letters = runs.map(({ text }) => text).join('')
      const gone = [...letters.matchAll(field)].map(({ 0: { length }, index }) => [index, index + length] as const)
      const isGone = (place: number) => gone.some(([from, to]) => place >= from && place < to)
      let end = 0
      return writeText(
        runs.flatMap((run) => {
          const start = end
          end += run.text.length
          const text = run.text
            .split('')
            .filter((_, at) => !isGone(start + at))
            .join('')
          return text === '' ? [] : [{ ...run, text }]
        }),
      )
    })
    .join('\n')

/** What a phrase leaves open: a field, where it has fields, and `____` by itself; a longer line is one to write on. */
const open = /\{\{([^{}\n]+)\}\}|(?<!_)____(?!_)/g

/** A run of a phrase that is put in; `field`: the field that it stands for, which it is filled from or asks for. */
export interface PhraseRun extends Run {
  readonly field?: string
}

/**
 * The lines of a phrase in runs. `fields` tells what each field of a dynamic one stands for: one that nobody knows is the blank that
 * `blankOf` makes for it (Q075). Of a static one, without `fields`, braces are letters. `____` is a blank in any phrase, as in a note:
 * its author leaves to each note what a side or a measure is. Each time a phrase is put in, its blanks are new ones.
 */
export function phraseLines(
  phrase: string,
  fields: Readonly<Record<string, string | null>> | null,
  blankOf: (question?: string) => Blank,
): PhraseRun[][] {
  const filled = (run: Run): PhraseRun[] => {
    if (run.blank) return [{ ...run, blank: blankOf(run.blank.question) }]
    const runs: PhraseRun[] = []
    let from = 0
    const add = (text: string) => {
      if (text) runs.push({ ...run, text })
    }
    for (const match of run.text.matchAll(open)) {
      const name = match[1]?.trim()
      if (name !== undefined && !fields) continue
      add(run.text.slice(from, match.index))
      from = match.index + match[0].length
      const value = name !== undefined && fields && Object.hasOwn(fields, name) ? fields[name] : null
      const field = name !== undefined && { field: name }
      if (value) runs.push({ ...run, text: value, ...field })
      else runs.push({ text: blankText, formats: run.formats, blank: blankOf(name), ...field })
    }
    add(run.text.slice(from))
    return runs
  }
  return phrase.split('\n').map((line) => readText(line).flatMap(filled))
}
