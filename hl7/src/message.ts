import { type Delimiters, partOf, partsOf } from './delimiters.ts'
import { decodeText } from './escapes.ts'
import { type Path, readPath } from './path.ts'

/** What a place of a message says: a text, `null` where it says `""` (delete), `undefined` where it says nothing (leave). */
export type Value = string | null | undefined

/** The value of a raw text, or of its component or sub-component, from 1. `""` for the whole is `""` for each part. */
export function valueOf(
  raw: string | undefined,
  delimiters: Delimiters,
  component?: number,
  subcomponent?: number,
): Value {
  if (raw === undefined || raw === '') return undefined
  if (raw === '""') return null
  let part: string | undefined = raw
  if (component !== undefined) part = partOf(part, delimiters.component, component)
  if (part === '""') return null
  if (part !== undefined && subcomponent !== undefined) part = partOf(part, delimiters.subcomponent, subcomponent)
  if (part === undefined || part === '') return undefined
  if (part === '""') return null
  // No text has a NUL in earnest, and databases refuse it.
  return decodeText(part, delimiters).replaceAll('\0', '') || undefined
}

/** One repetition of a field. */
export class Repetition {
  readonly raw: string
  readonly delimiters: Delimiters

  constructor(raw: string, delimiters: Delimiters) {
    this.raw = raw
    this.delimiters = delimiters
  }

  value(component?: number, subcomponent?: number): Value {
    return valueOf(this.raw, this.delimiters, component, subcomponent)
  }

  /** All its components, each with all its sub-components. */
  components(): Value[][] {
    return partsOf(this.raw, this.delimiters.component).map((component) =>
      partsOf(component, this.delimiters.subcomponent).map((one) => valueOf(one, this.delimiters)),
    )
  }
}

/** Segments whose first two fields are the delimiters themselves. */
export const isHeader = (id: string) => id === 'MSH' || id === 'BHS' || id === 'FHS'

/** A segment of a message; its fields are divided when first asked for. */
export class Segment {
  /** Three characters; empty for a line that is no segment. */
  readonly id: string
  /** Of its first character, from 1. */
  readonly line: number
  /** Where it begins and ends in the text of the message, without its line end. */
  readonly start: number
  readonly end: number
  readonly delimiters: Delimiters
  readonly #text: string
  #fields: string[] | undefined

  constructor(text: string, id: string, line: number, start: number, end: number, delimiters: Delimiters) {
    this.#text = text
    this.id = id
    this.line = line
    this.start = start
    this.end = end
    this.delimiters = delimiters
  }

  /** As it stands in the message. */
  get text(): string {
    return this.#text.slice(this.start, this.end)
  }

  get #parts(): string[] {
    if (this.#fields) return this.#fields
    const { text } = this
    // Only a text that was continued over several lines holds line ends.
    const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
    this.#fields = lines.split(this.delimiters.field)
    return this.#fields
  }

  /** The number of its last field. */
  get size(): number {
    return this.#parts.length - (isHeader(this.id) ? 0 : 1)
  }

  /** A field as it stands, with its repetitions; undefined if the segment ends before. Fields are numbered from 1. */
  raw(field: number): string | undefined {
    if (!isHeader(this.id)) return this.#parts[field]
    return field === 1 ? this.delimiters.field : this.#parts[field - 1]
  }

  /** A field, or its component or sub-component, of one repetition (the first). All are numbered from 1. */
  value(field: number, component?: number, subcomponent?: number, repetition = 1): Value {
    const raw = this.raw(field)
    if (raw === undefined || raw === '') return undefined
    if (field <= 2 && isHeader(this.id)) return raw
    return valueOf(partOf(raw, this.delimiters.repetition, repetition), this.delimiters, component, subcomponent)
  }

  /** The repetitions of a field; none if the field is empty. */
  repetitions(field: number): Repetition[] {
    const raw = this.raw(field)
    if (raw === undefined || raw === '') return []
    if (field <= 2 && isHeader(this.id)) return [new Repetition(raw, this.delimiters)]
    return partsOf(raw, this.delimiters.repetition).map((one) => new Repetition(one, this.delimiters))
  }

  /** Where a field begins, from 1, as problems tell it: in the line of the segment. */
  positionOf(field: number): number {
    let position = 1
    const before = isHeader(this.id) ? field - 1 : field
    for (let at = 0; at < before && at < this.#parts.length; at += 1) position += this.#parts[at]!.length + 1
    return position
  }
}

/** A message as it was read. It never changes. */
export class Message {
  /** Exactly as received, so that what is written again is the same to the byte. */
  readonly text: string
  readonly delimiters: Delimiters
  readonly segments: readonly Segment[]
  #index: Map<string, Segment[]> | undefined

  constructor(text: string, delimiters: Delimiters, segments: readonly Segment[]) {
    this.text = text
    this.delimiters = delimiters
    this.segments = segments
  }

  /** MSH; undefined only if the message has none. */
  get header(): Segment | undefined {
    return this.first('MSH')
  }

  first(id: string): Segment | undefined {
    return this.#byId.get(id)?.[0]
  }

  all(id: string): readonly Segment[] {
    return this.#byId.get(id) ?? []
  }

  get #byId(): Map<string, Segment[]> {
    this.#index ??= Map.groupBy(this.segments, ({ id }) => id)
    return this.#index
  }

  /**
   * What stands at a path, as `PID-5.1`, `PID-3[2].4.1` (second repetition) or `OBX[3]-5` (third OBX). A path to a whole field
   * gives its first repetition, escapes decoded and delimiters as they stand.
   */
  get(path: string | Path): Value {
    const { segment, occurrence, field, repetition, component, subcomponent } =
      typeof path === 'string' ? readPath(path) : path
    const found = occurrence === 1 ? this.first(segment) : this.all(segment)[occurrence - 1]
    return found?.value(field, component, subcomponent, repetition)
  }
}
