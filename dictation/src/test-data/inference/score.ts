import type { InferredItem } from '../../inference/items.ts'
import type { CorpusItem, CorpusNote } from './read-corpus.fixtures.ts'

/** How many items were expected, found, and both. */
export interface Count {
  expected: number
  found: number
  matched: number
}

export interface Score {
  /** By kind; `medication with dose` asks for the same dose and frequency besides. */
  byKind: Record<string, Count>
  /** Of the problems that were matched: how many, how many with the same negation and side, and with either. */
  contexts: { matched: number; right: number; negation: number; side: number }
  /** Items whose evidence is empty or no part of its section. */
  outside: number
  /** Each item that was missed or found besides, in words; only to be looked at where rules may be made by it. */
  differences: string[]
}

/** The field that tells what an item is of, by kind; vitals and dates must have the value too. */
const keyFields: Record<InferredItem['kind'], readonly string[]> = {
  medication: ['name'],
  allergy: ['substance'],
  problem: ['name'],
  vital: ['name', 'value'],
  date: ['what', 'value'],
  followUp: ['what'],
  side: ['side', 'part'],
}
const doseFields = ['name', 'dose', 'frequency']

type Fields = Readonly<Record<string, unknown>>

const plain = (value: unknown) =>
  String(value ?? '')
    .toLowerCase()
    .replaceAll(/\b(?:a|an|the)\b|[^\p{L}\p{N}./%]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
/** Whether one name is the other, or its last words: "pain" and "severe pain". */
const isTail = (one: string, other: string) => one === other || one.endsWith(` ${other}`) || other.endsWith(` ${one}`)

const overlap = (one: { start: number; end: number }, other: { start: number; end: number }) =>
  Math.min(one.end, other.end) - Math.max(one.start, other.start)

function agrees(found: InferredItem, expected: CorpusItem, fields: readonly string[]): boolean {
  if (found.kind !== expected.kind || found.section !== expected.section || overlap(found, expected) <= 0) return false
  const isSame = found.kind === 'problem' ? isTail : (one: string, other: string) => one === other
  return fields.every((field) => isSame(plain((found as unknown as Fields)[field]), plain(expected.fields[field])))
}

/** Pairs each expected item with the found one that overlaps it most; each is in one pair at most. */
function pairUp(
  found: readonly InferredItem[],
  expected: readonly CorpusItem[],
  fieldsOf: (kind: InferredItem['kind']) => readonly string[],
) {
  const free = new Set(found)
  return expected.flatMap((item) => {
    const fields = fieldsOf(item.kind)
    const best = [...free]
      .filter((one) => agrees(one, item, fields))
      .toSorted((a, b) => overlap(b, item) - overlap(a, item))[0]
    if (!best) return []
    free.delete(best)
    return [{ found: best, expected: item }]
  })
}

const sameNegation = (found: InferredItem, { fields }: CorpusItem) =>
  found.kind === 'problem' && Boolean(found.negated) === Boolean(fields.negated)
const sameSide = (found: InferredItem, { fields }: CorpusItem) => found.kind === 'problem' && found.side === fields.side
const sameContext = (found: InferredItem, expected: CorpusItem) =>
  sameNegation(found, expected) && sameSide(found, expected)

function countInto(byKind: Record<string, Count>, kind: string, expected: number, found: number, matched: number) {
  const before = byKind[kind] ?? { expected: 0, found: 0, matched: 0 }
  byKind[kind] = {
    expected: before.expected + expected,
    found: before.found + found,
    matched: before.matched + matched,
  }
}

/** Compares what is inferred from notes with what is annotated in them. */
export function scoreNotes(
  notes: readonly CorpusNote[],
  infer: (sections: CorpusNote['sections']) => InferredItem[],
): Score {
  const score: Score = {
    byKind: {},
    contexts: { matched: 0, right: 0, negation: 0, side: 0 },
    outside: 0,
    differences: [],
  }
  for (const { title, sections, items } of notes) {
    const found = infer(sections)
    const pairs = pairUp(found, items, (kind) => keyFields[kind])
    for (const kind of Object.keys(keyFields)) {
      const of = (list: readonly { kind: string }[]) => list.filter((one) => one.kind === kind).length
      countInto(score.byKind, kind, of(items), of(found), of(pairs.map(({ expected }) => expected)))
    }
    const drugs = {
      found: found.filter(({ kind }) => kind === 'medication'),
      items: items.filter(({ kind }) => kind === 'medication'),
    }
    const dosed = pairUp(drugs.found, drugs.items, () => doseFields)
    countInto(score.byKind, 'medication with dose', drugs.items.length, drugs.found.length, dosed.length)
    const problems = pairs.filter(({ expected }) => expected.kind === 'problem')
    score.contexts.matched += problems.length
    score.contexts.negation += problems.filter((pair) => sameNegation(pair.found, pair.expected)).length
    score.contexts.side += problems.filter((pair) => sameSide(pair.found, pair.expected)).length
    score.contexts.right += problems.filter((pair) => sameContext(pair.found, pair.expected)).length
    score.outside += found.filter(
      ({ section, start, end }) => !sections[section]?.text.slice(start, end) || end > sections[section].text.length,
    ).length
    const tell = (sign: string, kind: string, section: number, start: number, end: number, fields: object) =>
      score.differences.push(
        `${sign} ${title} / ${kind}: "${sections[section]?.text.slice(start, end)}" ${JSON.stringify(fields)} in "${sections[section]?.text.slice(Math.max(0, start - 50), end + 30).replaceAll('\n', ' ')}"`,
      )
    for (const item of items)
      if (!pairs.some(({ expected }) => expected === item))
        tell('-', item.kind, item.section, item.start, item.end, item.fields)
    for (const item of found)
      if (!pairs.some((pair) => pair.found === item)) {
        const { kind, section, start, end, ...fields } = item
        tell('+', kind, section, start, end, fields)
      }
    for (const pair of problems)
      if (!sameContext(pair.found, pair.expected))
        tell('~', 'problem', pair.expected.section, pair.expected.start, pair.expected.end, {
          ...pair.expected.fields,
          found: pair.found,
        })
    for (const pair of pairs)
      if (pair.expected.kind === 'medication' && !dosed.some(({ expected }) => expected === pair.expected))
        tell('~', 'medication', pair.expected.section, pair.expected.start, pair.expected.end, {
          ...pair.expected.fields,
          found: pair.found,
        })
  }
  return score
}

/** Precision, recall and F1 of a count, each from 0 to 1. */
export function ratesOf({ expected, found, matched }: Count): { precision: number; recall: number; f1: number } {
  const precision = found === 0 ? 0 : matched / found
  const recall = expected === 0 ? 0 : matched / expected
  return { precision, recall, f1: expected + found === 0 ? 1 : (2 * matched) / (expected + found) }
}
