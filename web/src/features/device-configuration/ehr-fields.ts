import type { EhrField } from '@dictara/contract/device-configuration'

/** A field without values, which can be chosen. */
export interface Leaf {
  key: string
  /** The readable path of the field, from the topmost field down to itself. */
  labels: readonly string[]
  selected: boolean
}

/** Distinguishes fields of the same name in different places. */
const keyOf = (above: string, { fieldName }: EhrField) => `${above}${JSON.stringify(fieldName)}`

/** A node of the drawn tree. */
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

/** All fields that can be chosen, in the order of the tree. */
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

/** The tree with exactly these fields chosen. A field with values is selected if one of them is. */
export const withChosen = (fields: readonly EhrField[], chosen: Chosen, above = ''): EhrField[] =>
  fields.map((field) => {
    const key = keyOf(above, field)
    const fieldValues = withChosen(field.fieldValues, chosen, key)
    const selected = fieldValues.length > 0 ? fieldValues.some((value) => value.selected) : chosen.has(key)
    return { ...field, selected, fieldValues }
  })

export const isSame = (one: Chosen, other: Chosen) => one.size === other.size && [...one].every((key) => other.has(key))

/**
 * Applies the person's changes to what somebody else has saved meanwhile. Fields that the person did not change follow
 * the saved state.
 * @returns the chosen fields, and a sentence for each field that somebody else has changed
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
