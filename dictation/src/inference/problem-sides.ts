import type { Side } from './items.ts'
import { listOf, wordSet } from './phrase-table.ts'
import type { Mention } from './problem-mentions.ts'
import type { SideMention } from './sides.ts'
import type { ReadSection, Token } from './words.ts'

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
/**
 * Codes of problems of the whole body, the mind or a central organ: infections, blood, glands, mind, heart, lungs,
 * bowels.
 */
const systemic =
  /^(?:[ABDEFO]|C(?:1|2[0-5]|5[3-5]|6[17]|7[0-3]|8|9)|I[1-5]|J[0-8]|K(?!4)|M(?:06|10|32|35|79\.7|81)|N(?:1[789]|39|40|52|9)|R(?:0[0-5]|1|3|4|5[0156]|53\.8|6[138]|7)|G[24]|T78|U)/
const sidelessEnds = /(?:emia|uria|penia|cytosis|phasia|arthria|cephalopathy|somnia|rexia)$/
const joinsMentions = wordSet(
  'and or / nor of the a her his versus vs moderate mild severe some exacerbation slight minimal',
)
const reaches = new Set(
  listOf(
    `
    noted, seen, palpated, present, located, measuring, palpable, visible, appreciated, found, centered, in, of, over, on, at, to, along, about, around, near, involving, affecting, under, within, from, throughout,
    into, down, behind, the, his, her, a, an, my, this, that, and, aspect, surface, side, up, entire, whole, region,
    area, joint, dorsum, portion, part, tip, base, head, more, greater, worse, mainly
  `,
  ),
)
const reachMost = 10

/** Sections of an examination, which name a part of the body and then the findings in few words. */
const ofExamination = /\b(?:exam|examination|physical|objective|findings|imaging|studies|radiology)\b/
/** Findings at one place. They belong to the last named part of the body, even after a comma and when denied. */
const ofPlace = wordSet(`
  tenderness drainage odor erythema warmth swelling crepitus fluctuance induration purulence instability deformity
  ecchymosis ecchymoses laxity redness necrosis slough discharge bruising callus maceration bleeding
`)

/**
 * Finds the side of each problem of a sentence: in its name, after it ("pain in the left knee"), or that of the last
 * named part before it.
 */
export function sidesOfMentions(
  read: ReadSection,
  start: number,
  mentions: readonly Mention[],
  sides: readonly SideMention[],
): (Side | undefined)[] {
  const { tokens } = read
  const isOneSide = new Set(sides.map(({ side }) => side)).size === 1
  const placed = mentions.map((mention, index) => {
    const near = sidesAround(sides, mention)
    const own = ownSide(tokens, mention, near, mentions[index + 1]?.start ?? Number.POSITIVE_INFINITY)
    return { own, near, isBehind: own !== undefined && near.after !== undefined && near.within === undefined }
  })
  // All problems in a row have the side of the last one: "swelling and tenderness of the left ankle".
  for (let index = mentions.length - 2; index >= 0; index -= 1) {
    const [one, next] = [placed[index]!, placed[index + 1]!]
    const isShared = !one.own && next.isBehind && !isSideless(tokens, mentions[index]!)
    if (isShared && isRow(tokens, mentions[index]!.end, mentions[index + 1]!.start))
      [one.own, one.isBehind] = [next.own, true]
  }
  return mentions.map((mention, index) => {
    const { own, near } = placed[index]!
    if (own || isSideless(tokens, mention)) return own
    const { before } = near
    if (!before || tokens[before.at]!.text === 'bilaterally') return undefined
    const isFirst = before.start === start
    const isLabel = isFirst && tokens[before.end]?.text === ':'
    const isLoose =
      (isFirst && ofExamination.test(read.heading)) || (isOneSide && ofPlace.has(tokens[mention.end - 1]!.text))
    return isLabel || !isApart(tokens, before.end, mention.start, isLoose) ? before.side : undefined
  })
}
const isSideless = (tokens: readonly Token[], { end, code = '' }: Mention) =>
  sideless.has(tokens[end - 1]!.text) || sidelessEnds.test(tokens[end - 1]!.text) || systemic.test(code)

interface Near {
  /** The last side before a problem, the side within its words, and the first side after it. */
  before: SideMention | undefined
  within: SideMention | undefined
  after: SideMention | undefined
}
/** The most words between a side and the problem it belongs to: "right middle and lower lobe infiltrates". */
const withinMost = 3
function sidesAround(sides: readonly SideMention[], { start, end }: Mention): Near {
  // Both lists are in the order of the text, so a binary search finds the first side from a position on.
  let [low, high] = [0, sides.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sides[middle]!.at < start - withinMost) low = middle + 1
    else high = middle
  }
  const near: Near = { before: sides[low - 1], within: undefined, after: undefined }
  for (let index = low; index < sides.length && !near.after; index += 1) {
    const side = sides[index]!
    if (side.at >= end) near.after = side
    else if (side.end >= start) near.within ??= side
    else near.before = side
  }
  return near
}

/** The side in the name of a problem or after it, before the next problem begins. */
function ownSide(tokens: readonly Token[], { end }: Mention, { within, after }: Near, next: number): Side | undefined {
  if (within) return within.side
  if (!after || after.at - end > reachMost || after.at >= next) return undefined
  // "basal cell carcinoma, left temple"
  if (tokens[end]?.text === ',' && after.at <= end + 2 && isLast(tokens, after.end)) return after.side
  const isMore = tokens[end]?.text === ',' && /^(?:more|greater|worse|mainly)$/.test(tokens[end + 1]?.text ?? '')
  for (let at = isMore ? end + 1 : end; at < after.at; at += 1) if (endsReach(tokens, at, after)) return undefined
  return isMore || reaches.has(tokens[end]?.text ?? '') || after.at === end ? after.side : undefined
}
const endsReach = (tokens: readonly Token[], at: number, after: SideMention) =>
  isVerb(tokens[at]!) || (tokens[at]!.kind === 'mark' && !isApposed(tokens, at, after))
/** "fracture of the distal radius, left": a comma directly before the side. */
const isApposed = (tokens: readonly Token[], at: number, after: SideMention) =>
  tokens[at]!.text === ',' && at === after.at - 1 && isLast(tokens, after.at + 1)
const verbs = wordSet(
  'is are was were has have had but no not without with denies that which who since because shows after when',
)
const isVerb = ({ text }: Token) => verbs.has(text)
/** Whether the clause ends here, or continues after a comma. */
const isLast = (tokens: readonly Token[], at: number) => at >= tokens.length || tokens[at]!.kind !== 'word'
const rowMost = 4
const isRow = (tokens: readonly Token[], from: number, to: number) => {
  if (to - from > rowMost) return false
  for (let at = from; at < to; at += 1) if (!joinsMentions.has(tokens[at]!.text)) return false
  return true
}

/** Words after which a sentence is about something else. The loose ones do not separate a finding from its place. */
const apart = wordSet(
  '; which that after from due because secondary followed since radiating radiates associated but also who denies he she patient history :',
)
const looseApart = wordSet(', no')
const apartMost = 14
/** Words after a comma that continue the same subject: "right hip pain, likely bursitis". */
const sameWords = wordSet(`
  likely possibly probably possible probable suspicious concerning worrisome consistent compatible most representing
  presumably suspected rule
`)
const shows = /^(?:shows?|showed|demonstrates?|demonstrated|reveals?|revealed|has|had)$/
/**
 * Whether the sentence continues with the same subject: "right hip pain, likely bursitis", "ultrasound of the right leg
 * showed no clot".
 */
const goesOn = (tokens: readonly Token[], at: number) =>
  tokens[at]!.text === ',' ? sameWords.has(tokens[at + 1]?.text ?? '') : shows.test(tokens[at - 1]?.text ?? '')
function isApart(tokens: readonly Token[], from: number, to: number, isLoose: boolean): boolean {
  if (to - from > apartMost) return true
  for (let at = from; at < to; at += 1) {
    if (apart.has(tokens[at]!.text)) return true
    if (!isLoose && looseApart.has(tokens[at]!.text) && !goesOn(tokens, at)) return true
  }
  return false
}
