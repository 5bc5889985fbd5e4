import type { ProblemItem, Side } from './items.ts'
import { listOf } from './phrase-table.ts'
import { listedProblems } from './listed-problems.ts'
import { findMentions, type Mention } from './problem-mentions.ts'
import type { SideMention } from './sides.ts'
import { deniedIn, hypotheticalIn, othersIn, uncertainIn } from './told-of.ts'
import { evidenceOf, type ReadSection, type Token, wordsBetween } from './words.ts'

/** The problems of a section, each with its negation, uncertainty and side. */
export function findProblems(read: ReadSection, sidesOf: readonly SideMention[][]): ProblemItem[] {
  const [denied, uncertain, hypothetical, others] = [
    deniedIn(read),
    uncertainIn(read),
    hypotheticalIn(read),
    othersIn(read),
  ]
  return read.sentences.flatMap(({ start, end }, sentence) => {
    const known = findMentions(read, start, end)
    const mentions = [...known, ...listedProblems(read, start, end, known)].toSorted((a, b) => a.start - b.start)
    const sides = sidesOfMentions(read, start, mentions, sidesOf[sentence] ?? [])
    return mentions.flatMap((mention, index): ProblemItem[] => {
      const { head, end: last, code } = mention
      if (hypothetical[head] || others[head]) return []
      const side = sides[index]
      const icd10 = code && codeFor(code, side)
      return [
        {
          kind: 'problem',
          name: nameOf(read, mention),
          ...(denied[head] && { negated: true }),
          ...(uncertain[head] && !denied[head] && { uncertain: true }),
          ...(side && { side }),
          ...(icd10 && { icd10 }),
          ...evidenceOf(read, mention.start, last),
        },
      ]
    })
  })
}

const sideWords = /\b(?:(?:left|right|bilateral|both)(?:[- ]sided)?|his|her|their|the) /g
const nameOf = (read: ReadSection, { start, end }: Mention) =>
  wordsBetween(read, start, end).replaceAll(sideWords, '').replace(/^an? /, '')

/** A code may hold the digits of right, left and no side: "M25.56[129]"; there is none for both. */
function codeFor(code: string, side: Side | undefined): string | undefined {
  const digits = /\[(.)(.)(.)\]/.exec(code)
  if (!digits) return code
  if (side === 'both') return undefined
  const [all, right, left, none] = digits
  return code.replace(all, (side === 'right' ? right : side === 'left' ? left : none)!)
}

/** Problems of the whole body or of one organ, which have no side. */
const sideless = new Set(
  listOf(`
    fever, fevers, chills, nausea, vomiting, diarrhea, constipation, fatigue, malaise, hypertension, hyperlipidemia,
    diabetes, obesity, anemia, depression, anxiety, asthma, copd, gerd, dizziness, syncope, diaphoresis, cough,
    dyspnea, insomnia, gout, dehydration, sepsis, allergies, apnea, gallop, palpitations, gallops, tachycardic,
    bradycardic, diaphoretic, anxious, tired, limp, confusion, headache, headaches, dementia, hypothyroidism,
    disease, failure, osteoporosis, hypotension, tachycardia, bradycardia, breath, photophobia, hematuria, stroke,
    dysphagia, asterixis, anorexia, flashes, flash, regurgitation, sweats, emesis, vomited, appetite, hemoptysis,
    melena, hematochezia, heartburn, jaundice, ascites, icterus, pruritus, itching, mellitus, anaphylaxis,
    incontinence, weight loss, cirrhosis, lethargy, infarction, fibrillation, murmur, murmurs, rubs, rub, distress,
    delirium, bleeding
  `),
)
/** Codes of what concerns the whole body, the mind or an organ in the middle: infections, blood, glands, mind, heart, lungs, bowels. */
const systemic =
  /^(?:[ABDEFO]|I[1-5]|J[0-8]|K(?!4)|M(?:06|10|32|35|79\.7|81)|N(?:1[789]|39|40|52|9)|R(?:0[0-5]|1|3|4|5[0156]|53\.8|6[138]|7)|G[24]|T78|U)/
const sidelessEnds = /(?:emia|uria|penia|cytosis|phasia|arthria|cephalopathy|somnia|rexia)$/
const joinsMentions = new Set([
  'and',
  'or',
  '/',
  'nor',
  'of',
  'the',
  'a',
  'her',
  'his',
  'versus',
  'vs',
  'moderate',
  'mild',
  'severe',
  'some',
  'exacerbation',
  'slight',
  'minimal',
])
const reaches = new Set(
  listOf(
    `
    in, of, over, on, at, to, along, about, around, near, involving, affecting, under, within, from, throughout,
    into, down, behind, the, his, her, a, an, my, this, that, and, aspect, surface, side, up, entire, whole, region,
    area, joint, dorsum, portion, part, tip, base, head, more, greater, worse, mainly
  `,
  ),
)
const reachMost = 9

/** Which side each problem of a sentence is on: told in it, behind it ("pain in the left knee") or by the part spoken of before it. */
function sidesOfMentions(
  read: ReadSection,
  start: number,
  mentions: readonly Mention[],
  sides: readonly SideMention[],
): (Side | undefined)[] {
  const { tokens } = read
  const found = mentions.map((mention, index) =>
    ownSide(tokens, mention, sides, mentions[index + 1]?.start ?? Number.POSITIVE_INFINITY),
  )
  const isSideless = ({ end, code = '' }: Mention) =>
    sideless.has(tokens[end - 1]!.text) || sidelessEnds.test(tokens[end - 1]!.text) || systemic.test(code)
  const isBehind = mentions.map(({ end }, index) => found[index] !== undefined && sides.some(({ at }) => at >= end))
  // What stands in a row has the side of its last: "swelling and tenderness of the left ankle".
  for (let index = mentions.length - 2; index >= 0; index -= 1)
    if (
      !found[index] &&
      !isSideless(mentions[index]!) &&
      isBehind[index + 1] &&
      isRow(tokens, mentions[index]!.end, mentions[index + 1]!.start)
    )
      [found[index], isBehind[index]] = [found[index + 1], true]
  return mentions.map((mention, index) => {
    if (found[index]) return found[index]
    if (isSideless(mention)) return undefined
    const before = sides.findLast((side) => side.end <= mention.start)
    if (!before) return undefined
    const isLabel = before.start === start && tokens[before.end]?.text === ':'
    return isLabel || !isApart(tokens, before.end, mention.start) ? before.side : undefined
  })
}
/** The side in a problem's name or behind it, before the next problem begins. */
function ownSide(
  tokens: readonly Token[],
  { start, end }: Mention,
  sides: readonly SideMention[],
  next: number,
): Side | undefined {
  const within = sides.find(
    (side) =>
      side.at < end &&
      side.end >= start &&
      side.at >= start - 3 &&
      (side.at >= start || side.end > start || side.end === start),
  )
  if (within) return within.side
  const behind = sides.find((side) => side.at >= end)
  if (!behind || behind.at - end > reachMost || behind.at >= next) return undefined
  // "basal cell carcinoma, left temple"
  if (tokens[end]?.text === ',' && behind.at <= end + 2 && isLast(tokens, behind.end)) return behind.side
  const isMore = tokens[end]?.text === ',' && /^(?:more|greater|worse|mainly)$/.test(tokens[end + 1]?.text ?? '')
  for (let at = isMore ? end + 1 : end; at < behind.at; at += 1)
    if (isVerb(tokens[at]!) || (tokens[at]!.kind !== 'word' && !isApposed(tokens, at, behind))) return undefined
  if (isMore) return behind.side
  return reaches.has(tokens[end]?.text ?? '') || behind.at === end ? behind.side : undefined
}
/** "fracture of the distal radius, left": a comma directly before the side. */
const isApposed = (tokens: readonly Token[], at: number, behind: SideMention) =>
  tokens[at]!.text === ',' && at === behind.at - 1 && isLast(tokens, behind.at + 1)
const isVerb = ({ text }: Token) =>
  /^(?:is|are|was|were|has|have|had|but|no|not|without|with|denies|that|which|who|since|because|shows|after|when)$/.test(
    text,
  )
/** Behind an apposition the clause ends, or goes on behind a comma. */
const isLast = (tokens: readonly Token[], at: number) => at >= tokens.length || tokens[at]!.kind !== 'word'
const isRow = (tokens: readonly Token[], from: number, to: number) => {
  if (to - from > 4) return false
  for (let at = from; at < to; at += 1) if (!joinsMentions.has(tokens[at]!.text)) return false
  return true
}
/** Words behind which a sentence speaks of something else. */
const apart = new Set([
  ';',
  ',',
  'no',
  'which',
  'that',
  'after',
  'from',
  'due',
  'because',
  'secondary',
  'followed',
  'since',
  'radiating',
  'radiates',
  'associated',
  'but',
  'also',
  'who',
  'denies',
  'he',
  'she',
  'patient',
  'history',
  ':',
])
const apartMost = 14
/** Behind a comma these speak of the same: "right hip pain, likely bursitis". */
const goesOn = (tokens: readonly Token[], at: number) =>
  tokens[at]!.text === ',' &&
  /^(?:likely|possibly|probably|possible|probable|suspicious|concerning|worrisome|consistent|compatible|most|representing|presumably|suspected|rule)$/.test(
    tokens[at + 1]?.text ?? '',
  )
function isApart(tokens: readonly Token[], from: number, to: number): boolean {
  if (to - from > apartMost) return true
  for (let at = from; at < to; at += 1) if (apart.has(tokens[at]!.text) && !goesOn(tokens, at)) return true
  return false
}
