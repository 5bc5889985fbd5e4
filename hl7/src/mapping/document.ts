import { type Message, type Segment, type Value } from '../message.ts'
import { type Problem } from '../problems.ts'
import { messageType, triggerOf } from './classify.ts'
import { documentEvents, documentTable } from './document-tables.ts'
import { type ReadTable, TableReader } from './table.ts'
import { personOf } from './types.ts'

export type DocumentEffect = (typeof documentEvents)[keyof typeof documentEvents]

/** A heading with its text; lines end with a line feed. */
export interface DocumentSection {
  heading: string
  /** OBX-3.1 or OBR-4.1, as `11506-3`; null if there is none. */
  code: string | null
  text: string
}

export interface DocumentMessage {
  type: string | undefined
  trigger: string | undefined
  effect: DocumentEffect
  document: ReadTable<typeof documentTable>
  sections: DocumentSection[]
  /** Pictures, PDFs and the like, which are not read. */
  attachments: number
  problems: Problem[]
}

const textTypes = new Set(['TX', 'FT', ''])
const attachmentTypes = new Set(['ED', 'RP'])
const textOf = (value: Value) => value ?? ''

/** All repetitions of a field as lines: senders use them for lines of a text. */
const linesOf = (segment: Segment, field: number): string =>
  segment
    .repetitions(field)
    .map((one) => textOf(one.value()))
    .join('\n')

const headingOf = (segment: Segment | undefined, field: number) => ({
  code: segment?.value(field, 1)?.trim() || null,
  words: (segment?.value(field, 2) ?? segment?.value(field, 5) ?? segment?.value(field, 1))?.trim() || undefined,
})

/** A value of OBX-5 that is no text, as people write it: of a coded one its words, of a person the name. */
function valueOf(segment: Segment): string {
  const type = textOf(segment.value(2))
  return segment
    .repetitions(5)
    .map((one) => {
      if (/^(CE|CWE|CNE|CF|IS|ID)$/.test(type)) return textOf(one.value(2) ?? one.value(1))
      if (type === 'XCN' || type === 'CN') return textOf(personOf(one))
      return one.components().flat().map(textOf).filter(Boolean).join(' ')
    })
    .join(', ')
}

/** A result as a line: `Creatinine: 98.00 UMOLL (49 - 92) H`. */
function resultLine(segment: Segment): string {
  const name = headingOf(segment, 3).words
  const units = segment.value(6, 2) ?? segment.value(6, 1)
  const range = segment.value(7)
  const parts = [valueOf(segment), textOf(units), range ? `(${range})` : '', textOf(segment.value(8, 1))]
  const said = parts.filter((part) => part !== '').join(' ')
  return name ? `${name}: ${said}` : said
}

class Sections {
  readonly all: DocumentSection[] = []
  #key = ''

  /** Adds a line; it begins a section unless the one before has the same key. */
  add(key: string, heading: string, code: string | null, line: string) {
    const last = this.all.at(-1)
    if (last && key === this.#key) last.text += `\n${line}`
    else this.all.push({ heading, code, text: line })
    this.#key = key
  }

  /** Adds a line to the last section. */
  remark(line: string) {
    const last = this.all.at(-1)
    if (last) last.text += `\n${line}`
  }
}

function readSections(message: Message, reader: TableReader, title: string) {
  const sections = new Sections()
  let order: Segment | undefined
  let isAfterText = false
  /** Remarks on patient or visit: they are the document only where nothing else is. */
  const before: string[] = []
  let attachments = 0
  for (const segment of message.segments) {
    const group = headingOf(order, 4)
    const heading = group.words ?? title
    if (segment.id === 'OBR') {
      order = segment
      isAfterText = false
    } else if (segment.id === 'NTE') {
      if (isAfterText) sections.remark(linesOf(segment, 3))
      else if (order) sections.add(`order ${order.start}`, heading, group.code, linesOf(segment, 3))
      else before.push(linesOf(segment, 3))
    } else if (segment.id === 'OBX') {
      const type = textOf(segment.value(2)).trim()
      if (attachmentTypes.has(type)) {
        reader.tell('attachment-left-out', segment, 5)
        attachments += 1
        continue
      }
      isAfterText = true
      const own = headingOf(segment, 3)
      const key = JSON.stringify([own.words ?? heading, own.code, segment.raw(4)])
      if (textTypes.has(type)) sections.add(key, own.words ?? heading, own.code ?? group.code, linesOf(segment, 5))
      else sections.add(`results ${order?.start}`, heading, group.code, resultLine(segment))
    }
  }
  if (sections.all.length === 0 && before.length > 0) sections.add('', title, null, before.join('\n'))
  return { sections: sections.all, attachments }
}

/**
 * What an MDM, ORU or ORM says of a document: enough to list and to show it. OBX of one heading (OBX-3) are one section; results are
 * lines under the name of what was ordered. `timeZone` is the facility’s (IANA). For its patient see `readPatientMessage`.
 */
export function readDocumentMessage(message: Message, { timeZone }: { timeZone: string }): DocumentMessage {
  const reader = new TableReader(timeZone)
  const type = messageType(message)
  const trigger = triggerOf(message)
  const document = reader.read(documentTable, (id) => message.first(id))
  const event =
    trigger !== undefined && Object.hasOwn(documentEvents, trigger)
      ? documentEvents[trigger as keyof typeof documentEvents]
      : undefined
  const isCorrection = type === 'ORU' && document.status === 'C'
  const isCancelled = type === 'ORU' && document.status === 'X'
  const effect: DocumentEffect = event ?? (isCorrection ? 'replace' : isCancelled ? 'cancel' : 'new')
  const { sections, attachments } = readSections(message, reader, document.workType ?? '')
  if (!message.first('TXA') && !message.first('OBX') && !message.first('NTE') && effect !== 'cancel')
    reader.tell('no-document')
  else if (sections.every(({ text }) => text.trim() === '') && effect !== 'cancel' && effect !== 'status')
    reader.tell('no-document-text', message.first('OBX') ?? message.first('TXA'))
  return { type, trigger, effect, document, sections, attachments, problems: reader.problems.all }
}
