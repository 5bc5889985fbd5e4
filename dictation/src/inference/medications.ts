import { inScope, triggerTable } from './context.ts'
import { amountEnd, frequencyEnd, isNumber, routeEnd } from './dosing.ts'
import { drugNameEnd, isNoTreatment, nameEndOf } from './drug-names.ts'
import type { MedicationItem } from './items.ts'
import type { NewNames } from './new-drug-names.ts'
import { listOf, phraseAt, wordSet } from './phrase-table.ts'
import { forms } from './tables/dosing.ts'
import { othersIn } from './told-of.ts'
import { evidenceOf, type ReadSection, type Token, wordsBetween } from './words.ts'

/** Words that show that a drug is not taken. */
const notTaken = triggerTable({
  before: listOf(`
    not taking, not take, no longer taking, no longer takes, no longer on, stopped taking, stopped, stop,
    stop taking, switch from, switched from, change from, changed from, transitioned from, transition from, weaned off, taper off, tapered off, wean off, discontinue, discontinued, discontinuing, held, hold, holding, withhold, withheld, off, off of,
    quit, quit taking, not on, never taken, never took, denies taking, denies use of, denies the use of,
    denies using, avoid, avoiding, avoids, not using, does not use, does not take, did not take,
    not currently taking, is not on, was not given, without, no, denies, did not start, not start, ran out of,
    declined, declines, refused, refuses, instead of, rather than, consider, considering, would consider,
    may consider, could consider, discussed, candidate for, intolerant of, contraindicated, not a candidate for
  `),
  after: listOf(`
    was stopped, was discontinued, is discontinued, was held, is held, is on hold, on hold, has been stopped,
    has been discontinued, has been held, were stopped, were discontinued, were held, will be held, will be stopped,
    will be discontinued, is being held, discontinued, stopped, held, was withheld, are held, have been held,
    have been discontinued, have been stopped, is contraindicated, was considered, were considered, was offered,
    was declined, were declined, was refused, is being considered, declined, not taken, was not given
  `),
  pseudo: listOf(
    `
    no change in, no changes to, without change in, do not stop, not stop, not hold, never stopped, no refills,
    not discontinue, hold parameters, no changes in
  `,
  ),
  stop: listOf(`
    but, however, start, started, starting, begin, began, continue, continues, continued, continuing, switch to,
    switched to, changed to, change to, replaced with, replace with, now taking, now on, resume, resumed, takes,
    is taking, was given, was started on, and started, add, added, increase, increased, prescribed, except,
    except for, other than, due to, because of, because, after, since, for
  `),
})

/** Drugs that a laboratory tests against germs. */
const testedFor = triggerTable({
  before: listOf('resistant to, sensitive to, susceptible to, intermediate to, sensitivities to, sensitivity to'),
  stop: listOf('start, started, continue, treated with, switch to, changed to, but not'),
})

/** Words that may stand between the parts of an order. */
const fillers = wordSet(`
  , of at to a an the dose given taken take one taking for ( ) : about approximately nasal was were is been has be
  up down back now
`)
const changes = wordSet(`
  increased decreased reduced raised lowered changed titrated adjusted started restarted continued resumed dosed
  prescribed titrate increase
`)
const fillersMost = 4

interface Parts {
  dose?: string
  route?: string
  frequency?: string
}

/** The drugs of a section that are used as treatment, each with its dose, route and frequency. */
export function findMedications(read: ReadSection, newNames: NewNames = new Set()): MedicationItem[] {
  const items: MedicationItem[] = []
  const [negated, others, tested] = [inScope(read, notTaken), othersIn(read), inScope(read, testedFor)]
  for (const { start, end } of read.sentences)
    for (let at = start, free = start; at < end; ) {
      const nameEnd =
        drugNameEnd(read.tokens, at, end) ??
        (newNames.has(read.tokens[at]!.text) ? nameEndOf(read.tokens, at + 1, end) : undefined)
      if (nameEnd === undefined) {
        at += 1
        continue
      }
      const before = partsBefore(read, at, free)
      const after = partsAfter(read, nameEnd, end)
      const isTold =
        !others[at] && !tested[at] && !isNoTreatment(read.tokens, nameEnd, end, after.parts.dose !== undefined)
      if (isTold)
        items.push({
          kind: 'medication',
          name: wordsBetween(read, at, nameEnd),
          ...before.parts,
          ...after.parts,
          ...(negated[at] && { negated: true }),
          ...evidenceOf(read, before.start, after.end),
        })
      at = after.end
      free = at
    }
  return items
}

/** Reads the words after the name: "lisinopril 10 mg by mouth once daily". */
function partsAfter(read: ReadSection, from: number, end: number): { parts: Parts; end: number } {
  const { tokens } = read
  const parts: Parts = {}
  let [at, last, skipped] = [from, from, 0]
  while (at < end && skipped <= fillersMost) {
    const found = partAt(tokens, at, end, parts)
    const form = found ? undefined : phraseAt(forms, tokens, at, end)
    const bare = found || parts.dose ? undefined : bareDose(tokens, at, end)
    // The first amount is the strength, and a second one is the amount to take: "8.6 mg 2 tablets".
    const more = found || parts.frequency ? undefined : amountEnd(tokens, at, end)
    const brand = bracketEnd(tokens, at, end)
    if (brand !== undefined) [at, last] = [brand, brand]
    else if (found) {
      parts[found.part] = wordsBetween(read, at, found.end)
      ;[at, last, skipped] = [found.end, found.end, 0]
    } else if (bare) {
      parts.dose = tokens[at]!.text
      ;[at, last, skipped] = [bare, bare, 0]
    } else if (more) [at, last, skipped] = [more, more, 0]
    else if (form) at += form.count
    else if (tokens[at]!.text === 'from') at = newDose(tokens, at, end)
    else if (placeEnd(tokens, at, end) !== undefined) at = placeEnd(tokens, at, end)!
    else if (changes.has(tokens[at]!.text) && tokens[at + 1]?.text !== 'on') at += 1
    else if (fillers.has(tokens[at]!.text)) [at, skipped] = [at + 1, skipped + 1]
    else break
  }
  return { parts, end: last }
}
/** The end of the brackets if they hold another name of the drug: "lisinopril (Zestril)" is one drug. */
function bracketEnd(tokens: readonly Token[], at: number, end: number): number | undefined {
  if (tokens[at]!.text !== '(') return undefined
  const name = drugNameEnd(tokens, at + 1, end)
  return name !== undefined && name < end && tokens[name]!.text === ')' ? name + 1 : undefined
}
/** A number without a unit is a dose if a route or a frequency follows: "Eliquis 5 twice a day". */
const bareDose = (tokens: readonly Token[], at: number, end: number): number | undefined =>
  tokens[at]!.kind === 'number' &&
  /^[\d.,]+$/.test(tokens[at]!.text) &&
  (frequencyEnd(tokens, at + 1, end) ?? routeEnd(tokens, at + 1, end)) !== undefined
    ? at + 1
    : undefined
const placeMost = 6
/** The place of application may come before the frequency: "petrolatum to the left heel daily". */
function placeEnd(tokens: readonly Token[], at: number, end: number): number | undefined {
  const isPlace = /^(?:to|on|in|into|over|onto)$/.test(tokens[at]!.text) && amountEnd(tokens, at + 1, end) === undefined
  if (!isPlace) return undefined
  for (let next = at + 1; next < Math.min(end, at + placeMost) && tokens[next]!.kind !== 'mark'; next += 1)
    if (next > at + 1 && frequencyEnd(tokens, next, end) !== undefined) return next
  return undefined
}
/** In "from 10 mg to 20 mg", the new dose counts. */
function newDose(tokens: readonly Token[], at: number, end: number): number {
  const to = amountEnd(tokens, at + 1, end) ?? at + 2
  return tokens[to]?.text === 'to' ? to + 1 : end
}
function partAt(
  tokens: readonly Token[],
  at: number,
  end: number,
  have: Parts,
): { part: keyof Parts; end: number } | undefined {
  const ways = [
    ['frequency', frequencyEnd],
    ['dose', amountEnd],
    ['route', routeEnd],
  ] as const
  for (const [part, endOf] of ways) {
    const found = have[part] === undefined ? endOf(tokens, at, end) : undefined
    if (found !== undefined) return { part, end: found }
  }
  return undefined
}

/** The longest distance from a dose to the name after it, in tokens: "1 to 2 tablets of oral". */
const beforeMost = 8
/** Reads the words before the name: "81 mg of aspirin", "IV vancomycin". */
function partsBefore(read: ReadSection, name: number, free: number): { parts: Parts; start: number } {
  const { tokens } = read
  for (let start = Math.max(free, name - beforeMost); start < name; start += 1) {
    const parts: Parts = {}
    let at = start
    while (at < name) {
      const found = partAt(tokens, at, name, parts)
      const form = found ? undefined : phraseAt(forms, tokens, at, name)
      if (found) parts[found.part] = wordsBetween(read, at, found.end)
      const next =
        found?.end ??
        (form && at > start ? at + form.count : undefined) ??
        (at > start && tokens[at]!.text === 'of' ? at + 1 : undefined)
      if (next === undefined) break
      at = next
    }
    if (at === name && !isNumber(tokens[start - 1])) return { parts, start }
  }
  return { parts: {}, start: name }
}
