import type { AnySchema, IdKind } from '@dictara/contract'
import { kindOf } from '@dictara/contract'

/** What of a shape is looked into; everything else is a leaf. */
interface Definition {
  shape?: Record<string, AnySchema>
  innerType?: AnySchema
  element?: AnySchema
  valueType?: AnySchema
  options?: AnySchema[]
  items?: AnySchema[]
  in?: AnySchema
  out?: AnySchema
}

/** A shape within another, and the names that lead to it; lists and choices have none of their own. */
export interface Place {
  path: readonly string[]
  schema: AnySchema
}

/** A shape and all that it is made of. */
export function* placesIn(schema: AnySchema, path: readonly string[] = []): Generator<Place> {
  yield { path, schema }
  const { shape, innerType, element, valueType, options, items, in: read, out } = schema._zod.def as Definition
  for (const [name, part] of Object.entries(shape ?? {})) yield* placesIn(part, [...path, name])
  for (const part of [innerType, element, valueType, read, out, ...(options ?? []), ...(items ?? [])])
    if (part) yield* placesIn(part, path)
}

export interface IdPlace {
  path: readonly string[]
  kind: IdKind | 'none' | 'unsaid'
}

const known = new WeakMap<AnySchema, readonly IdPlace[]>()

/** Where ids stand in a shape, and what each must belong to. Looked for once per shape. */
export function idsIn(schema: AnySchema | undefined): readonly IdPlace[] {
  if (!schema) return []
  let places = known.get(schema)
  if (!places) {
    places = [...placesIn(schema)].flatMap(({ path, schema: part }) => {
      const kind = kindOf(part)
      return kind ? [{ path, kind }] : []
    })
    known.set(schema, places)
  }
  return places
}

/** What stands at a place of a value: several where the way goes through lists, nothing where it ends early. */
export const valuesAt = (value: unknown, [name, ...rest]: readonly string[]): unknown[] =>
  [value].flat().flatMap((one: unknown) => {
    if (name === undefined) return [one]
    return one && typeof one === 'object' ? valuesAt((one as Record<string, unknown>)[name], rest) : []
  })
