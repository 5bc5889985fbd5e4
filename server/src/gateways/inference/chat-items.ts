import {
  type InferredItem,
  inferNote,
  noneKnown,
  type NoteSection,
  type ProblemItem,
  vitalNames,
} from '@dictara/dictation/inference'
import { z } from 'zod'

const told = z.string().trim().min(1).max(300)
/** Models answer null, or nothing, for what is not said. */
const maybe = told.nullish().catch(null)
const yes = z.literal(true).nullish().catch(null)
const side = z.enum(['left', 'right', 'both'])
const place = { section: z.int().min(0), quote: z.string().trim().min(1).max(2000) }

/** What a model may answer for one item; its fields are those of `InferredItem`. */
export const ChatItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('medication'),
    ...place,
    name: told,
    dose: maybe,
    route: maybe,
    frequency: maybe,
    negated: yes,
  }),
  z.object({ kind: z.literal('allergy'), ...place, substance: told, reaction: maybe, negated: yes }),
  z.object({
    kind: z.literal('problem'),
    ...place,
    name: told,
    side: side.nullish().catch(null),
    negated: yes,
    uncertain: yes,
  }),
  z.object({ kind: z.literal('vital'), ...place, name: z.enum(vitalNames), value: told, unit: maybe }),
  z.object({ kind: z.literal('date'), ...place, what: told, value: told }),
  z.object({ kind: z.literal('followUp'), ...place, what: told, when: maybe }),
  z.object({ kind: z.literal('side'), ...place, side, part: told }),
])
type ChatItem = z.output<typeof ChatItem>

const ofModel = [
  ['string', 'name', 'dose', 'route', 'frequency', 'substance', 'reaction', 'value', 'unit', 'what', 'when', 'part'],
  ['boolean', 'negated', 'uncertain'],
] as const
const optional = Object.fromEntries(
  ofModel.flatMap(([type, ...fields]) => fields.map((field) => [field, { type: [type, 'null'] }] as const)),
)
const properties = {
  kind: { type: 'string', enum: ChatItem.options.map((option) => option.shape.kind.value) },
  section: { type: 'integer' },
  quote: { type: 'string' },
  side: { type: ['string', 'null'], enum: ['left', 'right', 'both', null] },
  ...optional,
}

/** The JSON schema of an answer, as services with strict schemas want it: every property is required. */
export const answerSchema = {
  type: 'object',
  properties: {
    items: {
      type: 'array',
      items: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
    },
  },
  required: ['items'],
  additionalProperties: false,
}

const plain = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ')

/** The fields of an item besides its kind and place, without those that the model left empty, in the letters in which items hold them. */
function fieldsOf({ kind: _kind, section: _section, quote: _quote, ...fields }: ChatItem) {
  const filled = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(filled.map(([key, value]) => [key, typeof value === 'string' ? plain(value) : value]))
}

/** Fields that don't hold words of the note, but names out of a list. */
const notWords = (item: ChatItem, key: string) => key === 'side' || (item.kind === 'vital' && key === 'name')
const isNoneKnown = (item: ChatItem, key: string, value: unknown) =>
  item.kind === 'allergy' && key === 'substance' && value === noneKnown
const needed: Record<ChatItem['kind'], readonly string[]> = {
  medication: ['name'],
  allergy: ['substance'],
  problem: ['name'],
  vital: ['name', 'value'],
  date: ['what', 'value'],
  followUp: ['what'],
  side: ['part'],
}

/** The code that the rules' tables suggest for a problem that a model found. */
function withCode(item: ProblemItem): ProblemItem {
  const named = item.side && item.side !== 'both' ? `${item.side} ${item.name}` : item.name
  const [known, ...more] = inferNote([{ heading: '', text: named }]).filter((one) => one.kind === 'problem')
  return known?.icd10 && more.length === 0 ? { ...item, icd10: known.icd10 } : item
}

/** Where a quotation stands in a text from `from` on, whatever its capitals and blanks. */
function findQuote(text: string, quote: string, from: number): { start: number; end: number } | undefined {
  const pattern = quote
    .split(/\s+/)
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
    .join(String.raw`\s+`)
  const match = new RegExp(pattern, 'gi')
  match.lastIndex = from
  const found = match.exec(text)
  return found ? { start: found.index, end: found.index + found[0].length } : undefined
}

/**
 * The items of a model's answer that stand on words of the note. Of an item, fields whose words are not in its section are left
 * out; one that is malformed, whose quotation is not in its section, or that lacks what it is about, is dropped and counted.
 */
export function readChatItems(
  sections: readonly NoteSection[],
  answered: readonly unknown[],
): { items: InferredItem[]; dropped: number } {
  const plainTexts = sections.map(({ text }) => plain(text))
  /** Where the search for the next quotation of the same words begins: a fact may be told twice. */
  const nextFrom = new Map<string, number>()
  const items = answered.flatMap((one): InferredItem[] => {
    const { data: item } = ChatItem.safeParse(one)
    const section = item && sections[item.section]
    if (!item || !section) return []
    const key = `${item.section} ${item.kind} ${plain(item.quote)}`
    const words = findQuote(section.text, item.quote, nextFrom.get(key) ?? 0)
    if (!words) return []
    nextFrom.set(key, words.end)
    const isSaid = (field: string, value: unknown) =>
      typeof value !== 'string' ||
      notWords(item, field) ||
      isNoneKnown(item, field, value) ||
      plainTexts[item.section]!.includes(value)
    const fields = Object.fromEntries(Object.entries(fieldsOf(item)).filter(([field, value]) => isSaid(field, value)))
    if (needed[item.kind].some((field) => fields[field] === undefined)) return []
    const read = { kind: item.kind, ...fields, section: item.section, ...words } as unknown as InferredItem
    return [read.kind === 'problem' ? withCode(read) : read]
  })
  const inOrder = items.toSorted((a, b) => a.section - b.section || a.start - b.start || a.end - b.end)
  return { items: inOrder, dropped: answered.length - items.length }
}
