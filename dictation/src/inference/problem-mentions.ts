import { listOf, phraseAt, wordSet } from './phrase-table.ts'
import { partCount } from './sides.ts'
import { noProblemEnds, problemEnds } from './tables/findings.ts'
import { functionWords } from './tables/function-words.ts'
import { abnormals, adjectives, anyOf, general, measuredThings, problems } from './tables/problems.ts'
import { problemModifiers } from './tables/body-parts.ts'
import type { ReadSection, Token } from './words.ts'

/** A problem in the text: `start` and `end` count tokens, `end` is exclusive. */
export interface Mention {
  start: number
  /** The first token of the noun or fixed name, after the words that narrow it. */
  head: number
  end: number
  code?: string
}

const noEnds = new Set(listOf(noProblemEnds))
const ends = new RegExp(`.{2}(?:${listOf(problemEnds).join('|')})$`, 'u')
const longestWord = 40

/** Words after the name of a problem with which it is no problem: "cancer screening", "pain clinic". */
const noProblemBefore = new Set(
  listOf(`
    screening, education, management, medication, medications, meds, clinic, care, prevention, precautions,
    prophylaxis, risk, risks, scale, protocol, vaccine, vaccination, test, testing, tests, specialist, center, diet,
    plan, diary, guidelines, workup, log, program, class, therapy, treatment, treatments, pump, monitor, monitoring,
    supplies, strips, scan, panel, team, release, repair, resection, removal, excision, ablation, fixation, stenting,
    bypass, replacement, activity, culture, cultures, swab, screen, titer, antibody, antibodies, antigen,
    anticoagulant, nurse, edges, bed, unit, rehab, rehabilitation, reduction, hotline, episode count, awareness,
    survivor, survivors, mutation, gene, carrier, shampoo, cream, ointment, drops, syrup, shot, shots, stocking,
    stockings, socks, sleeve, wrap, bandage, hose, boots, behaviors, pillow, pillows, tablets, medicine, medicines,
    drug, drugs, relief, service, consult, consultation, surgery, surgeon, dressing, dressings, vac, foundation,
    counseling, group, pills, pill, control, free, assessment, inventory, questionnaire, checklist, contract,
    catheter, stent
  `),
)
/** Words before the name of a problem with which it is no problem: "anti reflux". */
const noProblemAfter = new Set(listOf('anti, post, nerve, pre, non, birth, stress test, self'))

/** The problems in a range of tokens, in order and without overlaps. */
export function findMentions(read: ReadSection, start: number, end: number): Mention[] {
  const mentions: Mention[] = []
  for (let at = start; at < end; ) {
    const found = problemAt(read.tokens, at, end)
    if (!found) {
      at += 1
      continue
    }
    const last = nameEnd(read.tokens, at + found.count, end)
    const first = nameStart(read.tokens, at, mentions.at(-1)?.end ?? start)
    if (isProblem(read.tokens, first, at, last, end)) {
      mentions.push({
        start: first,
        head: at,
        end: last,
        ...(found.code && last === at + found.count && { code: found.code }),
      })
    }
    at = last
  }
  return mentions
}

function isProblem(tokens: readonly Token[], start: number, at: number, last: number, end: number): boolean {
  if (last < end && noProblemBefore.has(tokens[last]!.text)) return false
  const before = tokens[at - 1]
  if (before && noProblemAfter.has(before.text) && tokens[at]!.isJoined) return false
  if (last - at > 1) return true
  const { text } = tokens[at]!
  if (text === 'discharge') return !leaving.has(before?.text ?? '') && !leavingTo.has(tokens[last]?.text ?? '')
  return start < at || !general.has(text)
}
/** Words near "discharge" with which it means leaving the hospital. */
const leaving = wordSet(`
  of after on at since before for upon until to from hospital his her the planned day prior ready pending
  anticipated
`)
const leavingTo = wordSet(`
  to home from planning date on in today tomorrow the him her patient when after once with
`)

function problemAt(tokens: readonly Token[], at: number, end: number): { count: number; code?: string } | undefined {
  const known = knownAt(tokens, at, end)
  const told = toldAt(tokens, at, end)
  if (told && told.count > (known?.count ?? 1)) return told
  const measured = abnormalAt(tokens, at, end) ?? injuryAt(tokens, at, end)
  if (measured && measured.count > (known?.count ?? 0)) return measured
  if (known) return known
  const word = tokens[at]!.text
  if (tokens[at]!.kind === 'word' && word.length <= longestWord && ends.test(word) && !noEnds.has(word))
    return { count: 1 }
  if (word === 'frequency' && isUrinary(tokens, at, end)) return { count: 1 }
  return told
}
const urinary = wordSet(`
  dysuria urgency hematuria nocturia urinary hesitancy urination genitourinary gu burning incontinence
`)
const listMost = 8
/** Whether "frequency" is a urinary problem, as in "Urinary: frequency but no dysuria", and not that of a drug. */
function isUrinary(tokens: readonly Token[], at: number, end: number): boolean {
  for (let near = Math.max(0, at - listMost); near < Math.min(end, at + listMost); near += 1)
    if (urinary.has(tokens[near]!.text)) return true
  return false
}
/** Words after a measured thing that make it a problem: "white count elevated", "mood is low". */
const offs = wordSet(
  'elevated low high decreased diminished reduced limited abnormal impaired increased prolonged poor weak sluggish blunted flat restricted dry delayed heavy brisk',
)
const linksMost = 3
function isBehindMeasured(tokens: readonly Token[], at: number): boolean {
  let last = at
  while (at - last < linksMost && last > 0 && links.test(tokens[last - 1]!.text)) last -= 1
  return [1, 2, 3].some(
    (count) => last >= count && phraseAt(measuredThings, tokens, last - count, last)?.count === count,
  )
}
const links =
  /^(?:is|are|was|were|mildly|slightly|markedly|somewhat|very|moderately|severely|remains|quite|still|also)$/

/** Adjectives that mean a problem alone or with a part of the body: "tender", "tender cervical nodes". */
function toldAt(tokens: readonly Token[], at: number, end: number): { count: number } | undefined {
  if (offs.has(tokens[at]!.text) && hasNoNoun(tokens, at + 1, end) && isBehindMeasured(tokens, at)) return { count: 1 }
  const told = phraseAt(adjectives, tokens, at, end)
  if (!told) return undefined
  if (hasNoNoun(tokens, at + told.count, end)) return { count: told.count }
  const part = partCount(tokens, at + told.count, end)
  return part > 0 && hasNoNoun(tokens, at + told.count + part, end) ? { count: told.count + part } : undefined
}
function knownAt(tokens: readonly Token[], at: number, end: number): { count: number; code?: string } | undefined {
  const known = phraseAt(problems, tokens, at, end)
  if (!known || (known.value.isCapitals && !tokens[at]!.isCapitals)) return undefined
  // The adjective belongs to the next word: "weak pulses", "depressed skull fracture".
  const isAdjective = known.count === 1 && phraseAt(adjectives, tokens, at, at + 1)
  if (isAdjective && !hasNoNoun(tokens, at + 1, end) && !phraseAt(problems, tokens, at + 1, end)) return undefined
  return { count: known.count, ...(known.value.code && { code: known.value.code }) }
}
const injuries = wordSet(`
  cut broke fractured sprained bruised burned burnt scraped tore dislocated lacerated crushed strained injured
`)
/** An injury by its verb: "broke her left wrist", "cut finger". */
function injuryAt(tokens: readonly Token[], at: number, end: number): { count: number } | undefined {
  if (!injuries.has(tokens[at]!.text)) return undefined
  let from = at + 1
  while (from < end && from - at < 4 && /^(?:his|her|their|the|my|left|right|both)$/.test(tokens[from]!.text)) from += 1
  const count = partCount(tokens, from, end)
  return count > 0 ? { count: from + count - at } : undefined
}
/** An adjective is a problem only if no noun follows: "the abdomen is tender". */
function hasNoNoun(tokens: readonly Token[], at: number, end: number): boolean {
  const next = tokens[at]
  return (
    at >= end || next?.kind !== 'word' || ((functionWords.has(next.text) || adverbs.has(next.text)) && !next.isJoined)
  )
}
const adverbs = wordSet(`
  last once twice overnight easily often daily tonight yesterday frequently occasionally sometimes slightly upon
  badly times most before controlled tomorrow lately recently constantly throughout here everywhere somewhat enough
  x versus intermittently nightly especially particularly worse bilaterally laterally medially distally proximally
  posteriorly anteriorly diffusely
`)

/** The most words between an adjective and the measured thing: "decreased left ankle range of motion". */
const betweenMost = 3
/** An adjective with a measured thing: "elevated troponin", "decreased monofilament sensation", "dilated appendix". */
function abnormalAt(tokens: readonly Token[], at: number, end: number): { count: number } | undefined {
  const adjective = phraseAt(abnormals, tokens, at, end)
  for (
    let next = at + (adjective?.count ?? 0), last = Math.min(end, next + betweenMost + 1);
    adjective && next < last;
    next += 1
  ) {
    const thing = phraseAt(measuredThings, tokens, next, end)
    if (thing) return { count: next + thing.count - at }
    const token = tokens[next]!
    if (token.kind !== 'word' || (functionWords.has(token.text) && !['left', 'right', 'in'].includes(token.text))) break
  }
  const strong = phraseAt(anyOf, tokens, at, end)
  if (!strong) return undefined
  let last = at + strong.count
  while (
    last < end &&
    last - at - strong.count < betweenMost &&
    tokens[last]!.kind === 'word' &&
    !functionWords.has(tokens[last]!.text)
  )
    last += 1
  return last > at + strong.count ? { count: last - at } : undefined
}

/** The start of a problem with the words that narrow it: "acute", "type 2", parts of the body. Sides are skipped. */
function nameStart(tokens: readonly Token[], head: number, free: number): number {
  let start = head
  for (let at = head - 1; at >= free && head - at <= narrowMost; at -= 1) {
    const token = tokens[at]!
    const isSide = token.text === 'left' || token.text === 'right' || token.text === 'bilateral'
    if (isSide) continue
    const isOpen =
      at === head - 1 && general.has(tokens[head]!.text) && tokens[head]!.text !== 'exacerbation' && isNarrowing(token)
    const long = isOpen
      ? 1
      : [3, 2, 1].find(
          (count) =>
            at - count + 1 >= free && phraseAt(problemModifiers, tokens, at - count + 1, at + 1)?.count === count,
        )
    const isName = token.text.endsWith("'s") && token.text !== "patient's"
    if (!long && !isName) break
    at -= (long ?? 1) - 1
    start = at
  }
  return start
}
const narrowMost = 6
/** Words before a general noun that do not make it specific: "other problems". */
const tellsNothing = wordSet(`
  versus exacerbation significant medical known active current similar underlying serious additional multiple
  various main following presenting important specific new severe real big small great little ongoing major minor
  surgical same sure further legal family work financial social school recent prior previous old last concerning
  such worst only usual
`)
const isNarrowing = ({ kind, text }: Token) =>
  kind === 'word' && text.length > 2 && !functionWords.has(text) && !tellsNothing.has(text)

/** The end of a name with a type, a stage or another noun after it: "COPD exacerbation", "stage 3b". */
function nameEnd(tokens: readonly Token[], at: number, end: number): number {
  let last = at
  for (;;) {
    const more = last < end ? phraseAt(problems, tokens, last, end) : undefined
    if (more && !tokens[last]!.isTight) last += more.count
    else break
  }
  const kind = tokens[last]?.text ?? ''
  const grade = tokens[last + 1]
  // "CKD 3a"
  const before = tokens[last - 1]?.text
  if (before === 'ckd' && last < end && /^(?:[1-5]|i{1,3}|iv|v)$/.test(kind))
    return tokens[last + 1]?.isTight && /^[a-c]$/.test(tokens[last + 1]!.text) ? last + 2 : last + 1
  const isGraded =
    /^(?:stage|type|grade|class)$/.test(kind) &&
    last + 1 < end &&
    (grade?.kind === 'number' || /^(?:i{1,3}|iv|v|one|two|three|four|i{1,3}[abc]|iv[abc])$/.test(grade?.text ?? ''))
  if (!isGraded) return last
  const letter = tokens[last + 2]
  return letter?.isTight && /^[a-c]$/.test(letter.text) ? last + 3 : last + 2
}
