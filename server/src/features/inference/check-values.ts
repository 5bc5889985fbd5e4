import {
  inferenceRefusals as refusals,
  type InferenceRow,
  type InferenceType,
  type InferenceValue,
} from '@dictara/contract/inference'
import { refuseUnless } from '../../platform/refusal.ts'
import { dayOf } from './panel-dates.ts'
import type { PanelField } from './panel-fields.ts'

/** These may have any number of values, the others at most one. */
const severalValues: readonly InferenceType[] = ['List', 'Dynamic Table']

/** Checks one value of a field or column. Empty is allowed here: the callers check what is mandatory. */
function checkOne(key: string, type: InferenceType, possibleValues: readonly string[], value: string) {
  if (value === '') return
  if (possibleValues.length > 0) refuseUnless(possibleValues.includes(value), refusals.notPossible, { key, value })
  if (type === 'Date/Time') refuseUnless(dayOf(value) !== undefined, refusals.notADate, { key })
}

function checkRow({ key, columns }: PanelField, row: InferenceRow) {
  for (const column of Object.keys(row))
    refuseUnless(
      columns.some(({ fieldUIName }) => fieldUIName === column),
      refusals.unknownField,
      { key: column },
    )
  for (const { fieldUIName, fieldUIElement, possibleValues, mandatory } of columns) {
    const value = row[fieldUIName] ?? ''
    refuseUnless(!mandatory || value.trim() !== '', refusals.required, { key, column: fieldUIName })
    checkOne(fieldUIName, fieldUIElement, possibleValues, value)
  }
  refuseUnless(isInOrder(row['Start Date'], row['End Date']), refusals.endBeforeStart)
}

/**
 * Checks what somebody enters for a field.
 * @throws Refusal 422 when the value does not fit the type of the field, is empty though mandatory, is not one of the possible values,
 *   is not a date, or names an unknown column; and for a row that ends before it starts (INFR-15, INFR-16, INFR-18, INFR-19)
 */
export function checkValue(field: PanelField, value: InferenceValue): void {
  const { key, type, mandatory, possibleValues } = field
  const isTable = type === 'Dynamic Table'
  refuseUnless(
    value.every((one) => (typeof one === 'object') === isTable) && (severalValues.includes(type) || value.length <= 1),
    refusals.otherForm,
    { key },
  )
  for (const one of value) {
    if (typeof one === 'object') checkRow(field, one)
    else checkOne(key, type, possibleValues, one)
  }
  const isEmpty = value.every((one) => typeof one === 'string' && one.trim() === '')
  refuseUnless(!mandatory || !isEmpty, refusals.mandatory, { key })
}

/** False only when both are dates and the first is after the second. */
function isInOrder(start: string | undefined, end: string | undefined): boolean {
  const [from, to] = [dayOf(start ?? ''), dayOf(end ?? '')]
  return from === undefined || to === undefined || from <= to
}

/** How the keys of a pair begin, before Start Date and End Date (Q131). */
const pairs = ['', 'Chief Complaint ', 'Surgery/Procedure ']

/**
 * Checks the pairs of dates of a section in which a date was just entered.
 * @param valueOf the present value of a key in the section
 * @throws Refusal 422 when one starts after its end (INFR-16)
 */
export function checkPairs(entered: readonly string[], valueOf: (key: string) => InferenceValue | undefined): void {
  const textOf = (key: string) => {
    const [value] = valueOf(key) ?? []
    return typeof value === 'string' ? value : undefined
  }
  for (const of of pairs) {
    const [start, end] = [`${of}Start Date`, `${of}End Date`]
    if (entered.includes(start) || entered.includes(end))
      refuseUnless(isInOrder(textOf(start), textOf(end)), refusals.endBeforeStart)
  }
}
