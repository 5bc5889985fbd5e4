import type { EhrField } from '@dictara/contract/device-configuration'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chosenIn, leavesOf, mergeChosen, nodesOf, withChosen } from './ehr-fields.ts'

const anyFields: fc.Arbitrary<EhrField[]> = fc.letrec<{ fields: EhrField[]; field: EhrField }>((tie) => ({
  fields: fc.uniqueArray(tie('field'), { maxLength: 5, selector: ({ fieldName }) => fieldName }),
  field: fc
    .record({
      // Includes names that would be ambiguous if the key of a field only joined them.
      fieldName: fc.oneof(
        fc.constantFrom('a', 'b', 'a/b', '"', '"a"', '""'),
        fc.string({ minLength: 1, maxLength: 3 }),
      ),
      fieldValues: fc.oneof({ maxDepth: 3 }, fc.constant<EhrField[]>([]), tie('fields')),
    })
    .map(({ fieldName, fieldValues }) => ({
      fieldName,
      fieldUIName: fieldName,
      fieldType: fieldValues.length > 0 ? ('Option' as const) : ('String' as const),
      selected: false,
      fieldValues,
    })),
})).fields

/** A tree of fields, and two selections of its leaves. */
const withSome = anyFields.chain((fields) =>
  fc.record({
    fields: fc.constant(fields),
    one: fc.subarray(leavesOf(fields).map(({ key }) => key)),
    other: fc.subarray(leavesOf(fields).map(({ key }) => key)),
  }),
)
const keysOf = (nodes: ReturnType<typeof nodesOf>): string[] =>
  nodes.flatMap(({ key, children }) => [key, ...keysOf(children)])

test('each field of a tree has a unique key', () => {
  fc.assert(
    fc.property(anyFields, (fields) => {
      const keys = keysOf(nodesOf(fields))
      expect(new Set(keys).size).toBe(keys.length)
    }),
  )
})

test('loading a saved selection restores it; selecting it again changes nothing, and undoing a change restores it', () => {
  fc.assert(
    fc.property(withSome, ({ fields, one, other }) => {
      const tree = withChosen(fields, new Set(one))
      expect([...chosenIn(tree)].toSorted()).toEqual(one.toSorted())
      expect(withChosen(tree, chosenIn(tree))).toEqual(tree)
      expect(withChosen(withChosen(tree, new Set(other)), new Set(one))).toEqual(tree)
    }),
  )
})

test('a merge keeps the person’s own changes and takes the rest from the other’s version, and all the other’s changes are listed', () => {
  fc.assert(
    fc.property(withSome, fc.infiniteStream(fc.boolean()), ({ fields, one, other }, chance) => {
      const seen = withChosen(fields, new Set(leavesOf(fields).flatMap(({ key }) => (chance.next().value ? key : []))))
      const before = chosenIn(seen)
      const now = withChosen(fields, new Set(other))
      const { chosen, changes } = mergeChosen(seen, new Set(one), now)
      for (const { key } of leavesOf(fields)) {
        const isMine = one.includes(key) !== before.has(key)
        expect(chosen.has(key)).toBe(isMine ? one.includes(key) : other.includes(key))
      }
      expect(changes).toHaveLength(leavesOf(fields).filter(({ key }) => before.has(key) !== other.includes(key)).length)
    }),
  )
})
