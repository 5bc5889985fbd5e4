import type { FollowUpItem } from './items.ts'
import { phraseAt, phraseSet, wordSet } from './phrase-table.ts'
import { procedure } from './sides.ts'
import { drugAt } from './tables/drugs.ts'
import { functionWords } from './tables/function-words.ts'
import { calendarEnd, futureEnd, laterEnd, spanEnd } from './times.ts'
import { evidenceOf, type ReadSection, type Token, wordsBetween } from './words.ts'

/** Sections about the future, in which a calendar date is a future date too. */
const ofPlans =
  /\b(?:plan|a p|recommend\w*|follow|assessment|impression|disposition|instructions?|advice|next|orders)\b/
/** Sections in which a test with a time is not planned. */
const ofPast =
  /\b(?:pmh|psh|fh|sh|history|hpi|present(?:ing)? illness|subjective|interval|exam|examination|systems|ros|medications?|meds|allergies|vitals?|vital signs|labs?|laboratory|data|imaging|studies|results|tests|family|social|chief complaint|cc|reason|findings|technique|procedure|anesthesia|diagnos[ei]s|objective|hospital course|course|pathology|radiology|dates|indications?|operative)\b(?!.*\bplan\b)/
/** The words of a visit. They are the item itself if nobody is named. */
const visits = phraseSet(
  `
    follow up, followup, f/u, return, return to clinic, return to the clinic, return to office, return to the office,
    return visit, recheck, see him back, see her back, see them back, see the patient back, see patient back,
    see him, see her, come back, rtc, reevaluate, reassess, check back, follow up visit,
    follow up appointment, be seen again, be seen back, seen again, see me, see us, return for recheck,
    return for follow up, back, re evaluate, re check, re assess, revisit, review, recheck visit
  `,
)
/** The words of a visit that are followed by a person or clinic, which is then the item. */
const withWhom = phraseSet(
  `
    follow up with, followup with, f/u with, follow up in, followup in, follow up at, see, will see, be seen by,
    seen by, appointment with, visit with, referral to, refer to, referred to, refer him to, refer her to,
    refer the patient to, refer patient to, consult, consult with, consultation with, return to see, be seen in,
    referrals to, follow with, check in with, establish care with, establish with, appointment at, follow up by
  `,
)
const referred = phraseSet('referral, consult, consultation, evaluation referral, referrals')
const people = new Set([
  'me',
  'us',
  'him',
  'her',
  'them',
  'you',
  'back',
  'patient',
  'above',
  'below',
  'how',
  'if',
  'orders',
])

/** The plans for later in a section: visits, referrals and tests. */
export function findFollowUps(read: ReadSection): FollowUpItem[] {
  const [isPlan, isToCome] = [!ofPast.test(read.heading), ofPlans.test(read.heading)]
  return read.sentences.flatMap(({ start, end }) => {
    const items: FollowUpItem[] = []
    for (let at = start; at < end; ) {
      const found =
        visitAt(read, at, end, isPlan) ??
        (isPlan ? (referralAt(read, at, end) ?? plannedAt(read, at, start, end, isToCome)) : undefined)
      if (found) items.push(found.item)
      at = found?.end ?? at + 1
    }
    return items
  })
}

interface Found {
  item: FollowUpItem
  end: number
}
const itemOf = (
  read: ReadSection,
  [from, to]: readonly [number, number],
  when: readonly [number, number] | undefined,
  start: number,
): Found => {
  const last = Math.max(to, when?.[1] ?? to)
  return {
    item: {
      kind: 'followUp',
      what: wordsBetween(read, from, to),
      ...(when && { when: wordsBetween(read, ...when) }),
      ...evidenceOf(read, Math.min(start, from), last),
    },
    end: last,
  }
}

/**
 * A visit or referral: "Follow up with cardiology in 2 weeks", "Return to clinic in 3 months", "Referral to audiology".
 */
function visitAt(read: ReadSection, at: number, end: number, isPlan: boolean): Found | undefined {
  const { tokens } = read
  const whom = phraseAt(withWhom, tokens, at, end)
  const visit = phraseAt(visits, tokens, at, end)
  if (whom && whom.count >= (visit?.count ?? 0)) {
    const name = nameAt(tokens, at + whom.count, end)
    if (name && !people.has(tokens[name[0]]!.text) && !isRoom(tokens, name)) {
      const when = whenAt(tokens, name[1], end)
      const isReferral = /^(?:refer|consult)/.test(tokens[at]!.text)
      const isClinic = specialty.test(tokens[name[1] - 1]!.text)
      if (when || isReferral || (isPlan && (tokens[at]!.text !== 'see' || isClinic)))
        return itemOf(read, name, when, name[0])
    }
  }
  if (!visit) return undefined
  const bare = at + visit.count
  const object = tokens[at]!.text === 'recheck' ? (nameAt(tokens, bare, end)?.[1] ?? bare) : bare
  const when = whenAt(tokens, object, end)
  // "Follow up as needed."
  const isOpen = isPlan && /^(?:p\.r\.n\.|prn|as)$/.test(tokens[bare]?.text ?? '') && bare < end
  return when || isOpen ? itemOf(read, [at, object], when, at) : undefined
}
/** Whether the visit names only a room: "Follow up in the office". */
const isRoom = (tokens: readonly Token[], [from, to]: readonly [number, number]) =>
  to - from === 1 && /^(?:office|clinic)$/.test(tokens[from]!.text)
/** A referral that ends with its verb or noun: "Neurosurgery consult", "genetics referral". */
function referralAt(read: ReadSection, at: number, end: number): Found | undefined {
  const { tokens } = read
  const name = nameAt(tokens, at, end)
  if (!name || name[0] !== at || phraseAt(referred, tokens, at, end)) return undefined
  for (let last = at + 1; last < Math.min(name[1], at + nameMost); last += 1)
    if (phraseAt(referred, tokens, last, end)) return itemOf(read, [at, last], whenAt(tokens, last + 1, end), at)
  return undefined
}
const beforePlanned =
  /^(?:[,:)]|then|and|next|repeat|will|schedule|scheduled|obtain|order|get|arrange|need|needs|have|due|another|check)$/
/** A noun and a future time at the start of a sentence or after a comma: "Chest x-ray in 6 weeks". */
function plannedAt(read: ReadSection, at: number, start: number, end: number, isToCome: boolean): Found | undefined {
  const { tokens } = read
  const before = tokens[at - 1]?.text ?? ''
  if (at !== start && !beforePlanned.test(before)) return undefined
  const name = nameAt(tokens, at, end)
  if (!name || (name[0] !== at && tokens[at]!.text !== 'next') || notPlanned.has(tokens[at]!.text)) return undefined
  const last = tokens[name[1] - 1]!.text
  const isClinic = specialty.test(last)
  const when = whenAt(tokens, name[1], end, isClinic ? whenMost : plannedMost)
  if (!when)
    return isClinic && at === start && /^(?:for|to|)$/.test(name[1] < end ? tokens[name[1]]!.text : '')
      ? itemOf(read, name, undefined, at)
      : undefined
  const isDate =
    calendarEnd(tokens, when[0] + 1, end) === when[1] || when[1] - when[0] === 1 || tokens[when[0]]!.text === 'on'
  if (isTreatment(tokens, name, when, end) || (isDate && !isToCome)) return undefined
  // "Cardiology follow-up in 1 month": the item is cardiology.
  const words = last === 'up' ? 2 : /^(?:followup|appointment)$/.test(last) ? 1 : 0
  const isNamed = words > 0 && name[1] - words > name[0] && specialty.test(tokens[name[1] - words - 1]!.text)
  return itemOf(read, isNamed ? [name[0], name[1] - words] : name, when, at)
}
const specialty =
  /(?:ology|ologist|iatry|iatrist|iatrics|care|clinic|urgery|urgeon|edics|edist|medicine|services|rehab|physician)$/
/**
 * Whether this is no follow-up but a drug, something that has happened, or something that is done at once: "Aspirin 81
 * mg daily in the morning".
 */
function isTreatment(
  tokens: readonly Token[],
  [from, to]: readonly [number, number],
  when: readonly [number, number],
  end: number,
): boolean {
  const [first, last] = [tokens[when[0]]!.text, tokens[to - 1]!.text]
  const isMorning = first === 'this' && tokens[when[1] - 1]!.text === 'morning'
  const isSoon = /^(?:this|tomorrow|tonight)$/.test(first)
  if (isMorning || (isSoon && (procedure.test(last) || doneSoon.has(last)))) return true
  for (let at = from; at < to; at += 1) {
    const { text } = tokens[at]!
    if ((drugAt(tokens, at, end) && text !== 'potassium') || notToCome.test(text)) return true
  }
  return false
}
const doneSoon = wordSet('egd dialysis transfusion procedure discharge home')
const notToCome = /(?:[^e]ed|pregnancy|gestation|old)$/
const notPlanned = wordSet(`
  plan planned plans
  started continue continued improved resolved admitted discharged stop stopped discontinue hold begin increase
  decrease taper off remove call done given took seen since completed finished born
`)
const plannedMost = 5

const nameMost = 6
const inName = new Set(['of', 'and', 'for', 'at', 'the', 'to'])
/** The words of a person, clinic, specialty or test, as [first, end]. */
function nameAt(tokens: readonly Token[], at: number, end: number): readonly [number, number] | undefined {
  let from = at
  while (from < end && /^(?:the|a|an|his|her|their|your|our|my)$/.test(tokens[from]!.text)) from += 1
  if (tokens[from]?.text === 'next' && from + 1 < end && !/^(?:visit|appointment)$/.test(tokens[from + 1]!.text))
    from += 1
  if (!tokens[from + 1]?.isJoined && spanEnd(tokens, from, end) !== undefined) return undefined
  let last = from
  while (last < end && last - from < nameMost) {
    const token = tokens[last]!
    const isSpan = last > from && !tokens[last + 1]?.isJoined && spanEnd(tokens, last, end) !== undefined
    if (isSpan || futureEnd(tokens, last, end) !== undefined || token.kind === 'break') break
    const isWord =
      token.kind === 'word' &&
      (!functionWords.has(token.text) ||
        token.isJoined ||
        tokens[last + 1]?.isJoined ||
        token.text === 'follow' ||
        token.text === 'check' ||
        token.text === 'primary' ||
        (token.text === 'up' && tokens[last - 1]?.text === 'follow'))
    const isNumberInName = token.kind === 'number' && last > from
    const isStop = token.text === '.' && /^(?:dr|st)$/.test(tokens[last - 1]?.text ?? '')
    const joins =
      inName.has(token.text) &&
      last > from &&
      last + 1 < end &&
      token.text === 'of' &&
      tokens[last + 1]!.kind === 'word' &&
      !functionWords.has(tokens[last + 1]!.text)
    // "CBC and CMP"
    const isPair =
      token.text === 'and' && tokens[last - 1]?.isCapitals && last + 1 < end && tokens[last + 1]!.isCapitals
    if (!isWord && !isNumberInName && !isStop && !joins && !isPair) break
    last += 1
  }
  return last === from ? undefined : [from, last]
}

/** The future time after a visit, at most a few words later. */
function whenAt(
  tokens: readonly Token[],
  at: number,
  end: number,
  most = whenMost,
): readonly [number, number] | undefined {
  for (let from = at; from < Math.min(end, at + most); from += 1) {
    const mark = tokens[from]!.text
    if (mark === ':' || (/^[.;,()]$/.test(mark) && from > at)) return undefined
    const last =
      futureEnd(tokens, from, end) ??
      (from === at && tokens[from]!.text !== 'a' ? laterEnd(tokens, from, end) : undefined)
    if (last !== undefined) return [from, last]
    if (/^(?:if|and|sooner|but|as)$/.test(tokens[from]!.text)) return undefined
  }
  return undefined
}
const whenMost = 7
