/** A place in a message. All numbers are from 1. */
export interface Path {
  segment: string
  /** The how-manieth segment of that id. */
  occurrence: number
  field: number
  repetition: number
  component?: number
  subcomponent?: number
}

const form =
  /^([A-Z][A-Z0-9]{2})(?:\[([1-9]\d{0,8})\])?-([1-9]\d{0,8})(?:\[([1-9]\d{0,8})\])?(?:\.([1-9]\d{0,8}))?(?:\.([1-9]\d{0,8}))?$/
const known = new Map<string, Path>()
const mostKnown = 2000

/** Reads `SEG[n]-F[r].C.S`. Throws on another form: paths stand in programs, not in messages. */
export function readPath(text: string): Path {
  const before = known.get(text)
  if (before) return before
  const found = form.exec(text)
  if (!found) throw new Error(`${text} is not a path of HL7, such as PID-5.1`)
  const [, segment = '', occurrence = '1', field, repetition = '1', component, subcomponent] = found
  const path: Path = { segment, occurrence: Number(occurrence), field: Number(field), repetition: Number(repetition) }
  if (component !== undefined) path.component = Number(component)
  if (subcomponent !== undefined) path.subcomponent = Number(subcomponent)
  if (known.size < mostKnown) known.set(text, path)
  return path
}
