import { inScope, triggerTable } from './context.ts'
import { amountEnd, frequencyEnd, isNumber, routeEnd } from './dosing.ts'
import type { MedicationItem } from './items.ts'
import { listOf, phraseAt } from './phrase-table.ts'
import { forms, nameEnds } from './tables/dosing.ts'
import { drugAt } from './tables/drugs.ts'
import { evidenceOf, type ReadSection, type Token, wordsBetween } from './words.ts'

/** What tells that a drug is not taken. */
const notTaken = triggerTable({
  before:
    listOf(`not taking, not take, no longer taking, no longer takes, no longer on, stopped taking, stopped, stop, stop taking, discontinue, discontinued, discontinuing, held, hold, holding, withhold,
    withheld, off, off of, quit, quit taking, not on, never taken, never took, denies taking, denies use of, denies the use of, denies using, avoid, avoiding, avoids, not using, does not use, does not take, did not take, not currently taking,
    is not on, was not given, without, no, denies, did not start, not start, ran out of, declined, declines, refused, refuses, instead of, intolerant of, contraindicated, not a candidate for`),
  after:
    listOf(`was stopped, was discontinued, is discontinued, was held, is held, is on hold, on hold, has been stopped, has been discontinued, has been held, were stopped, were discontinued, were held, will be held,
    will be stopped, will be discontinued, is being held, discontinued, stopped, held, was withheld, are held, have been held, have been discontinued, have been stopped, is contraindicated, not taken, was not given`),
  pseudo: listOf(
    'no change in, no changes to, without change in, do not stop, not stop, not hold, never stopped, no refills, not discontinue, hold parameters, no changes in',
  ),
  stop: listOf(`but, however, start, started, starting, begin, began, continue, continues, continued, continuing, switch to, switched to, changed to, change to, replaced with, replace with, now taking, now on, resume, resumed, takes, is taking,
    was given, was started on, and started, add, added, increase, increased, prescribed, except, except for, other than, due to, because of, because, after, since, for`),
})

/** What may stand between the parts of an order. */
const fillers = new Set(', of at to a an the dose given taken take one taking for ( ) -'.split(' '))
const fillersMost = 3

interface Parts {
  dose?: string
  route?: string
  frequency?: string
}

/** The drugs of a section that are told as treatment, each with its dose, route and frequency. */
export function findMedications(read: ReadSection): MedicationItem[] {
  const items: MedicationItem[] = []
  const negated = inScope(read, notTaken)
  for (const { start, end } of read.sentences)
    for (let at = start, free = start; at < end; ) {
      const name = drugAt(read.tokens, at, end)
      if (!name) {
        at += 1
        continue
      }
      const nameEnd = nameEndOf(read.tokens, at + name.count, end)
      const before = partsBefore(read, at, free)
      const after = partsAfter(read, nameEnd, end)
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

function nameEndOf(tokens: readonly Token[], at: number, end: number): number {
  const more = phraseAt(nameEnds, tokens, at, end)
  return more ? at + more.count : at
}

/** What is told behind the name: "lisinopril 10 mg by mouth once daily". */
function partsAfter(read: ReadSection, from: number, end: number): { parts: Parts; end: number } {
  const { tokens } = read
  const parts: Parts = {}
  let [at, last, skipped] = [from, from, 0]
  while (at < end && skipped <= fillersMost) {
    const found = partAt(tokens, at, end, parts)
    const form = found ? undefined : phraseAt(forms, tokens, at, end)
    if (found) {
      parts[found.part] = wordsBetween(read, at, found.end)
      ;[at, last, skipped] = [found.end, found.end, 0]
    } else if (form) at += form.count
    else if (fillers.has(tokens[at]!.text)) [at, skipped] = [at + 1, skipped + 1]
    else break
  }
  return { parts, end: last }
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

/** How far a dose reaches that stands before the name, in tokens: "1 to 2 tablets of oral". */
const beforeMost = 8
/** What is told before the name: "81 mg of aspirin", "IV vancomycin". */
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
