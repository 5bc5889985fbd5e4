import type { Annotation, InferenceRow, inferenceFlags, InferenceType } from '@dictara/contract/inference'
import type { InferredItem } from '@dictara/dictation/inference'
import type { Reads } from '../../gateways/ehr/index.ts'
import { type KeptItem, placeOf, type SectionTexts } from './kept-items.ts'
import { panelDateOf } from './panel-dates.ts'
import type { Choice, PanelField } from './panel-fields.ts'

/** One element of a field's value, with the words it stands on. */
export interface ReadValue {
  value: string | InferenceRow
  annotation: Annotation | null
  words: string | null
  flag: (typeof inferenceFlags)[number] | null
}

/** The most values that a field has. */
export const valuesMost = 5000

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A part of an item in the note's own spelling. Items hold it in lower case. */
function asWritten(part: string, words: string): string {
  const at = words.toLowerCase().indexOf(part.toLowerCase())
  return at < 0 ? part : words.slice(at, at + part.length)
}

const sideWords = { left: 'left', right: 'right', both: 'both sides' }

/** The value that an item gives a field or column; undefined if the item is about something else. */
function partOf(reads: Reads, { item, words }: Pick<KeptItem, 'item' | 'words'>): string | undefined {
  if (reads.kind !== item.kind) return undefined
  const written = (part: string | undefined) => (part === undefined ? undefined : asWritten(part, words))
  if (reads.kind === 'medication' && item.kind === 'medication')
    return reads.part === 'name' ? capitalised(written(item.name)!) : written(item[reads.part])
  if (reads.kind === 'allergy' && item.kind === 'allergy')
    return reads.part === 'substance' ? capitalised(written(item.substance)!) : written(item.reaction)
  if (reads.kind === 'problem' && item.kind === 'problem') {
    if (reads.part === 'icd10') return item.icd10
    return capitalised(written(item.name)!) + (item.side ? `, ${sideWords[item.side]}` : '')
  }
  if (reads.kind === 'vital' && item.kind === 'vital')
    return reads.name === item.name ? [item.value, item.unit].filter(Boolean).join(' ') : undefined
  if (reads.kind === 'followUp' && item.kind === 'followUp')
    return capitalised([written(item.what), written(item.when)].filter(Boolean).join(' '))
  if (reads.kind === 'date' && item.kind === 'date' && (reads.about?.test(item.what) ?? true))
    return reads.part === 'what' ? capitalised(item.what) : panelDateOf(item.value)
  return undefined
}

/** False for what the patient does not have or does not take: it is no value (INFR-01). */
const isDenied = (item: InferredItem) => 'negated' in item && item.negated === true

const choicePattern = ({ name, said }: Choice) =>
  new RegExp(`\\b${name.replaceAll(/[^\w\s]/g, String.raw`\$&`)}\\b${said ? `|${said.source}` : ''}`, 'i')

/** The choice that is named first in a text. */
export function choiceIn(text: string, choices: readonly Choice[]) {
  const found = choices.flatMap((choice) => {
    const match = choicePattern(choice).exec(text)
    return match ? [{ name: choice.name, startIndex: match.index, endIndex: match.index + match[0].length }] : []
  })
  return found.toSorted((a, b) => a.startIndex - b.startIndex)[0]
}

const denies = /\b(?:no|not|never|denies|denied|without|does(?:n['’]| no)t|non)\b/i
/** Words for somebody who stopped: neither yes nor no, so a person has to decide. */
const stopped = /\b(?:former|formerly|quit|stopped|ex)\b/i

/** Whether a text affirms or denies something, by the first sentence that names it. */
function yesOrNoIn(text: string, about: RegExp) {
  for (const sentence of text.matchAll(/[^.;\n]+/g)) {
    const match = new RegExp(`\\b(?:${about.source})\\b`, about.flags).exec(sentence[0])
    if (!match) continue
    if (stopped.test(sentence[0])) return undefined
    const startIndex = sentence.index + match.index
    return { name: denies.test(sentence[0]) ? 'No' : 'Yes', startIndex, endIndex: startIndex + match[0].length }
  }
  return undefined
}

const flagOf = (kept: KeptItem): ReadValue['flag'] => {
  if (kept.isGone) return 'WORDS_GONE'
  return kept.item.kind === 'problem' && kept.item.uncertain ? 'UNCERTAIN' : null
}
const readOf = (value: ReadValue['value'], kept: KeptItem, text: string): ReadValue => ({
  value,
  annotation: placeOf(kept, text) ?? null,
  words: kept.words,
  flag: flagOf(kept),
})

const filledOf = (row: InferenceRow) => Object.entries(row).filter(([, value]) => value !== '')
const isWithin = (row: InferenceRow, other: InferenceRow) =>
  filledOf(row).every(([column, value]) => other[column]?.toLowerCase() === value.toLowerCase())

/** The rows of a table. A row is left out if another row about the same thing says at least as much, with at least the same certainty. */
function rowsOf({ columns }: PanelField, items: readonly KeptItem[], text: string): ReadValue[] {
  const kind = columns.find(({ reads }) => reads)?.reads?.kind
  const bySubject = new Map<string, ReadValue[]>()
  for (const kept of items) {
    if (kept.item.kind !== kind) continue
    const row = Object.fromEntries(
      columns.map(({ fieldUIName, reads, choices }) => {
        const said = (reads && partOf(reads, kept)) ?? ''
        return [fieldUIName, choices.length > 0 ? (choiceIn(said, choices)?.name ?? '') : said]
      }),
    )
    if (filledOf(row).length === 0) continue
    const subject = (Object.values(row)[0] ?? '').toLowerCase()
    const rows = bySubject.get(subject) ?? []
    const isSaid = ({ value, flag }: ReadValue) =>
      isWithin(row, value as InferenceRow) && (flag === null || flagOf(kept) !== null)
    if (rows.some(isSaid)) continue
    const others = rows.filter(({ value }) => !isWithin(value as InferenceRow, row))
    bySubject.set(subject, [...others, readOf(row, kept, text)])
  }
  return [...bySubject.values()].flat()
}

const severalValues: readonly InferenceType[] = ['List', 'Dynamic Table']

/** A finding without a code, such as "irregular", is a row only in the sections of the table itself. */
const isRowHere = (field: PanelField, section: SectionTexts, { item }: KeptItem) =>
  item.kind !== 'problem' || item.icd10 !== undefined || isUnderHeading(field, section)

/** What was read out of a section for a field, in the order of the text. */
export function readValues(field: PanelField, section: SectionTexts, items: readonly KeptItem[]): ReadValue[] {
  const { reads, type, choices } = field
  if (field.isOnlyUnderHeadings && !isUnderHeading(field, section)) return []
  const told = items.filter(({ item }) => !isDenied(item))
  if (type === 'Dynamic Table') {
    const rows = told.filter((kept) => isRowHere(field, section, kept))
    return rowsOf(field, rows, section.text).slice(0, valuesMost)
  }
  if (!reads) return []
  if (reads.kind === 'choice' || reads.kind === 'yesOrNo') {
    const found = reads.kind === 'choice' ? choiceIn(section.text, choices) : yesOrNoIn(section.text, reads.about)
    if (!found) return []
    const { name, startIndex, endIndex } = found
    const words = section.text.slice(startIndex, endIndex)
    return [{ value: name, annotation: { startIndex, endIndex }, words, flag: null }]
  }
  const values = new Map<string, ReadValue>()
  for (const kept of told) {
    const value = partOf(reads, kept)
    if (value && !values.has(value.toLowerCase())) values.set(value.toLowerCase(), readOf(value, kept, section.text))
  }
  return [...values.values()].slice(0, severalValues.includes(type) ? valuesMost : 1)
}

/** Whether the heading of the section is one of the field's headings. */
export const isUnderHeading = ({ headings }: PanelField, section: Pick<SectionTexts, 'heading' | 'systemHeading'>) =>
  headings !== undefined && (headings.test(section.heading) || headings.test(section.systemHeading))
