import type { InferenceItem, InferenceRow, InferenceValue } from '@dictara/contract/inference'
import type { KeptItem, SectionTexts } from './kept-items.ts'
import type { PanelColumn, PanelField } from './panel-fields.ts'
import { isUnderHeading, type ReadValue, readValues } from './read-values.ts'

/** What people entered for the fields of a section, by key. */
export type Edits = ReadonlyMap<string, InferenceValue>

const asRow = (value: string | InferenceRow, columns: readonly PanelColumn[]): string | InferenceRow =>
  typeof value === 'string'
    ? value
    : Object.fromEntries(columns.map(({ fieldUIName }) => [fieldUIName, value[fieldUIName] ?? '']))

/** An entered value. An element that equals one that was read keeps the words of that one. */
function enteredValues(entered: InferenceValue, { columns }: PanelField, read: readonly ReadValue[]): ReadValue[] {
  const known = new Map(read.map((one) => [JSON.stringify(one.value), one]))
  return entered.map((element) => {
    const value = asRow(element, columns)
    return known.get(JSON.stringify(value)) ?? { value, annotation: null, words: null, flag: null }
  })
}

/** A field with its value in a section (INFR-01). */
export function itemOf(
  field: PanelField,
  section: SectionTexts,
  items: readonly KeptItem[],
  edits: Edits,
): InferenceItem {
  const { key, type, mandatory, possibleValues, columns } = field
  const read = readValues(field, section, items)
  const entered = edits.get(key)
  const values = entered ? enteredValues(entered, field, read) : read
  return {
    key,
    value: values.map(({ value }) => value),
    type,
    mandatory,
    edited: entered !== undefined,
    possibleValues: [...possibleValues],
    annotations: values.map(({ annotation }) => annotation),
    columns: columns.map(({ choices: _choices, reads: _reads, ...column }) => column),
    flag: values.map(({ flag }) => flag),
    annotation: values.map(({ words }) => words),
  }
}

/**
 * The fields that a section shows: those with a value or an edit, and those that belong to its heading. A section without text shows
 * only fields with a value (INFR-14).
 */
export function itemsOfSection(
  fields: readonly PanelField[],
  section: SectionTexts,
  items: readonly KeptItem[],
  edits: Edits,
): InferenceItem[] {
  const isEmpty = section.text.trim() === ''
  return fields.flatMap((field) => {
    const item = itemOf(field, section, items, edits)
    const isShown = item.value.length > 0 || (!isEmpty && (item.edited || isUnderHeading(field, section)))
    return isShown ? [item] : []
  })
}
