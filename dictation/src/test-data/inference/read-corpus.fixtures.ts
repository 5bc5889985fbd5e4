import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The fields of each kind besides its evidence. README.md describes their content. */
export const fieldsOfKind = {
  medication: ['name', 'dose', 'route', 'frequency', 'negated'],
  allergy: ['substance', 'reaction', 'negated'],
  problem: ['name', 'negated', 'uncertain', 'side'],
  vital: ['name', 'value', 'unit'],
  date: ['what', 'value'],
  followUp: ['what', 'when'],
  side: ['side', 'part'],
} as const satisfies Record<string, readonly string[]>

export type CorpusKind = keyof typeof fieldsOfKind
export type CorpusHalf = 'seen' | 'unseen'

/** A fact of one section: `start` and `end` are UTF-16 offsets in the section's text, end exclusive. */
export interface CorpusItem {
  kind: CorpusKind
  /** The index of the section, from 0. */
  section: number
  start: number
  end: number
  fields: Record<string, string | boolean>
}

export interface CorpusNote {
  title: string
  sections: { heading: string; text: string }[]
  items: CorpusItem[]
}

interface WrittenItem {
  kind: string
  section: number
  quote: string
  nth?: number
  [field: string]: unknown
}

const isPartOfWord = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter)

/** Returns where a quote starts in a text, if it begins and ends at the edge of a word. */
function occurrences(text: string, quote: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1)) {
    if (!isPartOfWord(text[at - 1]) && !isPartOfWord(text[at + quote.length])) found.push(at)
  }
  return found
}

function placeOf(text: string, { quote, nth }: WrittenItem): number {
  const found = quote === '' ? [] : occurrences(text, quote)
  if (found.length === 0) throw new Error(`"${quote}" is not in its section`)
  if ((nth === undefined) !== (found.length === 1)) throw new Error(`"${quote}" occurs ${found.length} times: see nth`)
  const start = found[(nth ?? 1) - 1]
  if (start === undefined) throw new Error(`"${quote}" occurs only ${found.length} times`)
  return start
}

const isKind = (kind: string): kind is CorpusKind => Object.hasOwn(fieldsOfKind, kind)

function fieldsOf(kind: CorpusKind, fields: Record<string, unknown>): CorpusItem['fields'] {
  const known: readonly string[] = fieldsOfKind[kind]
  const read: CorpusItem['fields'] = {}
  for (const [field, value] of Object.entries(fields)) {
    if (!known.includes(field)) throw new Error(`${kind} has no field "${field}"`)
    if (typeof value !== 'string' && value !== true) throw new Error(`"${field}" is neither words nor true`)
    read[field] = value
  }
  return read
}

/**
 * Reads one annotated note (README.md describes its form) and finds the position of each item's evidence. Throws when a
 * kind or field is unknown, or when a quote does not occur in its section exactly once or `nth` times.
 */
export function readCorpusNote(json: string): CorpusNote {
  const note = JSON.parse(json) as { title: string; sections: CorpusNote['sections']; items: WrittenItem[] }
  const items = note.items.map((item): CorpusItem => {
    const { kind, section, quote, nth: _, ...fields } = item
    const text = note.sections[section]?.text
    if (text === undefined) throw new Error(`${note.title}: there is no section ${section}`)
    if (!isKind(kind)) throw new Error(`${note.title}: unknown kind "${kind}"`)
    const start = placeOf(text, item)
    return { kind, section, start, end: start + quote.length, fields: fieldsOf(kind, fields) }
  })
  return { title: note.title, sections: note.sections, items }
}

/** Reads all notes of one half from disk, in the order of their file names. */
export function readCorpus(half: CorpusHalf): CorpusNote[] {
  const folder = join(import.meta.dirname, half)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => readCorpusNote(readFileSync(join(folder, name), 'utf8')))
}
