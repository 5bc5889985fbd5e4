import type { Side, SideItem } from './items.ts'
import { listOf, phraseAt, wordSet } from './phrase-table.ts'
import { bodyParts, partModifiers } from './tables/body-parts.ts'
import { functionWords } from './tables/function-words.ts'
import { othersIn } from './told-of.ts'
import { evidenceOf, type ReadSection, type Token, wordsBetween } from './words.ts'

/** A side in the text, as tokens: the words of the side, and those of the part it belongs to. */
export interface SideMention {
  side: Side
  /** The words of the side alone. */
  at: number
  start: number
  end: number
  part: string
}

const sideWords = new Map<string, Side>([
  ['left', 'left'],
  ['right', 'right'],
  ['bilateral', 'both'],
  ['bilaterally', 'both'],
  ['both', 'both'],
  ['each', 'both'],
  ['either', 'both'],
  ['b/l', 'both'],
  ['bilat', 'both'],
  ['rt', 'right'],
  ['lt', 'left'],
])
/** Abbreviations that also name the part of the body. */
const eyesAndEars = new Map<string, { side: Side; part: string }>([
  ['o.d.', { side: 'right', part: 'eye' }],
  ['o.s.', { side: 'left', part: 'eye' }],
  ['o.u.', { side: 'both', part: 'eye' }],
  ['a.d.', { side: 'right', part: 'ear' }],
  ['a.s.', { side: 'left', part: 'ear' }],
  ['a.u.', { side: 'both', part: 'ear' }],
])
/** Words after "right" or "left" with which no side is meant. */
const noSide = new Set(
  listOf(
    `
    handed, now, away, before, after, hand dominant, the, work, home, school, against, ama, over, alone, here, him,
    her, them, there, it, when, because, without, since, at, to, for, dominant, untreated, early, out, behind, up,
    off, shift
  `,
  ),
)
const noSideBefore = new Set(listOf('all, was right, has, had, have, he, she, they, i, who, patient, be'))
/** Last words of procedures, which are named as a whole. */
export const procedure =
  /(?:ectomy|plasty|scopy|otomy|ostomy|desis|pexy|centesis|graphy|replacement|repair|^fusion|release|injection|injections|tubes|tube|surgery|reconstruction|fixation|biopsy|resection|bypass|stent|excision|block|implant|extraction|ligation|catheterization|^line|^catheter|^port|ultrasound|mri|ct|xray)$/

/** The sides in a sentence. */
export function findSides(read: ReadSection, start: number, end: number): SideMention[] {
  const { tokens } = read
  const found: SideMention[] = []
  for (let at = start; at < end; at += 1) {
    const short = eyesAndEars.get(tokens[at]!.text)
    if (short) found.push({ ...short, at, start: at, end: at + 1 })
    const side = sideWords.get(tokens[at]!.text) ?? letterSide(tokens, at, end)
    if (!side || !isSide(tokens, at, end)) continue
    // "left side of the abdomen"
    const isOf = tokens[at + 1]?.text === 'side' && tokens[at + 2]?.text === 'of' && at + 3 < end
    const from = isOf ? at + (/^(?:the|his|her|my)$/.test(tokens[at + 3]!.text) ? 3 : 2) : at
    const isBehind = !isOf && /^sides?$/.test(tokens[at + 1]?.text ?? '')
    const ahead = isBehind ? undefined : partAhead(read, otherSide(tokens, from, end), end)
    const before = found.at(-1)
    const behind = ahead ? undefined : partBehind(read, at, before?.end ?? start, before)
    // "left side weakness"
    const mention = ahead ?? behind ?? (isBehind ? partAhead(read, at + 1, end) : undefined)
    if (mention) found.push({ side, at, ...mention, start: Math.min(at, mention.start) })
    // "Left: bulging": no part is named, but the following words have the side.
    else if (at === start && tokens[at + 1]?.text === ':') found.push({ side, at, start: at, end: at + 1, part: '' })
  }
  return found
}

const pairs = [['and'], ['or'], ['/'], ['greater', 'than'], ['more', 'than'], ['less', 'than'], ['versus']]
/** The part comes after the other side: "right and left knees", "right greater than left leg". */
function otherSide(tokens: readonly Token[], at: number, end: number): number {
  const pair = pairs.find((words) => words.every((word, index) => tokens[at + 1 + index]?.text === word))
  const other = at + 1 + (pair?.length ?? 0)
  return pair && other < end && /^(?:left|right)$/.test(tokens[other]!.text) ? other : at
}

/** A capital letter before a part of the body: "R knee". */
function letterSide(tokens: readonly Token[], at: number, end: number): Side | undefined {
  const { text, isCapitals } = tokens[at]!
  if (!isCapitals || (text !== 'r' && text !== 'l') || partCount(tokens, at + 1, end) === 0) return undefined
  return text === 'r' ? 'right' : 'left'
}

function isSide(tokens: readonly Token[], at: number, end: number): boolean {
  const { text } = tokens[at]!
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  if (text === 'each' || text === 'either' || text === 'both') return at + 1 < end && partCount(tokens, at + 1, end) > 0
  if (text !== 'left' && text !== 'right') return true
  // "had left knee pain", but "has left the hospital".
  const isPart = after?.text === 'sided' || partRun(tokens, at + 1, end).last > at + 1
  if (before && noSideBefore.has(before.text) && !isPart) return false
  return (
    !(at + 1 < end && after && noSide.has(after.text)) &&
    !(after?.text === 'hand' && tokens[at + 2]?.text === 'dominant')
  )
}

/**
 * The number of tokens of the part of the body at a token, with the words that narrow it: "great toe", "second and
 * third knuckles".
 */
export function partCount(tokens: readonly Token[], at: number, end: number): number {
  const { last, part } = partRun(tokens, at, end)
  return last === at ? 0 : part - at
}
/** A run of parts of the body and of the words that narrow them: its end, and the end of its last part. */
function partRun(tokens: readonly Token[], at: number, end: number): { last: number; part: number } {
  let [last, part] = [at, at]
  while (last < end && last - at < partMost) {
    const body = phraseAt(bodyParts, tokens, last, end)
    const narrows = phraseAt(partModifiers, tokens, last, end)
    if (body && body.count >= (narrows?.count ?? 0)) [last, part] = [last + body.count, last + body.count]
    else if (narrows) last += narrows.count
    else if (
      last > at &&
      part === at &&
      tokens[last]!.text === 'and' &&
      last + 1 < end &&
      phraseAt(partModifiers, tokens, last + 1, end)
    )
      last += 1
    else break
  }
  return { last: tokens[last - 1]?.text === 'and' ? last - 1 : last, part }
}
const partMost = 7

interface Found {
  start: number
  end: number
  part: string
}
/** The part after the side: "left great toe", "right-sided weakness", "right total hip arthroplasty". */
function partAhead(read: ReadSection, at: number, end: number): Found | undefined {
  const { tokens } = read
  const from = tokens[at + 1]?.text === 'sided' && at + 1 < end ? at + 2 : at + 1
  const phrase = nounEnd(tokens, from, end)
  const count = partSize(tokens, from, phrase, end)
  return count === 0 ? undefined : { start: at, end: from + count, part: wordsBetween(read, from, from + count) }
}
/**
 * The number of words of a noun phrase that name the part: all of a procedure, otherwise only the words for the body
 * without the noun of the problem.
 */
function partSize(tokens: readonly Token[], from: number, phrase: number, end: number): number {
  const length = Math.min(phrase - from, wordsMost)
  if (
    phrase > from &&
    phrase - from <= wordsMost + 1 &&
    procedure.test(tokens[phrase - 1]!.text) &&
    tokens[phrase - 2]?.text !== 'branch'
  )
    return phrase - from
  const { last, part } = partRun(tokens, from, end)
  if (part > from) return part - from
  return last > from && last < phrase ? last - from : length
}
const wordsMost = 3
/** The end of the words that may form one noun phrase. */
function nounEnd(tokens: readonly Token[], from: number, end: number): number {
  let last = from
  while (last < end && last - from <= wordsMost && isNounPart(tokens[last]!)) last += 1
  return last
}
const isNounPart = ({ kind, text }: Token) => kind === 'word' && !functionWords.has(text)

const onSide = new Set(['on', 'to', 'the', 'of', 'than', ',', 'more', 'greater', 'worse', '(', 'and'])
/** Words about a part of the body before its side: "pulses are weak bilaterally", "reflexes 2+ bilaterally". */
const saidOf = wordSet(`
  is are was were clear weak normal intact equal positive negative present absent full strong symmetric palpable
  regular reactive good supple soft tender larger smaller swollen red dry warm cool noted seen
`)
/**
 * The noun before the side: "wheezes on the right", "lungs are clear bilaterally". Without one, the part of the side
 * before.
 */
function partBehind(read: ReadSection, at: number, free: number, before: SideMention | undefined): Found | undefined {
  const { tokens } = read
  const end = /^sides?$/.test(tokens[at + 1]?.text ?? '') ? at + 2 : at + 1
  let last = at
  while (last > free && isPassed(tokens[last - 1]!)) last -= 1
  let first = last
  while (
    first > free &&
    last - first < phraseMost &&
    isNounPart(tokens[first - 1]!) &&
    !saidOf.has(tokens[first - 1]!.text)
  )
    first -= 1
  if (first === last) return before && last <= before.end ? { start: before.start, end, part: before.part } : undefined
  for (let from = first; from < last; from += 1) {
    const { last: run, part } = partRun(tokens, from, last)
    const to = part > from ? part : run
    const isWhole = procedure.test(tokens[last - 1]!.text)
    if (to > from && !isWhole) return { start: from, end, part: wordsBetween(read, from, to) }
  }
  let from = Math.max(first, last - wordsMost)
  while (from < last - 1 && degrees.has(tokens[from]!.text)) from += 1
  return { start: from, end, part: wordsBetween(read, from, last) }
}
const degrees = wordSet('prior scattered mild moderate severe diffuse occasional old new trace slight marked')
const isPassed = ({ kind, text }: Token) => kind !== 'word' || onSide.has(text) || saidOf.has(text)
const phraseMost = 5

/** The sides of a section, each with the part it belongs to. */
export const sideItems = (read: ReadSection, sides: readonly SideMention[]): SideItem[] => {
  const others = othersIn(read)
  return sides
    .filter(({ at, part }) => !others[at] && part !== '')
    .map(({ side, start, end, part }) => ({ kind: 'side', side, part, ...evidenceOf(read, start, end) }))
}
