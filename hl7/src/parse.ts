import { canDelimit, type Delimiters, readDelimiters, usualDelimiters } from './delimiters.ts'
import { Message, Segment } from './message.ts'
import { type Problem, ProblemList, problemOf } from './problems.ts'

/** Text fields that some senders break over several lines: the segment's text is open until this field has ended. */
const openUntil: Record<string, number> = { OBX: 5, NTE: 3 }

const [tab, lineFeed, carriageReturn, space] = [9, 10, 13, 32]
const byteOrderMark = 0xfeff

const isUpper = (code: number) => code >= 65 && code <= 90
const isDigit = (code: number) => code >= 48 && code <= 57

/** Whether a segment id stands here: a capital letter and two capitals or digits. */
const isIdAt = (text: string, at: number) => {
  const [second, third] = [text.charCodeAt(at + 1), text.charCodeAt(at + 2)]
  return isUpper(text.charCodeAt(at)) && (isUpper(second) || isDigit(second)) && (isUpper(third) || isDigit(third))
}

const isHeaderAt = (text: string, at: number) =>
  text.startsWith('MSH', at) && (text.length === at + 3 || canDelimit(text.charCodeAt(at + 3)))

interface Line {
  start: number
  end: number
  number: number
}

/** The lines of a text, ended by CR, LF or CRLF; those without visible characters are passed over. */
function* linesOf(text: string, first: number): Generator<Line> {
  let [carriage, feed] = [text.indexOf('\r'), text.indexOf('\n')]
  let number = first
  for (let start = 0; start < text.length; number += 1) {
    if (carriage >= 0 && carriage < start) carriage = text.indexOf('\r', start)
    if (feed >= 0 && feed < start) feed = text.indexOf('\n', start)
    const end = carriage < 0 ? feed : feed < 0 ? carriage : Math.min(carriage, feed)
    const line = { start, end: end < 0 ? text.length : end, number }
    const isPair = end >= 0 && text.charCodeAt(end) === carriageReturn && text.charCodeAt(end + 1) === lineFeed
    start = end < 0 ? text.length : end + (isPair ? 2 : 1)
    const seen = trim(text, line)
    if (seen.start < seen.end) yield seen
  }
}

/** Leaves out control characters, spaces and a byte order mark before a line, and the bytes of MLLP after it. */
function trim(text: string, { start, end, number }: Line): Line {
  let [from, to] = [start, end]
  while (from < to && (text.charCodeAt(from) <= space || text.charCodeAt(from) === byteOrderMark)) from += 1
  while (to > from && text.charCodeAt(to - 1) < space && text.charCodeAt(to - 1) !== tab) to -= 1
  return { start: from, end: to, number }
}

class Reader {
  readonly text: string
  readonly problems = new ProblemList()
  readonly segments: Segment[] = []
  #delimiters: Delimiters = usualDelimiters
  #header: Segment | undefined
  /** The segment whose text the next line may continue, and how many fields of it have begun. */
  #open: { segment: Segment; fields: number; until: number } | undefined

  constructor(text: string) {
    this.text = text
  }

  read(firstLine: number): Message {
    const first = linesOf(this.text, firstLine).next().value ?? undefined
    const header = linesOf(this.text, firstLine).find(({ start }) => isHeaderAt(this.text, start))
    if (!header) this.#tell('no-header', first)
    else if (first && first.start < header.start) this.#tell('before-header', first)
    for (const line of linesOf(this.text, firstLine)) if (line.start >= (header?.start ?? 0)) this.#take(line)
    return new Message(this.text, this.#delimiters, this.segments)
  }

  #tell(code: Problem['code'], line: Line | undefined, segment?: string) {
    this.problems.add(problemOf(code, line && { ...(segment && { segment }), line: line.number, position: 1 }))
  }

  #take(line: Line) {
    const { text } = this
    if (!this.#isSegment(line)) return this.#takeOther(line)
    const id = text.slice(line.start, line.start + 3)
    const before = text.charCodeAt(line.start - 1)
    if (before === space || before === tab) this.#tell('segment-indented', line, id)
    if (id === 'MSH') this.#takeHeader(line)
    this.#push(id, line)
  }

  /** Three characters of an id and then a field separator, or nothing, unless a text is open in which that is a word. */
  #isSegment({ start, end }: Line): boolean {
    if (end - start < 3 || !isIdAt(this.text, start)) return false
    if (end - start === 3) return this.#open === undefined
    return this.text.charAt(start + 3) === this.#delimiters.field || isHeaderAt(this.text, start)
  }

  #takeHeader(line: Line) {
    if (this.#header) return this.#tell('second-header', line, 'MSH')
    const { delimiters, codes } = readDelimiters(this.text.slice(line.start, line.end))
    this.#delimiters = delimiters
    this.#header = new Segment(this.text, 'MSH', line.number, line.start, line.end, delimiters)
    for (const code of codes)
      this.problems.add(problemOf(code, { segment: 'MSH', field: 2, line: line.number, position: 5 }))
    if (this.#header.size < 9)
      this.problems.add(problemOf('header-cut-off', { segment: 'MSH', field: 9, line: line.number, position: 1 }))
  }

  #takeOther(line: Line) {
    const { text } = this
    const open = this.#open
    if (open === undefined || /^(#|\/\/|--|;|\/\*)/.test(text.slice(line.start, line.start + 2))) {
      this.#tell('not-a-segment', line)
      return this.#keepOther(line)
    }
    this.#tell('text-continued', line, open.segment.id)
    const { id, line: number, start } = open.segment
    const longer = new Segment(text, id, number, start, line.end, this.#delimiters)
    this.segments[this.segments.length - 1] = longer
    this.#open = this.#openAfter(longer, line, open.fields, open.until)
  }

  /** Lines that follow each other are one entry: there may be millions. */
  #keepOther(line: Line) {
    const last = this.segments.at(-1)
    if (last?.id !== '') return this.#push('', line)
    this.segments[this.segments.length - 1] = new Segment(
      this.text,
      '',
      last.line,
      last.start,
      line.end,
      this.#delimiters,
    )
  }

  #push(id: string, line: Line) {
    const segment = new Segment(this.text, id, line.number, line.start, line.end, this.#delimiters)
    this.segments.push(segment)
    const until = openUntil[id]
    this.#open = until === undefined ? undefined : this.#openAfter(segment, line, 0, until)
  }

  /** Counts the fields that a line begins; the text is open while the last of them is the one that holds it. */
  #openAfter(segment: Segment, line: Line, begun: number, until: number) {
    const text = this.text.slice(line.start, line.end)
    let fields = begun
    let at = text.indexOf(this.#delimiters.field)
    while (at >= 0 && fields <= until) {
      fields += 1
      at = text.indexOf(this.#delimiters.field, at + 1)
    }
    return fields === until ? { segment, fields, until } : undefined
  }
}

/**
 * Reads one message. Nothing in its content makes this throw: what is wrong is told in `problems`, and the rest can be read.
 * `line` is the number of its first line in its file.
 */
export function parseMessage(
  text: string,
  { line = 1 }: { line?: number } = {},
): { message: Message; problems: Problem[] } {
  const reader = new Reader(text)
  const message = reader.read(line)
  return { message, problems: reader.problems.all }
}
