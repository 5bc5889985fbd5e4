import { type Delimiters, usualDelimiters } from './delimiters.ts'
import { encodeText } from './escapes.ts'
import { isHeader, type Value } from './message.ts'

/** A component: its text, or the texts of its sub-components. Null writes `""` (delete). */
export type Component = Value | readonly Value[]
/** A field: its text or its components. For several repetitions see `repeat`. */
export type Field = Value | readonly Component[] | Repeated
/** A segment: its id and its fields from the first. An MSH begins with MSH-3: its delimiters are written for it. */
export type SegmentContent = readonly [id: string, ...fields: Field[]]

export interface Repeated {
  repetitions: readonly (Value | readonly Component[])[]
}

/** A field with several repetitions. */
export const repeat = (repetitions: Repeated['repetitions']): Repeated => ({ repetitions })

const textOf = (value: Value, delimiters: Delimiters) =>
  value === undefined || value === '' ? '' : value === null ? '""' : encodeText(value, delimiters)

/** Without what is empty at the end. */
function joined(parts: readonly string[], delimiter: string): string {
  let size = parts.length
  while (size > 0 && parts[size - 1] === '') size -= 1
  return parts.slice(0, size).join(delimiter)
}

const isList = (content: unknown): content is readonly unknown[] => Array.isArray(content)

function componentOf(component: Component, delimiters: Delimiters): string {
  if (!isList(component)) return textOf(component, delimiters)
  return joined(
    component.map((value) => textOf(value, delimiters)),
    delimiters.subcomponent,
  )
}

function repetitionOf(content: Value | readonly Component[], delimiters: Delimiters): string {
  if (!isList(content)) return textOf(content, delimiters)
  return joined(
    content.map((component) => componentOf(component, delimiters)),
    delimiters.component,
  )
}

/** A field as it stands in a message. Texts are escaped, so that none can add a delimiter, a segment or the end of a frame. */
export function encodeField(field: Field, delimiters: Delimiters): string {
  if (field === null || typeof field !== 'object' || isList(field)) return repetitionOf(field, delimiters)
  return field.repetitions.map((one) => repetitionOf(one, delimiters)).join(delimiters.repetition)
}

const encodingOf = ({ component, repetition, escape, subcomponent, truncation = '' }: Delimiters) =>
  component + repetition + escape + subcomponent + truncation

/** Writes a message; each segment ends with CR. Throws on a segment id that is none. */
export function writeMessage(segments: readonly SegmentContent[], delimiters: Delimiters = usualDelimiters): string {
  return segments
    .map(([id, ...fields]) => {
      if (!/^[A-Z][A-Z0-9]{2}$/.test(id)) throw new Error(`${id} is not the id of a segment`)
      const written = fields.map((field) => encodeField(field, delimiters))
      const start = isHeader(id) ? [id, encodingOf(delimiters)] : [id]
      return `${joined([...start, ...written], delimiters.field)}\r`
    })
    .join('')
}

/** A segment by the numbers of its fields, as the standard and the tables of mappings tell them. */
export function segmentOf(id: string, fields: Readonly<Record<number, Field>>): SegmentContent {
  const first = isHeader(id) ? 3 : 1
  const last = Math.max(first, ...Object.keys(fields).map(Number))
  return [id, ...Array.from({ length: last - first + 1 }, (_, at) => fields[at + first])]
}
