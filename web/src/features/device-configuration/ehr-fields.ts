import type { EhrField } from '@dictara/contract/device-configuration'

/** A field that has no values: what is chosen. */
export interface Leaf {
  key: string
  /** What people read, from the field that it belongs to down to itself. */
  labels: readonly string[]
  selected: boolean
}

/** Tells fields of one name in different places apart. */
const keyOf = (above: string, { fieldName }: EhrField) => `${above}${JSON.stringify(fieldName)}`

/** A node of the tree as it is drawn. */
export interface FieldNode {
  key: string
  title: string
  children: FieldNode[]
}

export const nodesOf = (fields: readonly EhrField[], above = ''): FieldNode[] =>
  fields.map((field) => {
    const key = keyOf(above, field)
    return { key, title: field.fieldUIName, children: nodesOf(field.fieldValues, key) }
  })

/** What can be chosen, in the order of the tree. */
export const leavesOf = (fields: readonly EhrField[], above = '', labels: readonly string[] = []): Leaf[] =>
  fields.flatMap((field) => {
    const [key, own] = [keyOf(above, field), [...labels, field.fieldUIName]]
    return field.fieldValues.length > 0
      ? leavesOf(field.fieldValues, key, own)
      : { key, labels: own, selected: field.selected }
  })

export type Chosen = ReadonlySet<string>

export const chosenIn = (fields: readonly EhrField[]): Chosen =>
  new Set(leavesOf(fields).flatMap(({ key, selected }) => (selected ? key : [])))

/** The tree with these chosen and no others: a field with values is selected when one of them is. */
export const withChosen = (fields: readonly EhrField[], chosen: Chosen, above = ''): EhrField[] =>
  fields.map((field) => {
    const key = keyOf(above, field)
    const fieldValues = withChosen(field.fieldValues, chosen, key)
    const selected = fieldValues.length > 0 ? fieldValues.some((value) => value.selected) : chosen.has(key)
    return { ...field, selected, fieldValues }
  })

export const isSame = (one: Chosen, other: Chosen) => one.size === other.size && [...one].every((key) => other.has(key))

/**
 * What was chosen here, brought onto what somebody else has saved meanwhile: what was not changed here follows it.
 * @returns the fields that are chosen now, and a sentence for each that somebody else has changed
 */
export function mergeChosen(seen: readonly EhrField[], chosen: Chosen, now: readonly EhrField[]) {
  const before = chosenIn(seen)
  const leaves = leavesOf(now)
  const merged = leaves.filter(({ key, selected }) =>
    chosen.has(key) === before.has(key) ? selected : chosen.has(key),
  )
  const changes = leaves
    .filter(({ key, selected }) => selected !== before.has(key))
    .map(({ labels, selected }) => `${labels.join(' › ')} is ${selected ? 'selected now' : 'not selected any more'}.`)
  return { chosen: new Set(merged.map(({ key }) => key)) as Chosen, changes }
}
