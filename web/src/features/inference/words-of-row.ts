import type { InferenceItem, InferenceRow, InferenceValue } from '@dictara/contract/inference'

/** A row of a Dynamic Table as one line of text: its cells in the order of the columns. */
export const wordsOfRow = (row: InferenceRow, { columns }: Pick<InferenceItem, 'columns'>): string =>
  columns
    .map(({ fieldUIName }) => row[fieldUIName] ?? '')
    .filter(Boolean)
    .join(' · ')

export const wordsOf = (one: InferenceValue[number], item: Pick<InferenceItem, 'columns'>): string =>
  typeof one === 'string' ? one : wordsOfRow(one, item)

/** Whether a mandatory field is empty. */
export const isMissing = ({ mandatory }: Pick<InferenceItem, 'mandatory'>, value: InferenceValue): boolean =>
  mandatory && value.every((one) => (typeof one === 'string' ? one.trim() === '' : Object.keys(one).length === 0))
