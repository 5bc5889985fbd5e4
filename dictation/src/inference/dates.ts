import { wordSet } from './phrase-table.ts'
import type { DateItem } from './items.ts'
import { functionWords } from './tables/function-words.ts'
import { calendarEnd, relativeEnd } from './times.ts'
import { othersIn } from './told-of.ts'
import { evidenceOf, type ReadSection, type Token, wordsBetween } from './words.ts'

/** The dates of a section and the times that are relative to now, each with the event at that time. */
export function findDates(read: ReadSection): DateItem[] {
  const { tokens } = read
  const others = othersIn(read)
  return read.sentences.flatMap(({ start, end }) => {
    const items: DateItem[] = []
    for (let at = start; at < end; at += 1) {
      const last = calendarEnd(tokens, at, end) ?? relativeEnd(tokens, at, end)
      if (last === undefined) continue
      // "in" belongs to the date in "in 2019", but "since" does not in "since March".
      const from = at > start && tokens[at - 1]!.text === 'in' ? at - 1 : at
      const what = happened(read, start, from, last, end)
      if (what && !others[at] && !isBirth(what))
        items.push({ kind: 'date', what, value: wordsBetween(read, from, last), ...evidenceOf(read, from, last) })
      at = last - 1
    }
    return items
  })
}
const isBirth = (what: string) => /^(?:birth|dob|born)$/.test(what)

const prepositions = wordSet(`
  on in since from dated of about until through at by around approximately early late mid during as back for , : (
  - – once twice again first just only
`)
const clauseEnds = new Set([',', ';', ':', '(', ')', 'but', 'because', 'then', 'who', 'which', 'that', 'when', 'while'])
const clauseMost = 24
const reasonMost = 5
/** The words for the event at a time: those of the clause before it, or after it if the time comes first. */
function happened(read: ReadSection, start: number, from: number, last: number, end: number): string | undefined {
  const { tokens } = read
  let to = from
  while (to > start && prepositions.has(tokens[to - 1]!.text)) to -= 1
  if (to === start)
    return phraseOf(read, skipMarks(tokens, last, end), clauseEnd(tokens, skipMarks(tokens, last, end), end), true)
  // "stopped lisinopril because of cough on 02/10/2026"
  for (let at = to - 1; at > start && to - at <= reasonMost; at -= 1) if (tokens[at]!.text === 'because') to = at
  let clause = to
  while (clause > start && to - clause < clauseMost && !clauseEnds.has(tokens[clause - 1]!.text)) clause -= 1
  // "chest pressure that began two hours ago": the words for the event come before "that".
  const isBegun = /^(?:that|which)$/.test(tokens[clause - 1]?.text ?? '') && clause - 2 >= start
  if (isBegun && /^(?:began|started|has|have|had|is|was|were|developed|occurred)$/.test(tokens[clause]?.text ?? '')) {
    to = clause - 1
    clause = to
    while (clause > start && to - clause < clauseMost && !clauseEnds.has(tokens[clause - 1]!.text)) clause -= 1
  }
  return phraseOf(read, clause, to, false)
}
const skipMarks = (tokens: readonly Token[], at: number, end: number) => {
  let next = at
  while (next < end && tokens[next]!.kind === 'mark') next += 1
  return next
}
function clauseEnd(tokens: readonly Token[], at: number, end: number): number {
  let last = at
  while (last < end && last - at < clauseMost && !clauseEnds.has(tokens[last]!.text)) last += 1
  return last
}

const be = wordSet('is are was were be been being')
const having = wordSet(`
  has have had having underwent undergone sustained developed develops noticed noted notes reports reported
  received experienced showed shows revealed suffered got
`)
const irregular = wordSet(`
  began broke fell felt gave got grew hit hurt lost made put ran sat saw seen sent stood took taken taught told
  underwent went wore wrote given drawn done born cut bled burnt broken fallen begun frozen held kept met paid read
  set shot slept spent stuck swollen torn thrown woken struck slipped quit stopped bit bitten came
`)
const isVerb = ({ text }: Token, before: Token | undefined) =>
  irregular.has(text) ||
  (/[^e]ed$/.test(text) &&
    text.length > 4 &&
    !(before && /^(?:a|an|the|his|her|of|with|left|right)$/.test(before.text)))
const people = wordSet(`
  he she they i patient man woman boy girl we it gentleman lady child infant who male female year-old old
`)

function phraseOf(read: ReadSection, from: number, to: number, isForward: boolean): string | undefined {
  const { tokens } = read
  if (from >= to) return undefined
  let [verb, kind] = [-1, '']
  for (let at = from; at < to; at += 1) {
    const token = tokens[at]!
    if (isForward && verb >= 0) break
    if (be.has(token.text)) [verb, kind] = [at, 'be']
    else if (having.has(token.text)) [verb, kind] = [at, 'having']
    else if (isVerb(token, tokens[at - 1]))
      [verb, kind] = kind === 'be' && at - verb <= 2 ? [at, 'passive'] : [at, 'active']
  }
  if (tokens[to - 1]!.text === 'date' && tokens[to - 2]?.text === 'due') return 'due date'
  if (!isForward && to - from > 1) {
    const event = lastEvent(tokens, from, to)
    if (event !== undefined) return nounOf(read, event, to, true)
  }
  if (verb < 0) return nounOf(read, afterStatus(tokens, from, to), to, true)
  if (kind === 'having') return nounOf(read, lastPart(tokens, verb + 1, to), to, true)
  const subject = subjectOf(read, from, verb, kind)
  if (/^(?:began|started|begun)$/.test(tokens[verb]!.text) && kind === 'active' && subject !== undefined) return subject
  if (kind === 'be') return subject ?? nounOf(read, verb + 1, to, true)
  const object = objectOf(read, verb, to)
  if (tokens[verb]!.text === 'taken' && object !== undefined) return object
  const person = subject === undefined || people.has(subject.split(' ').at(-1)!)
  const words = [
    ...(person || object ? [] : [subject]),
    tokens[verb - 1]?.text === 'last' ? 'last' : undefined,
    tokens[verb]!.text,
    object,
  ]
  return words.filter((word) => word !== undefined).join(' ')
}
/** The time belongs to the words after "since" or "after": "hemiparesis after stroke in 2017". */
function lastEvent(tokens: readonly Token[], from: number, to: number): number | undefined {
  for (let at = to - 2; at >= from; at -= 1)
    if (tokens[at]!.text === 'since' || tokens[at]!.text === 'after') return at + 1
  return undefined
}
/** In "a, b and c", the time belongs to the last part. */
function lastPart(tokens: readonly Token[], from: number, to: number): number {
  for (let at = to - 1; at > from; at -= 1) if (tokens[at]!.text === 'and' || tokens[at]!.text === 'or') return at + 1
  return from
}
function afterStatus(tokens: readonly Token[], from: number, to: number): number {
  for (let at = to - 1; at >= from; at -= 1) {
    const { text } = tokens[at]!
    if (text === 'post' || text === 's/p' || text === 'and' || text === 'but') return at + 1
    if (text === 'with' && at > from) return at + 1
  }
  return from
}
function subjectOf(read: ReadSection, from: number, verb: number, kind: string): string | undefined {
  let to = verb
  while (to > from && /^(?:was|were|is|are|been|has|have|had|be|last|then|first|also)$/.test(read.tokens[to - 1]!.text))
    to -= 1
  if (kind === 'active' && /^(?:he|she|they|i|patient|and)$/.test(read.tokens[to - 1]?.text ?? '')) return undefined
  return nounOf(read, from, to, true)
}
const particles = new Set(['of', 'off', 'out', 'with', 'down', 'up'])
/** The object of a verb: "stopped lisinopril", "twisted knee", "ran out of clopidogrel", "weaned off oxygen". */
function objectOf(read: ReadSection, verb: number, to: number): string | undefined {
  const { tokens } = read
  let at = verb + 1
  const words: string[] = []
  while (
    at < to &&
    (particles.has(tokens[at]!.text) || (tokens[at]!.text === 'on' && tokens[verb]!.text === 'started'))
  )
    words.push(tokens[at++]!.text)
  if (words.length > 0 && at >= to) return undefined
  const noun = nounOf(read, at, to, false)
  return noun === undefined ? undefined : [...words, noun].join(' ')
}

const passed = wordSet(`
  a an the his her my their our your its this that these those left right bilateral both one two three four five
  mild moderate severe new some any no more about he she has had have been there underwent and also since only
  prior last repeated
`)
const kept = new Set(['last'])
/**
 * The noun phrase that begins at a token, without unimportant words: "a right total hip arthroplasty with" → total hip
 * arthroplasty.
 */
function nounOf(read: ReadSection, from: number, to: number, mayBeLast: boolean): string | undefined {
  const { tokens } = read
  let start = from
  while (
    start < to &&
    (passed.has(tokens[start]!.text) || tokens[start]!.kind !== 'word') &&
    !(mayBeLast && kept.has(tokens[start]!.text) && /^(?:seen|menstrual)$/.test(tokens[start + 1]?.text ?? ''))
  )
    start += 1
  if (tokens[start]?.text === 'date' && tokens[start + 1]?.text === 'of') start += 2
  if (tokens[start]?.text === 'history' && tokens[start + 1]?.text === 'of') start += 2
  let last = start
  while (
    last < to &&
    tokens[last]!.kind === 'word' &&
    !functionWords.has(tokens[last]!.text) &&
    tokens[last]!.text !== 'times'
  )
    last += 1
  return last === start ? undefined : wordsBetween(read, start, last)
}
