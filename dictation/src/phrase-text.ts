import { type Blank, blankText, cleanText, plainText, readText, type Run, writeText } from './note-text.ts'

/** A field of a dynamic phrase: `{{name}}`. */
const field = /\{\{([^{}\n]+)\}\}/g

const paragraphEnds = /<\/p\s*>|<br\s*\/?>|\r\n?|[\u2028\u2029\v\f]/gi
const paragraphBegins = /<p(?:\s[^<>]*)?>/gi

/**
 * The form in which a phrase is stored (K2P-49, Q074): text of a note, with line feeds between its lines. Ends of
 * paragraphs and breaks become line feeds, the last ones are removed, and all other markup counts as text.
 */
export const cleanPhrase = (phrase: string): string =>
  phrase
    .replace(paragraphBegins, '')
    .replace(paragraphEnds, '\n')
    .split('\n')
    .map((line) => cleanText(line))
    .join('\n')
    .trimEnd()

/** The plain text of a phrase, with line feeds between its lines and with fields as written. */
export const phrasePlainText = (phrase: string): string =>
  phrase
    .split('\n')
    .map((line) => plainText(line))
    .join('\n')

/** The names of the fields in a phrase, each once, in the order of the text. */
export const fieldsOf = (phrase: string): string[] => [
  ...new Set([...phrasePlainText(phrase).matchAll(field)].map(([, name]) => name!.trim())),
]

/**
 * Removes the fields of a phrase (K2P-43, DICT-12), including fields whose format changes within them. All other
 * letters keep their formats.
 */
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

/** The places that a phrase leaves open: a field, or exactly `____`. A longer line is text to write on. */
const open = /\{\{([^{}\n]+)\}\}|(?<!_)____(?!_)/g

/** A run of an inserted phrase. `field` is the field that the run was filled from, or that its blank asks for. */
export interface PhraseRun extends Run {
  readonly field?: string
}

/**
 * The lines of a phrase as runs. `fields` holds the values of the fields of a dynamic phrase; an unknown one becomes
 * the blank that `blankOf` makes (Q075). In a static phrase, without `fields`, braces are text. `____` is a blank in
 * every phrase, because its author leaves e.g. a side or a measure to each note. Each insertion gets new blanks.
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
